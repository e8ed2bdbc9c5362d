//! Ground terms by signature: an operator applied to literals and to terms made before.

use eval::{Evaluator, Value};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;
use smtlib::theory::{
    ArithOp, BagOp, BvOp, Dim, Naming, Op, Pattern, RegexOp, Row, SeqOp, SetOp, StringOp, Theory,
};
use smtlib::{
    Arena, Command, Head, Index, IndexKind, Qual, QualId, Script, SortCtor, SortId, TermId, term_text,
};

use super::literal;
use super::subject::Subject;

const LETTERS: usize = 26;

/// Widths of bit-vectors that are taken more often than others: around machine words, and the least and widest.
const WIDTHS: &[i64] = &[1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128];

/// The widest bit-vector.
const MAX_WIDTH: i64 = 128;

/// Floating-point formats of IEEE 754.
const FORMATS: &[(i64, i64)] = &[(5, 11), (8, 24), (11, 53), (15, 113)];

/// Small formats, which some solvers refuse.
const SMALL_FORMATS: &[(i64, i64)] = &[(3, 3), (3, 5), (4, 4), (3, 5), (7, 9)];

/// The least formats, which more solvers refuse or mistake.
const LEAST_FORMATS: &[(i64, i64)] = &[(2, 2), (2, 3), (3, 2), (2, 7)];

/// Orders of finite fields.
const ORDERS: &[&str] = &["2", "3", "5", "7", "101", "18446744069414584321"];

/// What the terms of one query have in common. Solvers that refuse or mistake one kind may know the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Flavor {
    Usual,
    /// Floats of small formats.
    SmallFormats,
    /// Floats of the least formats.
    LeastFormats,
    /// No sorts but bit-vectors.
    Bits,
}

