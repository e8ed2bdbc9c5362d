//! Terms.

use super::names::Named;
use super::operators::{Notation, notation};
use super::{Unsayable, Writer};
use crate::decl::{FunId, FunKind};
use crate::print::frame::{Frame, write};
use crate::sort::{SortCtor, SortId};
use crate::term::{Binder, Case, Head, LiteralKind, QualId, Term, TermId};
use crate::theory::{DatatypeOp, Op};

impl Writer<'_> {
    /// Writes a term.
    pub(super) fn term(&mut self, root: TermId) -> Result<(), Unsayable> {
        let mut out = std::mem::take(&mut self.out);
        let written = write(root, &mut out, &mut |term| self.frame(term));
        self.out = out;
        written
    }

    fn frame(&mut self, id: TermId) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        let term = arena.term(id);
        match term.head {
            Head::Literal(kind, text) => literal(kind, arena.name(text), &term, self),
            Head::Op(Op::Datatype(DatatypeOp::Is), _, qual) => self.is(qual, &term),
            Head::Op(op, spelling, qual) => {
                let refused = || Unsayable::operator(op.row().names[usize::from(spelling)].1);
                let mut frame = self.operator(notation(op).ok_or_else(refused)?, qual, &term)?;
                let among_reals = term.args.iter().any(|&arg| arena.sort_of(arg) == SortId::REAL);
                if matches!(op, Op::Arith(_) | Op::Core(_)) && among_reals {
                    self.coerce(&mut frame, &|_| true);
                }
                Ok(frame)
            }
            Head::Fun(fun, _) => self.application(fun, &term),
            Head::Var(var) => Ok(Frame::text(self.names.name(arena, Named::Var(var)))),
            Head::Let(vars) => {
                let mut parts = Vec::new();
                // Every variable has a name of its own, so one after the other is all at once.
                for (i, &part) in term.args.iter().enumerate() {
                    let open = if i == 0 { "(" } else { " in " };
                    let name =
                        arena.var_list(vars).get(i).map(|&var| self.names.name(arena, Named::Var(var)));
                    let binding = name.map(|name| format!("let {name} = ")).unwrap_or_default();
                    parts.push((format!("{open}{binding}"), part));
                }
                Ok(Frame { parts, end: ")".to_owned() })
            }
            Head::Binder(binder @ (Binder::Forall | Binder::Exists), vars) => {
                let word = if binder == Binder::Forall { "forall" } else { "exists" };
                let quantifiers = self.quantifiers(word, arena.var_list(vars))?;
                Ok(Frame::joined(&format!("({quantifiers}"), &term.args[..1], "", ")"))
            }
            Head::Binder(binder, _) => Err(Unsayable::operator(&format!("{binder:?}").to_lowercase())),
            // Patterns and names are for the solver, not part of what is said.
            Head::Annotated(_) => Ok(Frame::joined("", &term.args[..1], "", "")),
            Head::Match(cases) => self.matching(arena.cases(cases), &term),
            Head::Call => Err(Unsayable("a function that is the value of a term".to_owned())),
            Head::Unknown(name, _) | Head::Verbatim(name) => Err(Unsayable::operator(arena.name(name))),
        }
    }

    fn operator(&mut self, notation: Notation, qual: QualId, term: &Term<'_>) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        let args = term.args;
        let index = |i: usize| arena.qual(qual).indices.get(i).map_or("0", |index| arena.name(index.text));
        Ok(match notation {
            Notation::Word(word) => Frame::text(word),
            Notation::Prefix(word) => Frame::joined(&format!("({word}"), args, "", ")"),
            Notation::Infix(word) => {
                // Grouped, because not all readers group to the left.
                let open = "(".repeat(args.len().saturating_sub(1).max(1));
                let mut frame = Frame::joined(&open, args, &format!(") {word} "), ")");
                if let Some((before, _)) = frame.parts.get_mut(1) {
                    *before = format!(" {word} ");
                }
                frame
            }
            Notation::Chain(word) => Frame::joined("(", args, &format!(" {word} "), ")"),
            Notation::ToTheRight(word) => {
                let mut frame = Frame::joined("(", args, &format!(" {word} ("), "");
                if let Some((before, _)) = frame.parts.last_mut().filter(|_| args.len() > 1) {
                    *before = format!(" {word} ");
                }
                frame.end = ")".repeat(args.len().saturating_sub(1).max(1));
                frame
            }
            Notation::Call(word) => Frame::joined(&format!("{word}("), args, ", ", ")"),
            Notation::Ite => {
                let words = ["(if ", " then ", " else "].map(str::to_owned);
                Frame { parts: words.into_iter().zip(args.iter().copied()).collect(), end: ")".to_owned() }
            }
            Notation::Equality if arena.sort_of(args[0]) != SortId::BOOL => {
                Frame::joined("(", args, " = ", ")")
            }
            Notation::Equality => self.equivalence(args),
            Notation::Abs => {
                let name = self.names.fresh("abs");
                let zero = if term.sort == SortId::REAL { "0.0" } else { "0" };
                let end = format!(" in if {name} >= {zero} then {name} else (- {name}))");
                Frame { parts: vec![(format!("(let {name} = "), args[0])], end }
            }
            Notation::Select => Frame::joined("(", args, ")[", "]"),
            Notation::Store => {
                let words = ["(", ")[", " <- "].map(str::to_owned);
                Frame { parts: words.into_iter().zip(args.iter().copied()).collect(), end: "]".to_owned() }
            }
            Notation::Extract => Frame::joined("(", args, "", &format!(")^{{{},{}}}", index(1), index(0))),
            Notation::ZeroExtend => match index(0).parse::<usize>() {
                Ok(0) => Frame::joined("", args, "", ""),
                // A wider word than that is no use to anyone.
                Ok(width) if width <= 1 << 16 => {
                    Frame::joined(&format!("([|{}|] @ ", "0".repeat(width)), args, "", ")")
                }
                _ => return Err(Unsayable::operator("zero_extend")),
            },
        })
    }

    /// `(a <-> b)`; of more than two, each with the next, by names so that none is written twice.
    fn equivalence(&mut self, args: &[TermId]) -> Frame {
        if args.len() == 2 {
            return Frame::joined("(", args, " <-> ", ")");
        }
        let names: Vec<String> = args.iter().map(|_| self.names.fresh("eq")).collect();
        let parts = args.iter().zip(&names).enumerate();
        let parts = parts
            .map(|(i, (&arg, name))| (format!("{}let {name} = ", if i == 0 { "(" } else { " in " }), arg));
        let pairs: Vec<String> =
            names.windows(2).map(|pair| format!("({} <-> {})", pair[0], pair[1])).collect();
        Frame { parts: parts.collect(), end: format!(" in {})", pairs.join(" and ")) }
    }

    fn application(&mut self, fun: FunId, term: &Term<'_>) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        match arena.fun(fun).kind {
            FunKind::Named(_) if self.has_names => Ok(Frame::text(self.names.name(arena, Named::Fun(fun)))),
            // A name of a formula stands for the formula.
            FunKind::Named(named) => Ok(Frame::joined("", &[named], "", "")),
            FunKind::Selector(..) => {
                Err(Unsayable(format!("the selector `{}`", arena.name(arena.fun(fun).name))))
            }
            FunKind::Tester(datatype, place) => {
                let constructor = arena.datatype(datatype).constructors[place as usize].fun;
                self.tester(constructor, term)
            }
            FunKind::Declared | FunKind::Defined { .. } | FunKind::Constructor(..) => {
                let name = self.names.name(arena, Named::Fun(fun));
                if term.args.is_empty() {
                    return Ok(Frame::text(name));
                }
                let mut frame = Frame::joined(&format!("{name}("), term.args, ", ", ")");
                let params = &arena.fun(fun).params;
                let is_real =
                    |i: usize| params.get(i).is_some_and(|&sort| arena.sorts.canonical(sort) == SortId::REAL);
                self.coerce(&mut frame, &is_real);
                Ok(frame)
            }
        }
    }

    /// `((_ is C) x)`
    fn is(&mut self, qual: QualId, term: &Term<'_>) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        let name = arena.qual(qual).indices.first().map(|index| index.text);
        let SortCtor::User(decl) = arena.sorts.ctor(arena.sort_of(term.args[0])) else {
            return Err(Unsayable::operator("is"));
        };
        let crate::sort::SortDeclKind::Datatype(datatype) = arena.sorts.decl(decl).kind else {
            return Err(Unsayable::operator("is"));
        };
        let constructors = arena.datatype(datatype).constructors.iter().map(|constructor| constructor.fun);
        let found = constructors.into_iter().find(|&fun| Some(arena.fun(fun).name) == name);
        self.tester(found.ok_or_else(|| Unsayable::operator("is"))?, term)
    }

    /// A match whose only true case is this constructor's.
    fn tester(&mut self, constructor: FunId, term: &Term<'_>) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        let FunKind::Constructor(datatype, _) = arena.fun(constructor).kind else {
            return Err(Unsayable::operator("is"));
        };
        let mut cases = String::new();
        for other in &arena.datatype(datatype).constructors {
            let name = self.names.name(arena, Named::Fun(other.fun));
            let fields = vec!["_"; other.selectors.len()].join(", ");
            let fields = if fields.is_empty() { fields } else { format!("({fields})") };
            cases.push_str(&format!(" | {name}{fields} -> {}", other.fun == constructor));
        }
        Ok(Frame::joined("(match ", term.args, "", &format!(" with{cases} end)")))
    }

    fn matching(&mut self, cases: &[Case], term: &Term<'_>) -> Result<Frame, Unsayable> {
        let arena = &self.script.arena;
        let mut parts = vec![("(match ".to_owned(), term.args[0])];
        for (i, (case, &body)) in cases.iter().zip(&term.args[1..]).enumerate() {
            let Some(fun) = case.constructor() else {
                return Err(Unsayable("a `match` with a variable for a pattern".to_owned()));
            };
            let name = self.names.name(arena, Named::Fun(fun));
            let vars: Vec<String> =
                case.vars().iter().map(|&var| self.names.name(arena, Named::Var(var))).collect();
            let vars = if vars.is_empty() { String::new() } else { format!("({})", vars.join(", ")) };
            parts.push((format!("{} | {name}{vars} -> ", if i == 0 { " with" } else { "" }), body));
        }
        Ok(Frame { parts, end: " end)".to_owned() })
    }

    /// Integers where reals should stand are converted, as solvers do by themselves.
    fn coerce(&self, frame: &mut Frame, is_real: &dyn Fn(usize) -> bool) {
        let arena = &self.script.arena;
        let mut close = String::new();
        for (i, (before, arg)) in frame.parts.iter_mut().enumerate() {
            before.insert_str(0, &std::mem::take(&mut close));
            if is_real(i) && arena.sort_of(*arg) == SortId::INT {
                before.push_str("real_of_int(");
                close.push(')');
            }
        }
        frame.end.insert_str(0, &close);
    }
}

