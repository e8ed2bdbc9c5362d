//! The counters of a solver.

/// `(get-info :all-statistics)`: names with numbers, in the solver's order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statistics {
    /// The counters; values that are no numbers (`26ms`, texts) are left out.
    pub counters: Vec<(String, f64)>,
}

/// Parts of the names of counters that differ from run to run of the same test.
const UNSTEADY: &[&str] = &["time", "memory", "mem-usage", "alloc", "rss"];

impl Statistics {
    /// Reads `(:name 1 :other 2.5 …)`, as Z3 and Yices print it, and cvc5's `(:all-statistics (("name" 1) ("kinds" { A: 1,
    /// B: 2 }) …))`, where `kinds` becomes `kinds/A` and `kinds/B`. Anything else in between is passed over.
    pub fn read(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let mut counters = Vec::new();
        let mut name: Option<String> = None;
        // Inside `{ … }`, what the next number counts.
        let mut part: Option<&str> = None;
        for token in Tokens(&text) {
            match (token, &name) {
                (Token::Quoted(text), _) => name = Some(text.to_owned()),
                (Token::Word(word), _) if word.starts_with(':') => name = Some(word[1..].to_owned()),
                (Token::Word(word), _) if word.ends_with(':') => part = Some(word.trim_end_matches(':')),
                (Token::Word(word), Some(whole)) => {
                    let Ok(value) = word.parse::<f64>() else { continue };
                    match part.take() {
                        Some(part) => counters.push((format!("{whole}/{part}"), value)),
                        None => counters.extend(name.take().map(|name| (name, value))),
                    }
                }
                (Token::Word(_), None) => {}
            }
        }
        Statistics { counters }
    }

    /// The counters that are the same whenever the same test is run: those of time and memory are left out.
    pub fn steady(&self) -> impl Iterator<Item = (&str, f64)> {
        self.counters.iter().filter(|(name, _)| is_steady(name)).map(|(name, value)| (name.as_str(), *value))
    }

    /// Those of them that count anything, each with the number of bits of its value.
    pub fn steps(&self) -> impl Iterator<Item = (&str, u32)> {
        self.steady().filter_map(step)
    }

    /// A number for what the solver did: which counters count anything, and how much in powers of two. Equal tests have
    /// equal fingerprints; counters of time and memory are left out, and so is the order.
    pub fn fingerprint(&self) -> u64 {
        let mut steps: Vec<(&str, u32)> = self.steps().collect();
        steps.sort_unstable();
        let mut hash = Fnv::default();
        for (name, step) in steps {
            hash.add(name.as_bytes());
            hash.add(&[0]);
            hash.add(&step.to_le_bytes());
        }
        hash.0
    }
}

fn is_steady(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    !UNSTEADY.iter().any(|part| lower.contains(part))
}

/// A counter that counts anything, with the number of bits of its value.
fn step((name, value): (&str, f64)) -> Option<(&str, u32)> {
    (value >= 1.0).then(|| (name, value.log2().min(1024.0) as u32 + 1))
}

/// FNV-1a: the same on every machine and in every version, unlike the standard library's hashes.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

enum Token<'a> {
    Word(&'a str),
    Quoted(&'a str),
}

/// Words and quoted texts; brackets and commas only part them.
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let parts = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '{' | '}' | ',');
        let text = self.0.trim_start_matches(parts);
        if let Some(inside) = text.strip_prefix('"') {
            let end = inside.find('"').unwrap_or(inside.len());
            self.0 = inside.get(end + 1..).unwrap_or("");
            return Some(Token::Quoted(&inside[..end]));
        }
        let end = text.find(|c| parts(c) || c == '"').unwrap_or(text.len());
        self.0 = &text[end..];
        (end > 0).then(|| Token::Word(&text[..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(text: &str) -> Vec<(String, f64)> {
        Statistics::read(text.as_bytes()).counters
    }

    fn own(list: &[(&str, f64)]) -> Vec<(String, f64)> {
        list.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
    }

    #[test]
    fn names_and_numbers_are_read() {
        let text = "(:conflicts 12\n :time 0.50\n :status \"x y\"\n :memory 17)";
        assert_eq!(counters(text), own(&[("conflicts", 12.0), ("time", 0.5), ("memory", 17.0)]));
    }

    #[test]
    fn lists_and_histograms_of_cvc5_are_read() {
        let text = "(:all-statistics ((\"ee::terms\" 2) (\"global::totalTime\" 26ms) (\"driver::filename\" <stdin>) \
            (\"cvc5::TERM\" { BITVECTOR_MULT: 1, EQUAL: 3 }) (\"none\" {  }) (\"last\" 4)))";
        let expected = [
            ("ee::terms", 2.0),
            ("cvc5::TERM/BITVECTOR_MULT", 1.0),
            ("cvc5::TERM/EQUAL", 3.0),
            ("last", 4.0),
        ];
        assert_eq!(counters(text), own(&expected));
    }

    #[test]
    fn a_fingerprint_sees_steps_of_two_and_neither_time_nor_order() {
        let of = |text: &str| Statistics::read(text.as_bytes()).fingerprint();
        let base = of("(:conflicts 12 :decisions 3 :time 0.5 :max-memory 17.5)");
        assert_eq!(base, of("(:decisions 2 :conflicts 15 :time 9.5 :max-memory 99 :restarts 0)"));
        assert_ne!(base, of("(:conflicts 16 :decisions 3)"));
        assert_ne!(base, of("(:conflicts 12 :decisions 3 :restarts 1)"));
        assert_ne!(base, of("()"));
        // On every machine and in every version: campaigns are compared by it.
        assert_eq!(of("()"), 0xcbf2_9ce4_8422_2325);
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in ["", "\"", "(:", ":a", "(:a \"", "{ A: } 1", "(:a 1e999 :b -3 nan)"] {
            Statistics::read(text.as_bytes()).fingerprint();
        }
    }
}
