//! What real scripts are like, as the bounds of a grammar.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smtlib::theory::Naming;
use smtlib::{Command, Head, Lets, Measures, Script, SortCtor, SortId, Walk};

use super::bounds::Bounds;

/// Looks at scripts, and says what they have in common.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    scripts: u64,
    /// One number per script.
    assertions: Vec<u32>,
    constants: Vec<u32>,
    functions: Vec<u32>,
    /// One number per assertion.
    sizes: Vec<u32>,
    /// One number per declared bit-vector.
    widths: Vec<u32>,
    incremental: u64,
    definitions: u64,
    lets: u64,
    operators: BTreeMap<&'static str, u64>,
}

/// Members of a list of sizes: a tenth of what was seen stands behind each.
const QUANTILES: usize = 10;

impl Learner {
    /// How many scripts were seen.
    pub fn scripts(&self) -> u64 {
        self.scripts
    }

    /// Looks at a script.
    pub fn see(&mut self, script: &Script) {
        self.scripts += 1;
        let (mut checks, mut scopes) = (0, 0);
        let (mut constants, mut functions) = (FxHashMap::default(), FxHashMap::default());
        for command in &script.commands {
            match command {
                Command::DeclareConst(fun) | Command::DeclareFun(fun) => {
                    let fun = script.arena.fun(*fun);
                    let sort = script.arena.sorts.canonical(fun.result);
                    let of = if fun.params.is_empty() { &mut constants } else { &mut functions };
                    *of.entry(sort).or_insert(0) += 1;
                    self.see_width(script, sort);
                }
                Command::Push(_) => scopes += 1,
                command if command.is_check() => checks += 1,
                _ => self.definitions += command.defined().len() as u64,
            }
        }
        self.incremental += u64::from(checks > 1 || scopes > 0);
        self.constants.extend(constants.into_values().max());
        self.functions.extend(functions.into_values().max());
        let (mut assertions, mut measures) = (0, Measures::new(Lets::Kept));
        for assertion in script.assertions() {
            assertions += 1;
            self.sizes.push(measures.distinct(&script.arena, assertion) as u32);
        }
        self.assertions.push(assertions);
        self.see_terms(script);
    }

    fn see_width(&mut self, script: &Script, sort: SortId) {
        if let SortCtor::BitVec(width) = script.arena.sorts.ctor(sort) {
            self.widths.push(width);
        }
    }

    fn see_terms(&mut self, script: &Script) {
        for &term in Walk::new().post_order(&script.arena, script.root_terms(), Lets::Kept) {
            match script.arena.term(term).head {
                Head::Op(op, ..) if op.row().names[0].0 == Naming::Standard => {
                    *self.operators.entry(op.row().name()).or_default() += 1;
                }
                Head::Let(_) => self.lets += 1,
                _ => {}
            }
        }
    }

    /// What was seen. What no script had is as it is imagined.
    pub fn bounds(mut self) -> Bounds {
        let plain = Bounds::default();
        if self.scripts == 0 {
            return plain;
        }
        let uses: u64 = self.operators.values().sum();
        let share = |of: u64, all: u64, parts: u64| (of * parts).div_ceil(all.max(1)).min(parts) as u32;
        let rounded = |count: u64| share(count, uses, 10_000);
        let operators = self.operators.iter().map(|(name, &count)| ((*name).to_owned(), rounded(count)));
        Bounds {
            operators: operators.collect(),
            lets: share(self.lets, uses, 100),
            incremental: share(self.incremental, self.scripts, 100),
            definitions: share(self.definitions, self.sizes.len() as u64, 100),
            constants: middle(&mut self.constants).unwrap_or(plain.constants),
            functions: middle(&mut self.functions).unwrap_or(plain.functions),
            assertions: quantiles(&mut self.assertions).unwrap_or(plain.assertions),
            fuel: quantiles(&mut self.sizes).unwrap_or(plain.fuel),
            widths: quantiles(&mut self.widths).unwrap_or(plain.widths),
            group: plain.group,
            known: plain.known,
        }
    }
}

/// The number in the middle of each tenth, ascending, and none of them 0; nothing of nothing.
fn quantiles(seen: &mut [u32]) -> Option<Vec<u32>> {
    seen.sort_unstable();
    let at = |tenth: usize| seen[(2 * tenth + 1) * seen.len() / (2 * QUANTILES)].max(1);
    (!seen.is_empty()).then(|| (0..QUANTILES).map(at).collect())
}

fn middle(seen: &mut [u32]) -> Option<usize> {
    seen.sort_unstable();
    seen.get(seen.len() / 2).map(|&count| count as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learnt(texts: &[&str]) -> Bounds {
        let mut learner = Learner::default();
        texts.iter().for_each(|text| learner.see(&Script::parse(text.as_bytes()).unwrap()));
        learner.bounds()
    }

    #[test]
    fn bounds_are_what_was_seen() {
        let small = "(set-logic QF_BV)(declare-const a (_ BitVec 7))(assert (= a (bvmul a a)))(check-sat)";
        let other = "(declare-fun b () (_ BitVec 9))(declare-const c (_ BitVec 9))(declare-fun f (Int) Int)\
            (push 1)(assert (let ((d (bvmul b c))) (bvult d (bvadd d b))))(assert true)(check-sat)";
        let bounds = learnt(&[small, other]);
        assert_eq!((bounds.assertions[0], bounds.assertions[9]), (1, 2));
        assert_eq!((bounds.widths[0], bounds.widths[9]), (7, 9));
        assert_eq!((bounds.incremental, bounds.constants, bounds.functions), (50, 2, 1));
        // =, bvmul, bvult, bvmul, bvadd and true; one let.
        assert_eq!((bounds.operators["bvmul"], bounds.operators["="]), (3334, 1667));
        assert_eq!(bounds.lets, 17);
        assert!(bounds.fuel.is_sorted() && bounds.fuel[0] == 1);
    }

    #[test]
    fn nothing_teaches_nothing() {
        assert_eq!(learnt(&[]), Bounds::default());
    }
}