fn literal(kind: LiteralKind, text: &str, term: &Term<'_>, writer: &Writer<'_>) -> Result<Frame, Unsayable> {
    let bits = |digits: &str, per_digit: usize| -> String {
        let digit = |c: char| format!("{:0per_digit$b}", c.to_digit(16).unwrap_or(0));
        digits.chars().map(digit).collect()
    };
    let width = writer.script.arena.sorts.width(term.sort);
    Ok(Frame::text(match kind {
        LiteralKind::Numeral if text.starts_with('-') => format!("({})", number(text, term.sort)),
        LiteralKind::Numeral | LiteralKind::Decimal => number(text, term.sort),
        LiteralKind::Binary => format!("[|{}|]", &text[2..]),
        LiteralKind::Hex => format!("[|{}|]", bits(&text[2..], 4)),
        LiteralKind::BvNumeral => match (text[2..].parse::<u128>(), width) {
            (Ok(value), Some(width)) => format!("[|{value:0width$b}|]", width = width as usize),
            _ => return Err(Unsayable(format!("the literal `(_ {text} …)`, which is too long"))),
        },
        LiteralKind::String => return Err(Unsayable("string literals".to_owned())),
        LiteralKind::Field | LiteralKind::FieldNumeral(_) => {
            return Err(Unsayable("literals of finite fields".to_owned()));
        }
    }))
}

/// A number of a real type has a point.
fn number(text: &str, sort: SortId) -> String {
    match text.split_once('.') {
        Some((whole, "")) => format!("{whole}.0"),
        None if sort == SortId::REAL => format!("{text}.0"),
        _ => text.to_owned(),
    }
}
