//! Traces as C programs: what a developer of the library can compile and step through.
//!
//! [`words`] has what each library calls things; operators are said by the tables of the adapters.

mod binding;
#[cfg(test)]
mod compiled;
mod options;
mod words;

use std::fmt::Write;

use smtlib::{Arena, SortCtor, SortId};

use super::call::{Action, Arg, Call, Kind};
use super::{Said, Trace, Unsayable};
use crate::adapter::{CCall, c_call};
use crate::book::Book;
use words::{FAMILIES, Words};

/// The trace as a program that calls the library of this family. What only our oracles do is a comment.
pub fn c_program(trace: &Trace, family: &str) -> Result<String, Unsayable> {
    let known = FAMILIES.iter().find(|words| words.family == family);
    let words = known.ok_or_else(|| Unsayable::Wrong(format!("the calls of {family} are not known in C")))?;
    let mut out = format!("{}\nint main(void)\n{{\n  {}\n", words.includes, words.open);
    let mut book = Book::new();
    // A solver that is not there before its settings are.
    let mut awaited: Option<u32> = None;
    for line in &trace.lines {
        let mut call = line.call.clone();
        if let Some(number) = awaited.take_if(|_| call.action != Action::SetOption) {
            let _ = writeln!(out, "  {}", words.ready.replace("{i}", &format!("i{number}")));
        }
        let refused = matches!(line.said, Some(Said::Refused(_)));
        if !refused {
            book.enter(&mut call).map_err(Unsayable::Wrong)?;
        }
        let text = if refused {
            None
        } else {
            Writer { words, book: &book, call: &call, seed: line.seed }.statement()?
        };
        let _ = match text {
            Some(text) => writeln!(out, "  {text}"),
            None => writeln!(out, "  /* {line} */"),
        };
        if call.action == Action::New && !refused && !words.ready.is_empty() {
            awaited = call.result;
        }
    }
    let _ = write!(out, "  {}\n  return 0;\n}}\n", words.close);
    Ok(out)
}

struct Writer<'a> {
    words: &'a Words,
    book: &'a Book,
    call: &'a Call,
    seed: u32,
}

