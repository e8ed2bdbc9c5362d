//! Ground terms: an operator applied to literals and to terms made before.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use smtlib::theory::{
    ArrayOp, BagOp, Dim, Naming, Op, Pattern, RelationOp, Row, SeqOp, SetOp, StringOp, Table, Theory,
};
use smtlib::{Arena, Head, Index, IndexKind, Qual, QualId, SortCtor, SortId, TermId, term_text};

use super::literal;

const LETTERS: usize = 26;

/// Widths of bit-vectors: all small ones, those around a machine word, and the widest asked for.
const WIDTHS: &[i64] = &[1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 24, 31, 32, 33, 48, 63, 64, 65, 100, 127, 128];

/// Floating-point formats.
const FORMATS: &[(i64, i64)] = &[(2, 3), (3, 5), (4, 4), (5, 11), (8, 24), (11, 53), (15, 113)];

/// The least formats, which some solvers refuse.
const LEAST_FORMATS: &[(i64, i64)] = &[(2, 2), (3, 2)];

/// A maker of ground terms.
pub(super) struct Generator {
    pub(super) arena: Arena,
    rng: Xoshiro256PlusPlus,
    /// Terms made before, by sort.
    pool: FxHashMap<SortId, Vec<TermId>>,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        Generator {
            arena: Arena::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            pool: FxHashMap::default(),
        }
    }

    /// Starts with an empty arena; the stream of random numbers goes on.
    pub(super) fn restart(&mut self) {
        self.arena = Arena::default();
        self.pool.clear();
    }

    /// The operators that have a value on ground terms.
    pub(super) fn operators(&self) -> Vec<Op> {
        Table::get().rows().iter().filter(|row| is_generated(row)).map(|row| row.op).collect()
    }

    /// Remembers a term as a part of later ones.
    pub(super) fn keep(&mut self, term: TermId) {
        // Long terms would only grow longer, and an operator of one solver's own would keep the others from judging.
        let Head::Op(op, ..) = self.arena.term(term).head else { return };
        if op.row().names[0].0 != Naming::Standard || term_text(&self.arena, term).len() > 300 {
            return;
        }
        let terms = self.pool.entry(self.arena.sort_of(term)).or_default();
        if terms.len() < 32 {
            terms.push(term);
        } else {
            let place = self.rng.random_range(0..terms.len());
            terms[place] = term;
        }
    }

    /// A random application of `op`; `None` when none was found in a few tries.
    pub(super) fn term(&mut self, op: Op) -> Option<TermId> {
        (0..40).find_map(|_| self.try_term(op))
    }

    fn try_term(&mut self, op: Op) -> Option<TermId> {
        let row = op.row();
        let mut letters = self.letters(row);
        let sorts = self.sort_letters();
        let qual = self.indices(row, &mut letters)?;
        let mut patterns: Vec<&Pattern> = row.signature.args.iter().collect();
        if row.arity != smtlib::theory::Arity::Fixed && !patterns.is_empty() && self.rng.random_ratio(1, 16) {
            patterns.push(row.signature.args.last()?);
        }
        let mut args = Vec::new();
        for pattern in patterns {
            let sort = self.sort(pattern, &letters, &sorts)?;
            args.push(self.operand(sort)?);
        }
        self.arena.apply_op(op, 0, qual, &args)
    }

    /// Numbers for the letters of a signature; those that widths or indices do not use do not matter.
    fn letters(&mut self, row: &Row) -> [Option<i64>; LETTERS] {
        let mut letters = [None; LETTERS];
        for letter in &mut letters {
            *letter = Some(WIDTHS[self.rng.random_range(0..WIDTHS.len())]);
        }
        if row.theory() == Theory::Float {
            let (eb, sb) = self.format();
            let (eb2, sb2) = self.format();
            let name = |letter: u8| (letter - b'a') as usize;
            (letters[name(b'e')], letters[name(b's')]) = (Some(eb), Some(sb));
            match row.op.name() {
                "fp" => (letters[name(b's')], letters[name(b'm')]) = (Some(1), Some(sb - 1)),
                "to_fp"
                    if row.signature.args.len() == 2
                        && matches!(row.signature.args[1], Pattern::Float(..)) =>
                {
                    (letters[name(b'm')], letters[name(b'n')]) = (Some(eb2), Some(sb2));
                }
                _ => {}
            }
        }
        letters
    }

    fn format(&mut self) -> (i64, i64) {
        let formats = if self.rng.random_ratio(1, 50) { LEAST_FORMATS } else { FORMATS };
        formats[self.rng.random_range(0..formats.len())]
    }

    fn sort_letters(&mut self) -> [SortId; 4] {
        let bv = self.arena.sorts.bit_vec(2);
        let menu = [SortId::INT, SortId::BOOL, bv, SortId::STRING, SortId::REAL];
        std::array::from_fn(|_| menu[self.rng.random_range(0..menu.len())])
    }

    /// Indices that fit the operator, and the letters they fix.
    fn indices(&mut self, row: &Row, letters: &mut [Option<i64>; LETTERS]) -> Option<QualId> {
        if row.signature.special_indices {
            return self.special_qual(row);
        }
        if row.signature.indices.is_empty() {
            return Some(QualId::NONE);
        }
        for &letter in &row.signature.indices {
            // Formats are set already; other indices are small.
            if row.theory() != Theory::Float || letter == b'm' - b'a' {
                letters[letter as usize] = Some(self.rng.random_range(0..12));
            }
        }
        let numbers: Vec<String> =
            row.signature.indices.iter().map(|&l| letters[l as usize].unwrap_or(1).to_string()).collect();
        let indices = numbers
            .iter()
            .map(|n| Index { kind: IndexKind::Numeral, text: self.arena.symbols.intern(n) })
            .collect();
        Some(self.arena.make_qual(Qual { indices, ascription: None }))
    }

    fn special_qual(&mut self, row: &Row) -> Option<QualId> {
        let int_seq = self.arena.sorts.make(SortCtor::Seq, &[SortId::INT]);
        let int_set = self.arena.sorts.make(SortCtor::Set, &[SortId::INT]);
        let int_bag = self.arena.sorts.make(SortCtor::Bag, &[SortId::INT]);
        let array = self.arena.sorts.make(SortCtor::Array, &[SortId::INT, SortId::INT]);
        let (indices, ascription): (Vec<Index>, _) = match row.op {
            Op::String(StringOp::Char) => {
                let code = format!("#x{:02X}", self.rng.random_range(0x20..0x7F));
                (vec![Index { kind: IndexKind::Hex, text: self.arena.symbols.intern(&code) }], None)
            }
            Op::Seq(SeqOp::Empty) => (vec![], Some(int_seq)),
            Op::Set(SetOp::Empty) => (vec![], Some(int_set)),
            Op::Bag(BagOp::Empty) => (vec![], Some(int_bag)),
            Op::Array(ArrayOp::Const) => (vec![], Some(array)),
            _ => return None,
        };
        Some(self.arena.make_qual(Qual { indices: indices.into(), ascription }))
    }

    /// The sort a pattern stands for.
    fn sort(
        &mut self,
        pattern: &Pattern,
        dims: &[Option<i64>; LETTERS],
        vars: &[SortId; 4],
    ) -> Option<SortId> {
        let dim =
            |dim: &Dim| dim.value(dims).and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0 && n <= 512);
        Some(match pattern {
            Pattern::Bool => SortId::BOOL,
            Pattern::Int => SortId::INT,
            Pattern::Real => SortId::REAL,
            Pattern::RoundingMode => SortId::ROUNDING_MODE,
            Pattern::String => SortId::STRING,
            Pattern::RegLan => SortId::REGLAN,
            Pattern::Char => SortId::CHAR,
            Pattern::Num => [SortId::INT, SortId::REAL][self.rng.random_range(0..2)],
            Pattern::Var(v) => vars[*v as usize],
            Pattern::BitVec(width) => self.arena.sorts.bit_vec(dim(width)?),
            Pattern::Float(eb, sb) => self.arena.sorts.float(dim(eb)?, dim(sb)?),
            Pattern::Field => {
                let order = self.arena.symbols.intern("7");
                self.arena.sorts.make(SortCtor::Field(order), &[])
            }
            Pattern::Array(index, element) => {
                let args = [self.sort(index, dims, vars)?, self.sort(element, dims, vars)?];
                self.arena.sorts.make(SortCtor::Array, &args)
            }
            Pattern::Seq(element) => self.collection(SortCtor::Seq, element, dims, vars)?,
            Pattern::Set(element) => self.collection(SortCtor::Set, element, dims, vars)?,
            Pattern::Bag(element) => self.collection(SortCtor::Bag, element, dims, vars)?,
            Pattern::Any => SortId::INT,
            Pattern::Fun(_) => return None,
        })
    }

    fn collection(
        &mut self,
        ctor: SortCtor,
        element: &Pattern,
        dims: &[Option<i64>; LETTERS],
        vars: &[SortId; 4],
    ) -> Option<SortId> {
        let element = self.sort(element, dims, vars)?;
        Some(self.arena.sorts.make(ctor, &[element]))
    }

    /// A literal, or a term made before.
    fn operand(&mut self, sort: SortId) -> Option<TermId> {
        let sort = self.arena.sorts.canonical(sort);
        if self.rng.random_ratio(1, 3)
            && let Some(terms) = self.pool.get(&sort)
            && !terms.is_empty()
        {
            return Some(terms[self.rng.random_range(0..terms.len())]);
        }
        literal::literal(&mut self.arena, &mut self.rng, sort, 0)
    }
}

/// Whether the operator is one whose value a solver can confirm on ground terms.
fn is_generated(row: &Row) -> bool {
    let functions = row.signature.args.iter().any(|p| matches!(p, Pattern::Fun(_)));
    let special = matches!(
        row.op,
        Op::Array(
            ArrayOp::SelectN
                | ArrayOp::StoreN
                | ArrayOp::Map
                | ArrayOp::AsArray
                | ArrayOp::Ext
                | ArrayOp::Default
        ) | Op::Relation(
            RelationOp::Select | RelationOp::Update | RelationOp::Project | RelationOp::RelProject
        )
    );
    let theory = matches!(
        row.theory(),
        Theory::Datatype | Theory::Transcendental | Theory::Extension | Theory::Relation
    );
    // Z3's sets are arrays, which its own names reach; their cvc5 namesakes are tried.
    !functions && !special && !theory && !row.name().starts_with("table.")
}
