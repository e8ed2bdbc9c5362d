//! Questions about the rows whose signature does not tell how to apply them.

use smtlib::theory::{
    ArrayOp, BagOp, DatatypeOp, ExtensionOp, FloatOp, Op, RelationOp, SeqOp, SetOp, StringOp,
};

use super::Construct as C;

/// A question that was thought of for one row. `{name}` stands for the operator's name, `{n}` for a number of the
/// question's own, `{E}` and `{e}` for a sort of elements and a literal of it.
pub(super) struct Special {
    /// Commands before the assertion.
    pub setup: &'static str,
    /// The formula.
    pub assertion: &'static str,
    /// What must be known for it.
    pub needs: &'static [C],
}

const fn plain(assertion: &'static str, needs: &'static [C]) -> Special {
    Special { setup: "", assertion, needs }
}

const fn with(setup: &'static str, assertion: &'static str, needs: &'static [C]) -> Special {
    Special { setup, assertion, needs }
}

/// The question of a row that needs one of its own.
pub(super) fn special(op: Op) -> Option<Special> {
    Some(match op {
        Op::Array(op) => array(op)?,
        Op::String(StringOp::Char) => plain("(= (_ {name} #x41) \"A\")", &[C::String]),
        Op::String(StringOp::CharLit) => plain("(= (_ {name} 65) k_char)", &[C::Char]),
        // Bitwuzla reads real constants here, though it has no reals.
        Op::Float(FloatOp::FromReal) => plain("(= ((_ {name} 8 24) RNE 1.0) k_float)", &[C::Float]),
        Op::Datatype(op) => datatype(op),
        Op::Seq(SeqOp::Empty) => plain("(= (as {name} (Seq {E})) k_seq)", &[C::Seq]),
        Op::Set(SetOp::Empty | SetOp::Universe) => plain("(= (as {name} (Set {E})) k_set)", &[C::Set]),
        Op::Set(SetOp::Insert) => plain("(= ({name} {e} k_set) k_set)", &[C::Set]),
        Op::Bag(op) => bag(op)?,
        Op::Relation(op) => relation(op),
        Op::Extension(op) => extension(op)?,
        _ => return None,
    })
}

fn array(op: ArrayOp) -> Option<Special> {
    Some(match op {
        ArrayOp::SelectN => with(
            "(declare-fun grid{n} () (Array {E} {E} {E}))",
            "(= ({name} grid{n} {e} {e}) {e})",
            &[C::Array],
        ),
        ArrayOp::StoreN => with(
            "(declare-fun grid{n} () (Array {E} {E} {E}))",
            "(= ({name} grid{n} {e} {e} {e}) grid{n})",
            &[C::Array],
        ),
        ArrayOp::Const => plain("(= ((as {name} (Array {E} {E})) {e}) k_array)", &[C::Array]),
        ArrayOp::Map => plain("(= ((_ {name} and) k_flags k_flags) k_flags)", &[C::Array]),
        ArrayOp::AsArray => with("(declare-fun f{n} ({E}) {E})", "(= (_ {name} f{n}) k_array)", &[C::Array]),
        _ => return None,
    })
}

fn datatype(op: DatatypeOp) -> Special {
    match op {
        DatatypeOp::Is => plain("((_ {name} d_cons) k_list)", &[]),
        DatatypeOp::Update | DatatypeOp::UpdateField => {
            plain("(= ((_ {name} d_head) k_list {e}) k_list)", &[])
        }
    }
}

fn bag(op: BagOp) -> Option<Special> {
    const TABLE: &str = "(declare-fun t{n} () (Bag (Tuple {E} Bool)))";
    let needs: &[C] = &[C::Bag, C::Tuple];
    Some(match op {
        BagOp::Empty => plain("(= (as {name} (Bag {E})) k_bag)", &[C::Bag]),
        BagOp::Partition => plain(
            "(= ({name} (lambda ((x {E}) (y {E})) true) k_bag) ({name} (lambda ((x {E}) (y {E})) true) k_bag))",
            &[C::Bag, C::Lambda],
        ),
        BagOp::TableProduct => with(TABLE, "(= ({name} t{n} t{n}) ({name} t{n} t{n}))", needs),
        BagOp::TableProject => with(TABLE, "(= ((_ {name} 1) t{n}) ((_ {name} 1) t{n}))", needs),
        BagOp::TableGroup => with(TABLE, "(= ((_ {name} 0) t{n}) ((_ {name} 0) t{n}))", needs),
        _ => return None,
    })
}

fn relation(op: RelationOp) -> Special {
    const RELATION: &str = "(declare-fun r{n} () (Set (Tuple {E} {E})))";
    const UNARY: &str = "(declare-fun r{n} () (Set (Tuple {E})))";
    let (tuple, both): (&[C], &[C]) = (&[C::Tuple], &[C::Tuple, C::Set]);
    match op {
        RelationOp::Tuple => plain("(= ({name} {e} true) k_tuple)", tuple),
        RelationOp::Unit => plain("(= {name} {name})", tuple),
        RelationOp::Select => plain("(= ((_ {name} 0) k_tuple) {e})", tuple),
        RelationOp::Update => plain("(= ((_ {name} 0) k_tuple {e}) k_tuple)", tuple),
        RelationOp::Project => plain("(= ((_ {name} 0) k_tuple) ((_ {name} 0) k_tuple))", tuple),
        RelationOp::Join => with(RELATION, "(= ({name} r{n} r{n}) r{n})", both),
        RelationOp::Product => with(RELATION, "(= ({name} r{n} r{n}) ({name} r{n} r{n}))", both),
        RelationOp::Transpose | RelationOp::TClosure => with(RELATION, "(= ({name} r{n}) r{n})", both),
        RelationOp::JoinImage => {
            with(RELATION, "(= ({name} r{n} 1) ({name} r{n} 1))", &[C::Tuple, C::Set, C::Int])
        }
        RelationOp::Iden => with(UNARY, "(= ({name} r{n}) ({name} r{n}))", both),
        RelationOp::RelProject | RelationOp::Group => {
            with(RELATION, "(= ((_ {name} 0) r{n}) ((_ {name} 0) r{n}))", both)
        }
    }
}

fn extension(op: ExtensionOp) -> Option<Special> {
    const ELEMENT: &str = "(declare-sort U{n} 0)(declare-fun u{n} () U{n})";
    let heap: &[C] = &[C::Heap];
    Some(match op {
        ExtensionOp::Apply => with("(declare-fun f{n} ({E}) Bool)", "({name} f{n} {e})", &[]),
        ExtensionOp::PbLe | ExtensionOp::PbGe | ExtensionOp::PbEq => {
            plain("((_ {name} 5 1 2) true false)", &[])
        }
        ExtensionOp::TransitiveClosure => {
            with("(declare-fun f{n} ({E} {E}) Bool)", "((_ {name} f{n}) {e} {e})", &[])
        }
        ExtensionOp::FmfCard => with(ELEMENT, "(_ {name} U{n} 3)", &[C::DeclareSort]),
        ExtensionOp::FmfCardOf => with(ELEMENT, "({name} u{n} 3)", &[C::DeclareSort, C::Int]),
        ExtensionOp::SepNil => plain("(= (as {name} {E}) {e})", heap),
        ExtensionOp::SepEmp => plain("{name}", heap),
        ExtensionOp::SepEmpOf => plain("(_ {name} {E} {E})", &[]),
        ExtensionOp::PointsTo => plain("({name} {e} {e})", heap),
        ExtensionOp::Star | ExtensionOp::Wand => plain("({name} true true)", heap),
        _ => return None,
    })
}