impl Writer<'_> {
    /// The statement of a call; `None` for what is not said in C.
    fn statement(&self) -> Result<Option<String>, Unsayable> {
        let (call, arena) = (self.call, &self.book.script.arena);
        let missing = || Unsayable::Wrong(format!("`{call}` is not known in C"));
        let terms: Vec<String> = call.numbers(Kind::Term).iter().map(|number| format!("t{number}")).collect();
        let texts = call.texts();
        let result = call.result.map(|number| format!("t{number}")).unwrap_or_default();
        let number = call
            .args
            .iter()
            .find_map(|arg| if let Arg::Number(n) = arg { Some(n.to_string()) } else { None });
        let solver = call.solver().or(call.result).map(|number| format!("i{number}")).unwrap_or_default();
        let sort = call.result.and_then(|number| self.book.sort_of(number));
        let term_of = |text: String| Some(format!("{} {result} = {text};", self.words.term));
        let list = |items: &[String]| format!("({}[]){{{}}}", self.words.term, items.join(", "));
        let fill = |text: &str, pairs: &[(&str, &str)]| {
            pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
        };
        Ok(match call.action {
            Action::New => Some(fill(self.words.solver(self.seed), &[("{i}", &solver)])),
            Action::SetOption => {
                let (mode, value) = match texts[1].parse::<u64>() {
                    Ok(_) => ("", texts[1].to_owned()),
                    Err(_) => ("_mode", format!("\"{}\"", texts[1])),
                };
                let constants =
                    [("{mode}", mode), ("{NAME}", &options::constant(texts[0])), ("{literal}", &value)];
                let text =
                    fill(self.words.option, &[("{i}", &solver), ("{name}", texts[0]), ("{value}", texts[1])]);
                Some(fill(&text, &constants))
            }
            Action::Constant => {
                let sort = sort.ok_or_else(missing)?;
                let make = if arena.sorts.ctor(sort) == SortCtor::Array {
                    self.words.array
                } else {
                    self.words.constant
                };
                let sort = self.sort(arena, sort).ok_or_else(missing)?;
                term_of(fill(make, &[("{name}", texts[0]), ("{s}", &sort)]))
            }
            Action::Function => self.function(arena).map(Some).ok_or_else(missing)?,
            Action::Value => {
                let value = self.book.value(call.result.unwrap_or(0)).ok_or_else(missing)?;
                let sort = self.sort(arena, sort.ok_or_else(missing)?).ok_or_else(missing)?;
                let text = words::value(self.words, value).ok_or_else(missing)?;
                term_of(fill(&text, &[("{s}", &sort)]))
            }
            Action::Term => term_of(self.operator(&terms, sort).ok_or_else(missing)?),
            Action::Apply => {
                let function = format!("f{}", call.numbers(Kind::Fun)[0]);
                // Where a function is an argument like others, it is the first of them.
                let apart = self.words.apply.contains("{f}");
                let first = std::iter::once(function.clone()).filter(|_| !apart);
                let args: Vec<String> = first.chain(terms).collect();
                let pairs =
                    [("{f}", function.as_str()), ("{n}", &args.len().to_string()), ("{list}", &list(&args))];
                term_of(fill(self.words.apply, &pairs))
            }
            Action::Simplify if !self.words.simplify.is_empty() => {
                term_of(fill(self.words.simplify, &[("{i}", &solver), ("{t}", &terms[0])]))
            }
            Action::Assert => Some(fill(self.words.assert, &[("{i}", &solver), ("{t}", &terms[0])])),
            Action::Push | Action::Pop => {
                let text = if call.action == Action::Push { self.words.push } else { self.words.pop };
                Some(fill(text, &[("{i}", &solver), ("{n}", &number.unwrap_or_default())]))
            }
            Action::CheckSat => {
                let count = terms.len().to_string();
                let text = if terms.is_empty() { self.words.check } else { self.words.check_assuming };
                let assumed: String =
                    terms.iter().map(|term| fill(self.words.assume, &[("{t}", term)])).collect();
                let pairs = [("{i}", solver.as_str()), ("{n}", &count), ("{list}", &list(&terms))];
                Some(format!("{assumed}{}", fill(text, &pairs)))
            }
            Action::GetValue => Some(fill(self.words.value, &[("{i}", &solver), ("{t}", &terms[0])])),
            Action::CheckModel => None,
            Action::ResetAssertions => Some(fill(self.words.reset, &[("{i}", &solver)])),
            Action::Delete if !self.words.delete.is_empty() => {
                Some(fill(self.words.delete, &[("{i}", &solver)]))
            }
            Action::Quantify | Action::Define | Action::Substitute => self.substitution(&terms),
            _ => None,
        })
    }

    /// The expression of a sort; sorts are not deep, the parser sees to that.
    fn sort(&self, arena: &Arena, sort: SortId) -> Option<String> {
        let (ctor, args) = (arena.sorts.ctor(sort), arena.sorts.args(sort));
        let text = self.words.sorts.iter().find(|(name, _)| *name == words::sort_name(ctor))?.1;
        Some(match (ctor, args) {
            (SortCtor::BitVec(width), _) => text.replace("{n}", &width.to_string()),
            (SortCtor::Float(eb, sb), _) => {
                text.replace("{e}", &eb.to_string()).replace("{s}", &sb.to_string())
            }
            (SortCtor::Array, &[index, element]) => {
                text.replace("{i}", &self.sort(arena, index)?).replace("{e}", &self.sort(arena, element)?)
            }
            _ => text.to_owned(),
        })
    }

    fn function(&self, arena: &Arena) -> Option<String> {
        let number = self.call.result?;
        let fun = arena.fun(self.book.fun(number)?);
        let params: Option<Vec<String>> = fun.params.iter().map(|&sort| self.sort(arena, sort)).collect();
        let params = params?;
        let text = self.words.function.replace("{f}", &format!("f{number}"));
        let text =
            text.replace("{name}", self.call.texts().first()?).replace("{n}", &params.len().to_string());
        Some(text.replace("{list}", &params.join(", ")).replace("{s}", &self.sort(arena, fun.result)?))
    }

    /// An operator by its function and template, or by its kind. More than two arguments are nested to the left.
    fn operator(&self, terms: &[String], sort: Option<SortId>) -> Option<String> {
        let Some(Arg::Operator(operator)) = self.call.args.first() else { return None };
        let sort = sort.and_then(|sort| self.sort(&self.book.script.arena, sort)).unwrap_or_default();
        match c_call(self.words.family, operator.op)? {
            CCall::Text(text) => Some(text),
            CCall::Kind(kind, any) => {
                let binary = !any && operator.op.row().signature.args.len() == 2;
                self.nested(binary, terms, |terms| Some(self.of_kind(&kind, terms)))
            }
            CCall::Function(name, template) => {
                let binary = template.bytes().filter(|&b| b == b'a').count() == 2;
                self.nested(binary, terms, |terms| self.filled(&name, template, terms, &sort))
            }
        }
    }

    /// More than two arguments of what takes two, one within the other.
    fn nested(
        &self,
        binary: bool,
        terms: &[String],
        two: impl Fn(&[String]) -> Option<String>,
    ) -> Option<String> {
        let Some(Arg::Operator(operator)) = self.call.args.first() else { return None };
        if !binary || terms.len() <= 2 {
            return two(terms);
        }
        let left_assoc = operator.op.row().arity == smtlib::theory::Arity::LeftAssoc;
        let (first, rest) = terms.split_first().filter(|_| left_assoc)?;
        rest.iter().try_fold(first.clone(), |sum, term| two(&[sum, term.clone()]))
    }

    fn of_kind(&self, kind: &str, terms: &[String]) -> String {
        let indices = match self.call.args.first() {
            Some(Arg::Operator(operator)) => operator.indices.iter().map(u32::to_string).collect(),
            _ => Vec::new(),
        };
        let text = self.words.kinds[usize::from(!indices.is_empty())].replace("{kind}", kind);
        let text = text.replace("{n}", &terms.len().to_string()).replace("{m}", &indices.len().to_string());
        let list = format!("({}[]){{{}}}", self.words.term, terms.join(", "));
        text.replace("{list}", &list).replace("{indices}", &indices.join(", "))
    }

    fn filled(&self, name: &str, template: &str, terms: &[String], sort: &str) -> Option<String> {
        let Some(Arg::Operator(operator)) = self.call.args.first() else { return None };
        let mut numbers = operator.indices.clone();
        if self.words.low_bound_first {
            numbers.reverse();
        }
        let (mut args, mut indices) = (terms.iter(), numbers.iter());
        let mut parts: Vec<String> = self.words.first.iter().map(|first| (*first).to_owned()).collect();
        for letter in template.bytes() {
            parts.push(match letter {
                b'a' => args.next()?.clone(),
                b'i' => indices.next()?.to_string(),
                b'S' => sort.to_owned(),
                b'#' => terms.len().to_string(),
                b'*' => format!("({}[]){{{}}}", self.words.term, terms.join(", ")),
                b'0' => "0".to_owned(),
                _ => "1".to_owned(),
            });
        }
        Some(format!("{name}({})", parts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_a_program_for_each_library() {
        let trace = Trace::read(
            "smtquake-trace 1 z3\n0 new -> i0\n2 sort (_ BitVec 8) -> s0\n3 constant x s0 #x0f -> t0\n\
             4 term bvadd t0 t0 t0 -> t1\n5 term (_ extract 3 0) t1 -> t2\n6 term bvult t0 t1 -> t3\n\
             7 function f s0 #x00 s0 -> f0\n8 apply f0 t0 -> t4\n9 check-sat i0 t3\n10 check-core i0\n11 delete i0\n",
        )
        .unwrap();
        let expected = [
            ("z3", "Z3_ast t1 = Z3_mk_bvadd(c, Z3_mk_bvadd(c, t0, t0), t0);"),
            ("cvc5", "Cvc5Term t1 = cvc5_mk_term(tm, CVC5_KIND_BITVECTOR_ADD, 3, (Cvc5Term[]){t0, t0, t0});"),
            ("yices", "term_t t1 = yices_bvsum(3, (term_t[]){t0, t0, t0});"),
            ("boolector", "BoolectorNode * t1 = boolector_add(b, boolector_add(b, t0, t0), t0);"),
            (
                "bitwuzla",
                "BitwuzlaTerm t1 = bitwuzla_mk_term(tm, BITWUZLA_KIND_BV_ADD, 3, (BitwuzlaTerm[]){t0, t0, t0});",
            ),
        ];
        for (family, line) in expected {
            let program = c_program(&trace, family).unwrap();
            assert!(program.contains(line), "{program}");
            assert!(program.contains("/* 10 check-core i0 */"), "{program}");
            // Nothing is left to be filled in.
            assert!(
                !program.contains("{i}") && !program.contains("{t}") && !program.contains("{n}"),
                "{program}"
            );
        }
    }

    #[test]
    fn a_solver_that_takes_its_settings_with_it_comes_after_them() {
        let trace = Trace::read(
            "smtquake-trace 1 bitwuzla\n0 new -> i0\n0 set-option i0 rewrite-level 0\n\
             0 set-option i0 bv-solver prop\n0 check-sat i0\n0 new -> i1\n0 push i1 1\n",
        )
        .unwrap();
        let program = c_program(&trace, "bitwuzla").unwrap();
        let places = [
            "bitwuzla_set_option(oi0, BITWUZLA_OPT_REWRITE_LEVEL, 0);",
            "bitwuzla_set_option_mode(oi0, BITWUZLA_OPT_BV_SOLVER, \"prop\");",
            "Bitwuzla *i0 = bitwuzla_new(tm, oi0);",
            "bitwuzla_check_sat(i0)",
            "Bitwuzla *i1 = bitwuzla_new(tm, oi1);",
            "bitwuzla_push(i1, 1);",
        ]
        .map(|text| program.find(text).unwrap_or_else(|| panic!("{text}\n{program}")));
        assert!(places.is_sorted(), "{program}");
    }
}