/// A maker of ground terms.
pub(super) struct Generator {
    script: Script,
    pub(super) rng: Xoshiro256PlusPlus,
    /// Terms made before, by sort.
    pool: FxHashMap<SortId, Vec<TermId>>,
    /// Sorts by their text.
    sorts: FxHashMap<String, SortId>,
    /// What the terms of one query are like.
    flavor: Flavor,
    /// Which finite field the terms of one query are over.
    field: usize,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        Generator {
            script: Script::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            pool: FxHashMap::default(),
            sorts: FxHashMap::default(),
            flavor: Flavor::Usual,
            field: 0,
        }
    }

    /// Starts with an empty arena; the stream of random numbers goes on.
    pub(super) fn restart(&mut self) {
        self.script = Script::default();
        self.pool.clear();
        self.sorts.clear();
    }

    /// What is alike in all terms of one query is drawn anew.
    pub(super) fn next_batch(&mut self, subject: Subject) -> Flavor {
        self.flavor = match subject.theory() {
            Some(Theory::Float) => match self.rng.random_range(0..8) {
                0 => Flavor::LeastFormats,
                1..=3 => Flavor::SmallFormats,
                _ => Flavor::Usual,
            },
            Some(Theory::Core | Theory::Array) if self.rng.random() => Flavor::Bits,
            _ => Flavor::Usual,
        };
        self.field = self.rng.random_range(0..ORDERS.len());
        self.flavor
    }

    /// Where the terms live.
    pub(super) fn arena(&self) -> &Arena {
        &self.script.arena
    }

    /// Remembers a term as a part of later ones.
    pub(super) fn keep(&mut self, term: TermId) {
        let Head::Op(op, ..) = self.arena().term(term).head else { return };
        let more = self.arena().term(term).args.len() > op.row().signature.args.len();
        let mixed = matches!(op.theory(), Theory::Core | Theory::Array) && self.flavor != Flavor::Bits;
        // Not all solvers take more arguments, or all sorts; and long terms would only grow longer.
        if more
            || mixed
            || !is_widely_known(op, self.arena(), term)
            || term_text(self.arena(), term).len() > 300
        {
            return;
        }
        let terms = self.pool.entry(self.script.arena.sort_of(term)).or_default();
        if terms.len() < 32 {
            terms.push(term);
        } else {
            let place = self.rng.random_range(0..terms.len());
            terms[place] = term;
        }
    }

    /// The text of a term of the sort that `sort` writes.
    pub(super) fn operand_text(&mut self, sort: &str) -> Option<String> {
        let id = match self.sorts.get(sort) {
            Some(&id) => id,
            None => {
                let name = self.script.arena.fun_count();
                let declared =
                    self.script.extend(format!("(declare-const x{name} {sort})").as_bytes()).ok()?;
                let Some(&Command::DeclareConst(fun)) = self.script.commands[declared].first() else {
                    return None;
                };
                let id = self.script.arena.sorts.canonical(self.script.arena.fun(fun).result);
                self.sorts.insert(sort.to_owned(), id);
                id
            }
        };
        let term = self.operand(id)?;
        Some(term_text(self.arena(), term))
    }

    /// A membership in a language: of a word in it as often as not, if a few tries find one.
    pub(super) fn membership(&mut self, language: TermId) -> Option<TermId> {
        let mut last = None;
        let member = self.rng.random();
        for _ in 0..8 {
            let word = self.operand(SortId::STRING)?;
            let asked = self.script.arena.apply(RegexOp::InRe, &[], &[word, language])?;
            last = Some(asked);
            if Evaluator::new(self.arena(), &[asked]).value(0) == Ok(Value::Bool(member)) {
                break;
            }
        }
        last
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
        self.script.arena.apply_op(op, 0, qual, &args)
    }

    /// Numbers for the letters of a signature; those that widths or indices do not use do not matter.
    fn letters(&mut self, row: &Row) -> [Option<i64>; LETTERS] {
        let mut letters = [None; LETTERS];
        for letter in &mut letters {
            *letter = Some(match self.rng.random() {
                true => WIDTHS[self.rng.random_range(0..WIDTHS.len())],
                false => self.rng.random_range(1..=MAX_WIDTH),
            });
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
        let formats = match self.flavor {
            Flavor::LeastFormats => LEAST_FORMATS,
            Flavor::SmallFormats => SMALL_FORMATS,
            _ => FORMATS,
        };
        formats[self.rng.random_range(0..formats.len())]
    }

    fn sort_letters(&mut self) -> [SortId; 4] {
        let bv = self.script.arena.sorts.bit_vec(2);
        if self.flavor == Flavor::Bits {
            let wide = self.script.arena.sorts.bit_vec(WIDTHS[self.rng.random_range(0..WIDTHS.len())] as u32);
            return std::array::from_fn(|_| [bv, wide, wide][self.rng.random_range(0..3)]);
        }
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
            .map(|n| Index { kind: IndexKind::Numeral, text: self.script.arena.symbols.intern(n) })
            .collect();
        Some(self.script.arena.make_qual(Qual { indices, ascription: None }))
    }

    fn special_qual(&mut self, row: &Row) -> Option<QualId> {
        let int_seq = self.script.arena.sorts.make(SortCtor::Seq, &[SortId::INT]);
        let int_set = self.script.arena.sorts.make(SortCtor::Set, &[SortId::INT]);
        let int_bag = self.script.arena.sorts.make(SortCtor::Bag, &[SortId::INT]);
        let (indices, ascription): (Vec<Index>, _) = match row.op {
            Op::String(StringOp::Char) => {
                let code = format!("#x{:02X}", self.rng.random_range(0x20..0x7F));
                (vec![Index { kind: IndexKind::Hex, text: self.script.arena.symbols.intern(&code) }], None)
            }
            Op::String(StringOp::CharLit) => {
                let code = self.rng.random_range(0..0x30000).to_string();
                (
                    vec![Index { kind: IndexKind::Numeral, text: self.script.arena.symbols.intern(&code) }],
                    None,
                )
            }
            Op::Seq(SeqOp::Empty) => (vec![], Some(int_seq)),
            Op::Set(SetOp::Empty) => (vec![], Some(int_set)),
            Op::Bag(BagOp::Empty) => (vec![], Some(int_bag)),
            _ => return None,
        };
        Some(self.script.arena.make_qual(Qual { indices: indices.into(), ascription }))
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
            Pattern::BitVec(width) => self.script.arena.sorts.bit_vec(dim(width)?),
            Pattern::Float(eb, sb) => self.script.arena.sorts.float(dim(eb)?, dim(sb)?),
            Pattern::Field => {
                let order = self.script.arena.symbols.intern(ORDERS[self.field % ORDERS.len()]);
                self.script.arena.sorts.make(SortCtor::Field(order), &[])
            }
            Pattern::Array(index, element) => {
                let args = [self.sort(index, dims, vars)?, self.sort(element, dims, vars)?];
                self.script.arena.sorts.make(SortCtor::Array, &args)
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
        Some(self.script.arena.sorts.make(ctor, &[element]))
    }

    /// A literal, or a term made before.
    fn operand(&mut self, sort: SortId) -> Option<TermId> {
        let sort = self.script.arena.sorts.canonical(sort);
        if self.rng.random_ratio(1, 3)
            && let Some(terms) = self.pool.get(&sort)
            && !terms.is_empty()
        {
            return Some(terms[self.rng.random_range(0..terms.len())]);
        }
        literal::literal(&mut self.script.arena, &mut self.rng, sort, 0)
    }
}

/// Whether all who know the term's sort know its operator: one of a single solver's own would keep the others from
/// judging what it is a part of.
fn is_widely_known(op: Op, arena: &Arena, term: TermId) -> bool {
    let shared = matches!(
        arena.sorts.ctor(arena.sort_of(term)),
        SortCtor::Seq | SortCtor::Set | SortCtor::Bag | SortCtor::Field(_) | SortCtor::Char
    );
    match op.row().names[0].0 {
        // Names of version 2.7 and of one solver's reading of it.
        Naming::Standard => !matches!(
            op,
            Op::BitVec(BvOp::Nego | BvOp::ToNat | BvOp::ToInt | BvOp::FromInt)
                | Op::Arith(ArithOp::Divisible)
                | Op::String(StringOp::ReplaceRe | StringOp::ReplaceReAll)
        ),
        Naming::Cvc => shared && !matches!(op, Op::Seq(SeqOp::Update | SeqOp::Rev)),
        Naming::Z3 => matches!(arena.sorts.ctor(arena.sort_of(term)), SortCtor::Char),
        Naming::Old => false,
    }
}
