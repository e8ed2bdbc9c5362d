//! Random assignments, biased to what is interesting: the edges of sorts, and the script's own constants.

mod constants;
mod data;
mod number;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use smtlib::{Arena, Command, FunId, Script, SortCtor, SortDeclKind, SortId, TermId};

use crate::array::Array;
use crate::domain::Domain;
use crate::float::RoundingMode;
use crate::model::{Meaning, Model};
use crate::model_text::instance::Instance;
use crate::number::Int;
use crate::regex::Regex;
use crate::text::Text;
use crate::value::{FunctionTable, Value};

use constants::{Constants, neighbour};
use data::Heights;

/// A source of values and models for one script: the same seed gives the same values on any machine.
///
/// ```
/// let script = smtlib::Script::parse(b"(declare-const x Int)(declare-fun f (Int) Bool)").unwrap();
/// let mut sampler = eval::Sampler::new(&script, 7);
/// let model = sampler.model(&script.arena);
/// assert_eq!(model.meanings().count(), 2);
/// assert_eq!(eval::Sampler::new(&script, 7).model(&script.arena), model);
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    random: Xoshiro256PlusPlus,
    constants: Constants,
    heights: Heights,
    symbols: Vec<FunId>,
    /// The uninterpreted sorts and their present numbers of elements.
    universes: Vec<SortId>,
    sizes: FxHashMap<SortId, u32>,
}

/// Universes of uninterpreted sorts have at most this many elements.
const MAX_UNIVERSE: u64 = 4;

/// Values nest this deep before only the plainest are drawn.
const MAX_DEPTH: u32 = 4;

impl Sampler {
    /// A sampler for the declared symbols of a script.
    pub fn new(script: &Script, seed: u64) -> Sampler {
        let arena = &script.arena;
        let symbols = script.commands.iter().filter_map(|command| match command {
            Command::DeclareFun(fun) | Command::DeclareConst(fun) => Some(*fun),
            _ => None,
        });
        let symbols: Vec<FunId> = symbols.collect();
        let mut universes = BTreeSet::new();
        let declared = symbols.iter().flat_map(|&fun| {
            let fun = arena.fun(fun);
            fun.params.iter().chain([&fun.result]).map(|&sort| arena.sorts.canonical(sort))
        });
        let of_terms = (0..arena.term_count()).map(|i| arena.sort_of(TermId::from_index(i)));
        let mut open: Vec<SortId> = declared.chain(of_terms).collect::<BTreeSet<_>>().into_iter().collect();
        while let Some(sort) = open.pop() {
            open.extend_from_slice(arena.sorts.args(sort));
            if let SortCtor::User(decl) = arena.sorts.ctor(sort)
                && matches!(arena.sorts.decl(decl).kind, SortDeclKind::Declared)
                && !arena.sorts.has_param(sort)
            {
                universes.insert(sort);
            }
        }
        let mut sampler = Sampler {
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            constants: Constants::of(arena),
            heights: Heights::of(script),
            symbols,
            universes: universes.into_iter().collect(),
            sizes: FxHashMap::default(),
        };
        sampler.draw_universes();
        sampler
    }

    fn draw_universes(&mut self) {
        for i in 0..self.universes.len() {
            let size = 1 + self.below(MAX_UNIVERSE) as u32;
            self.sizes.insert(self.universes[i], size);
        }
    }

    /// A meaning for every declared symbol. Symbols of sorts without values that we can write down get none.
    pub fn model(&mut self, arena: &Arena) -> Model {
        self.draw_universes();
        let mut model = Model::new();
        for &sort in &self.universes {
            model.set_elements(sort, self.sizes[&sort]);
        }
        for i in 0..self.symbols.len() {
            self.resample(arena, &mut model, self.symbols[i]);
        }
        model
    }

    /// Gives a meaning to the declared symbols that a model says nothing of, within its universes.
    pub fn complete(&mut self, arena: &Arena, model: &mut Model) {
        self.draw_universes();
        for &sort in &self.universes {
            // Where it does not say how many elements there are, a few more do no harm.
            if let Some(count) = model.elements(sort) {
                self.sizes.insert(sort, count.max(1));
            }
        }
        for i in 0..self.symbols.len() {
            if model.get(self.symbols[i]).is_none() {
                self.resample(arena, model, self.symbols[i]);
            }
        }
    }

    /// The declared symbols that a model gives a meaning.
    pub fn symbols(&self) -> &[FunId] {
        &self.symbols
    }

    /// Another meaning for one symbol of a model that this sampler made last.
    pub fn resample(&mut self, arena: &Arena, model: &mut Model, fun: FunId) {
        if let Some(meaning) = self.meaning(arena, fun) {
            model.set(fun, meaning);
        }
    }

    /// A meaning for a symbol: a value, or a small table.
    pub fn meaning(&mut self, arena: &Arena, fun: FunId) -> Option<Meaning> {
        let decl = arena.fun(fun);
        let result = Instance::new(arena, decl.result);
        let default = self.instance(arena, &result, 0)?;
        if decl.params.is_empty() {
            return Some(Meaning::Value(default));
        }
        let mut entries = BTreeMap::new();
        for _ in 0..self.below(4) {
            let key: Option<Box<[Value]>> = decl
                .params
                .iter()
                .map(|&sort| self.instance(arena, &Instance::new(arena, sort), 1))
                .collect();
            let value = self.instance(arena, &result, 1)?;
            if value != default {
                entries.insert(key?, value);
            }
        }
        Some(Meaning::Table(FunctionTable { entries, default }))
    }

