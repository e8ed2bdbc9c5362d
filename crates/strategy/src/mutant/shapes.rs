//! Ways to make a term of a sort: the signature table and the script's own functions, at the sorts of a script.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smtlib::theory::{CoreOp, Op, Row, Table, Theory};
use smtlib::{Arena, FunId, FunKind, Index, IndexKind, Qual, QualId, Script, SortId, TermId};

use super::base::is_standard;
use crate::dice::Dice;
use crate::language::is_strict;

/// An application whose arguments are still to be chosen.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    maker: Maker,
    pub(super) args: SmallVec<[SortId; 3]>,
}

#[derive(Clone, Copy, Debug)]
enum Maker {
    Op(Op, QualId),
    Fun(FunId),
}

/// The shapes by the sort of their result.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    of_sort: FxHashMap<SortId, Vec<Shape>>,
}

/// Sorts whose terms are combined, at most: a signature is tried at all of their tuples.
const SORTS: usize = 8;
/// Arguments of a shape, at most.
const ARGUMENTS: usize = 3;
/// Indices that are tried for an operator at given sorts.
const INDICES: usize = 3;
/// The largest index where nothing in the arguments says how large it may be.
const FREE_INDEX: u32 = 4;

impl Shapes {
    /// All shapes over the first of these sorts, of operators that `knows` lets through.
    pub(super) fn of(
        script: &mut Script,
        sorts: &[SortId],
        knows: &dyn Fn(Op) -> bool,
        dice: &mut Dice,
    ) -> Shapes {
        let sorts = &sorts[..sorts.len().min(SORTS)];
        let mut shapes = Shapes::default();
        for row in Table::get().rows() {
            let count = row.signature.args.len();
            if (1..=ARGUMENTS).contains(&count)
                && !row.signature.is_special()
                && is_standard(row.op)
                && knows(row.op)
            {
                shapes.add_row(script, row, sorts, dice);
            }
        }
        let funs: Vec<(FunId, SmallVec<[SortId; 3]>, SortId)> = script
            .arena
            .funs()
            .filter(|(_, fun)| {
                let usable = !matches!(fun.kind, FunKind::Named(_) | FunKind::Tester(..));
                // A model fixes `div0`, say, which is no function of the script.
                let name = script.arena.name(fun.name);
                let own = Table::get().rows().iter().all(|row| row.names.iter().all(|(_, it)| *it != name));
                usable && own && fun.sort_params.is_empty() && (1..=ARGUMENTS).contains(&fun.params.len())
            })
            .map(|(id, fun)| {
                let canonical = |sort: &SortId| script.arena.sorts.canonical(*sort);
                (id, fun.params.iter().map(canonical).collect(), canonical(&fun.result))
            })
            .collect();
        for (fun, args, result) in funs {
            if sorts.contains(&result) && args.iter().all(|sort| sorts.contains(sort)) {
                shapes.add(result, Shape { maker: Maker::Fun(fun), args });
            }
        }
        shapes
    }

    fn add_row(&mut self, script: &mut Script, row: &Row, sorts: &[SortId], dice: &mut Dice) {
        let count = row.signature.args.len();
        for tuple in 0..sorts.len().pow(count as u32) {
            let args = (0..count as u32).map(|i| sorts[tuple / sorts.len().pow(i) % sorts.len()]);
            let args: SmallVec<[SortId; 3]> = args.collect();
            let languages = row.theory() == Theory::Core && args.contains(&SortId::REGLAN);
            if languages || is_circular(row.op, &args) || !is_strict(row.op, &args) {
                continue;
            }
            let tries = if row.signature.indices.is_empty() { 1 } else { INDICES };
            for _ in 0..tries {
                let qual = indices(&mut script.arena, row, &args, dice);
                if let Some(sort) = script.arena.op_sort(row, qual, &args)
                    && sorts.contains(&sort)
                {
                    self.add(sort, Shape { maker: Maker::Op(row.op, qual), args: args.clone() });
                }
            }
        }
    }

    fn add(&mut self, sort: SortId, shape: Shape) {
        self.of_sort.entry(sort).or_default().push(shape);
    }

    /// The shapes of terms of a sort.
    pub(super) fn of_sort(&self, sort: SortId) -> &[Shape] {
        self.of_sort.get(&sort).map_or(&[], Vec::as_slice)
    }

    /// The operators of all shapes.
    pub(super) fn operators(&self) -> impl Iterator<Item = Op> + '_ {
        self.of_sort.values().flatten().filter_map(Shape::operator)
    }
}

impl Shape {
    /// Its operator, if it is one of the table.
    pub(super) fn operator(&self) -> Option<Op> {
        match self.maker {
            Maker::Op(op, _) => Some(op),
            Maker::Fun(_) => None,
        }
    }

    /// The application to these arguments.
    pub(super) fn apply(&self, arena: &mut Arena, args: &[TermId]) -> Option<TermId> {
        match self.maker {
            Maker::Op(op, qual) => arena.apply_op(op, 0, qual, args),
            Maker::Fun(fun) => arena.apply_fun(fun, QualId::NONE, args),
        }
    }
}

/// Every sort has a choice between two of its terms; truth values have enough without it.
fn is_circular(op: Op, args: &[SortId]) -> bool {
    op == Op::Core(CoreOp::Ite) && args.get(1) == Some(&SortId::BOOL)
}

/// Random indices for an operator: below the width of its first argument, where that has one.
fn indices(arena: &mut Arena, row: &Row, args: &[SortId], dice: &mut Dice) -> QualId {
    if row.signature.indices.is_empty() {
        return QualId::NONE;
    }
    let most = args.iter().find_map(|&sort| arena.sorts.width(sort)).unwrap_or(FREE_INDEX);
    let mut numbers: Vec<usize> =
        row.signature.indices.iter().map(|_| dice.below(most as usize + 1)).collect();
    // Of two indices the first is the larger one, for bits.
    numbers.sort_unstable_by(|a, b| b.cmp(a));
    let indices = numbers
        .into_iter()
        .map(|number| Index { kind: IndexKind::Numeral, text: arena.symbols.intern(&number.to_string()) });
    let indices = indices.collect();
    arena.make_qual(Qual { indices, ascription: None })
}
