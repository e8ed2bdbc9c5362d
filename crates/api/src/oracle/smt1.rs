//! Benchmarks of SMT-LIB 1.2, which some libraries still read: bit-vectors, arrays of them, and functions.

use rustc_hash::FxHashMap;
use smtlib::theory::{Arity, ArrayOp as Y, BvOp as B, CoreOp as C, Op};
use smtlib::{Arena, Head, Lets, Measures, SortCtor, SortId, TermId, Walk};

use super::retold::is_flat;
use crate::book::Book;

/// Operators whose names differ from those of version 2; of the others, those in [`SAME`] are there.
const RENAMED: &[(Op, &str)] =
    &[(Op::Core(C::Implies), "implies"), (Op::Core(C::True), "true"), (Op::Core(C::False), "false")];

/// Operators with the same name and meaning.
const SAME: &[Op] = &[
    Op::Core(C::Not),
    Op::Core(C::And),
    Op::Core(C::Or),
    Op::Core(C::Xor),
    Op::Core(C::Distinct),
    Op::BitVec(B::Concat),
    Op::BitVec(B::Not),
    Op::BitVec(B::Neg),
    Op::BitVec(B::And),
    Op::BitVec(B::Or),
    Op::BitVec(B::Xor),
    Op::BitVec(B::Nand),
    Op::BitVec(B::Nor),
    Op::BitVec(B::Xnor),
    Op::BitVec(B::Add),
    Op::BitVec(B::Sub),
    Op::BitVec(B::Mul),
    Op::BitVec(B::Udiv),
    Op::BitVec(B::Urem),
    Op::BitVec(B::Sdiv),
    Op::BitVec(B::Srem),
    Op::BitVec(B::Smod),
    Op::BitVec(B::Shl),
    Op::BitVec(B::Lshr),
    Op::BitVec(B::Ashr),
    Op::BitVec(B::Repeat),
    Op::BitVec(B::ZeroExtend),
    Op::BitVec(B::SignExtend),
    Op::BitVec(B::RotateLeft),
    Op::BitVec(B::RotateRight),
    Op::BitVec(B::Comp),
    Op::BitVec(B::Extract),
    Op::BitVec(B::Ult),
    Op::BitVec(B::Ule),
    Op::BitVec(B::Ugt),
    Op::BitVec(B::Uge),
    Op::BitVec(B::Slt),
    Op::BitVec(B::Sle),
    Op::BitVec(B::Sgt),
    Op::BitVec(B::Sge),
    Op::Array(Y::Select),
    Op::Array(Y::Store),
];

/// Whether an operator is in every version of the language; some readers die of what they do not know.
pub(super) fn is_plain(op: Op) -> bool {
    let others = [Op::Core(C::Eq), Op::Core(C::Ite)];
    SAME.contains(&op) || others.contains(&op) || RENAMED.iter().any(|row| row.0 == op)
}

/// A benchmark that asks about these together; `None` when the language lacks something, or it would be too long.
pub(super) fn benchmark(book: &Book, terms: &[TermId], longest: u64) -> Option<String> {
    let arena = &book.script.arena;
    let mut measures = Measures::new(Lets::Through);
    if terms.is_empty() || terms.iter().any(|&term| measures.tree_size(arena, term) > longest) {
        return None;
    }
    let mut out = String::from("(benchmark told\n:logic QF_AUFBV\n");
    for symbol in book.symbols() {
        let fun = arena.fun(symbol.fun);
        let name = arena.name(fun.name);
        let params: Vec<String> =
            fun.params.iter().map(|&sort| sort_text(arena, sort)).collect::<Option<_>>()?;
        let params: String = params.iter().map(|sort| format!("{sort} ")).collect();
        out += &match fun.result {
            SortId::BOOL if fun.params.is_empty() => format!(":extrapreds (({name}))\n"),
            SortId::BOOL => return None,
            result => format!(":extrafuns (({name} {params}{}))\n", sort_text(arena, result)?),
        };
    }
    let texts = written(book, terms)?;
    for (n, term) in terms.iter().enumerate() {
        let word = if n + 1 == terms.len() { ":formula" } else { ":assumption" };
        out += &format!("{word} {}\n", texts.get(term)?);
    }
    Some(out + ")\n")
}