    /// A value of a sort; `None` for functions and sorts that we do not know.
    pub fn value(&mut self, arena: &Arena, sort: SortId) -> Option<Value> {
        self.instance(arena, &Instance::new(arena, sort), 0)
    }

    /// A number below `bound`, which is not zero.
    fn below(&mut self, bound: u64) -> u64 {
        // The high half of the product: no division, and a bias that nobody can measure.
        ((u128::from(self.random.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    fn pick<'v, T>(&mut self, items: &'v [T]) -> Option<&'v T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u64) as usize) }
    }

    /// A constant of the script, or a neighbour of one.
    fn constant(&mut self, sort: SortId) -> Option<Value> {
        let count = self.constants.of_sort(sort).len() as u64;
        if count == 0 {
            return None;
        }
        let (at, step) = (self.below(count) as usize, self.below(4));
        let value = &self.constants.of_sort(sort)[at];
        Some(match step {
            0 => neighbour(value, false),
            1 => neighbour(value, true),
            _ => value.clone(),
        })
    }

    fn instance(&mut self, arena: &Arena, sort: &Instance, depth: u32) -> Option<Value> {
        if let Some(plain) = sort.plain(arena)
            && self.below(4) == 0
            && let Some(value) = self.constant(plain)
        {
            return Some(value);
        }
        let count = if depth >= MAX_DEPTH { 0 } else { self.below(4) };
        Some(match sort.ctor(arena) {
            SortCtor::Bool => Value::Bool(self.coin()),
            SortCtor::Int => Value::Int(self.int()),
            SortCtor::Real => Value::Real(self.real()),
            SortCtor::BitVec(width) => Value::BitVec(self.bits(width)),
            SortCtor::Float(eb, sb) => Value::from(self.float(eb, sb)?),
            SortCtor::RoundingMode => Value::RoundingMode(*self.pick(&RoundingMode::ALL)?),
            SortCtor::Field(order) => Value::Field(self.field(arena.name(order))?),
            SortCtor::Char => Value::Char(self.letter()),
            SortCtor::String => {
                let codes: Vec<u32> = (0..count).map(|_| self.letter()).collect();
                Value::Text(Text::from_codes(codes)?)
            }
            SortCtor::RegLan => {
                Value::Regex(*self.pick(&[Regex::NONE, Regex::EPSILON, Regex::ALLCHAR, Regex::ALL])?)
            }
            SortCtor::Array => self.array(arena, &sort.args(arena), count, depth)?,
            SortCtor::Seq => {
                let element = sort.args(arena).into_iter().next()?;
                let items: Option<Vec<Value>> =
                    (0..count).map(|_| self.instance(arena, &element, depth + 1)).collect();
                Value::Seq(items?.into())
            }
            SortCtor::Set => {
                let element = sort.args(arena).into_iter().next()?;
                let items: Option<BTreeSet<Value>> =
                    (0..count).map(|_| self.instance(arena, &element, depth + 1)).collect();
                Value::Set(Arc::new(items?))
            }
            SortCtor::Bag => {
                let element = sort.args(arena).into_iter().next()?;
                let items: Option<BTreeMap<Value, Int>> = (0..count)
                    .map(|_| Some((self.instance(arena, &element, depth + 1)?, Int::from(1 + self.below(3)))))
                    .collect();
                Value::Bag(Arc::new(items?))
            }
            SortCtor::Tuple => {
                let items: Option<Vec<Value>> =
                    sort.args(arena).iter().map(|sort| self.instance(arena, sort, depth + 1)).collect();
                Value::Tuple(items?.into())
            }
            SortCtor::User(decl) => match arena.sorts.decl(decl).kind {
                SortDeclKind::Datatype(id) => self.data(arena, sort, id, depth)?,
                _ => {
                    let size = sort.plain(arena).and_then(|sort| self.sizes.get(&sort).copied());
                    Value::Element(self.below(u64::from(size.unwrap_or(1))) as u32)
                }
            },
            _ => return None,
        })
    }

    fn letter(&mut self) -> u32 {
        match self.below(8) {
            0 => self.below(128) as u32,
            1 => *self.pick(&[0, 0x7F, 0xFF, 0x100, 0xD800, 0xFFFF, crate::text::MAX_CODE]).unwrap_or(&0),
            _ => {
                let at = self.below(self.constants.letters.len() as u64) as usize;
                self.constants.letters[at]
            }
        }
    }

    fn array(&mut self, arena: &Arena, sorts: &[Instance], count: u64, depth: u32) -> Option<Value> {
        let (element, indices) = sorts.split_last()?;
        let default = self.instance(arena, element, depth + 1)?;
        let [index] = indices else { return Some(Value::Array(Arc::new(Array::constant(default)))) };
        // Without the index sort itself we cannot tell equal arrays over a finite index.
        let Some(plain) = index.plain(arena) else {
            return Some(Value::Array(Arc::new(Array::constant(default))));
        };
        let mut entries = BTreeMap::new();
        for _ in 0..count {
            let key = self.instance(arena, index, depth + 1)?;
            entries.insert(key, self.instance(arena, element, depth + 1)?);
        }
        let domain = Domain::of(arena, plain, &|sort| self.sizes.get(&sort).copied());
        Some(Value::Array(Arc::new(Array::finite(default, entries, domain.as_ref()))))
    }
}