fn sort_text(arena: &Arena, sort: SortId) -> Option<String> {
    let width = |sort| match arena.sorts.ctor(sort) {
        SortCtor::BitVec(width) => Some(width),
        _ => None,
    };
    match (arena.sorts.ctor(sort), arena.sorts.args(sort)) {
        (SortCtor::BitVec(width), _) => Some(format!("BitVec[{width}]")),
        (SortCtor::Array, &[index, element]) => Some(format!("Array[{}:{}]", width(index)?, width(element)?)),
        _ => None,
    }
}

/// The texts of all parts, from the leaves up.
fn written(book: &Book, terms: &[TermId]) -> Option<FxHashMap<TermId, String>> {
    let arena = &book.script.arena;
    let mut texts: FxHashMap<TermId, String> = FxHashMap::default();
    let mut walk = Walk::new();
    for &part in walk.post_order(arena, terms.iter().copied(), Lets::Through) {
        let term = arena.term(part);
        let args: Vec<&str> =
            term.args.iter().map(|arg| texts.get(arg).map(String::as_str)).collect::<Option<_>>()?;
        let sort_of = |n: usize| term.args.get(n).map(|&arg| arena.sort_of(arg));
        // Chains and the like are version 2's.
        let chained = matches!(term.head, Head::Op(op, ..) if op.row().arity != Arity::LeftAssoc);
        if args.len() > 2
            && chained
            && !matches!(term.head, Head::Op(Op::Core(C::Ite) | Op::Array(Y::Store), ..))
        {
            return None;
        }
        let head = match term.head {
            Head::Literal(..) => match eval::Evaluator::new(arena, &[part]).value(0).ok()? {
                eval::Value::BitVec(value) => format!("bv{}[{}]", value.to_u64()?, value.width()),
                _ => return None,
            },
            Head::Fun(fun, _) => arena.name(arena.fun(fun).name).to_owned(),
            Head::Op(Op::Core(C::Eq), ..) if sort_of(0) == Some(SortId::BOOL) => "iff".to_owned(),
            Head::Op(Op::Core(C::Eq), ..) => "=".to_owned(),
            Head::Op(Op::Core(C::Distinct), ..) if sort_of(0) == Some(SortId::BOOL) => return None,
            Head::Op(Op::Core(C::Ite), ..) if arena.sort_of(part) == SortId::BOOL => {
                "if_then_else".to_owned()
            }
            Head::Op(Op::Core(C::Ite), ..) if is_flat(arena.sorts.ctor(arena.sort_of(part))) => {
                "ite".to_owned()
            }
            Head::Op(op, _, qual) => {
                let renamed = RENAMED.iter().find(|row| row.0 == op).map(|row| row.1);
                let name = renamed.or_else(|| SAME.contains(&op).then(|| op.name()))?;
                let indices = &arena.qual(qual).indices;
                let indices: Vec<&str> = indices.iter().map(|index| arena.name(index.text)).collect();
                if indices.is_empty() { name.to_owned() } else { format!("{name}[{}]", indices.join(":")) }
            }
            _ => return None,
        };
        let text = if args.is_empty() { head } else { format!("({head} {})", args.join(" ")) };
        texts.insert(part, text);
    }
    Some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Trace;

    #[test]
    fn formulas_and_terms_have_words_of_their_own() {
        let trace = "smtquake-trace 1 z3\n1 sort (_ BitVec 4) -> s0\n1 sort Bool -> s1\n1 constant x s0 #b0000 -> t0\n\
            1 constant p s1 true -> t1\n1 value s0 #x3 -> t2\n1 term bvult t0 t2 -> t3\n1 term = t3 t1 -> t4\n\
            1 term (_ extract 1 0) t0 -> t5\n1 term = t5 t5 -> t6\n1 term = t5 t5 t5 -> t9\n1 term bvredor t0 -> t7\n1 term = t7 t7 -> t8\n";
        let mut book = Book::new();
        for mut line in Trace::read(trace).unwrap().lines {
            book.enter(&mut line.call).unwrap();
        }
        let of = |numbers: &[u32]| {
            let terms: Vec<TermId> = numbers.iter().filter_map(|&n| book.term(n)).collect();
            benchmark(&book, &terms, 100)
        };
        let expected = "(benchmark told\n:logic QF_AUFBV\n:extrafuns ((x BitVec[4]))\n:extrapreds ((p))\n\
            :assumption (iff (bvult x bv3[4]) p)\n:formula (= (extract[1:0] x) (extract[1:0] x))\n)\n";
        assert_eq!(of(&[4, 6]).as_deref(), Some(expected));
        assert_eq!(of(&[8]), None);
        assert_eq!(of(&[9]), None);
    }
}
