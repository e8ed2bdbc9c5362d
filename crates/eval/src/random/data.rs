//! Values of datatypes, of bounded depth.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smtlib::{Arena, Command, DatatypeId, Script, SortCtor, SortDeclKind, SortId};

use super::{MAX_DEPTH, Sampler};
use crate::model_text::instance::Instance;
use crate::value::{Data, Value};

/// By datatype: the constructor from which the lowest value is made, by its place. A datatype without finite values
/// has none.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    lowest: FxHashMap<DatatypeId, usize>,
}

impl Heights {
    pub(super) fn of(script: &Script) -> Heights {
        let arena = &script.arena;
        let all: Vec<DatatypeId> = script
            .commands
            .iter()
            .flat_map(|command| match command {
                Command::DeclareDatatypes(_, datatypes) => &datatypes[..],
                _ => &[],
            })
            .copied()
            .collect();
        let mut heights = Heights::default();
        // Each round finds the datatypes whose lowest value is one higher: a constructor that is found first uses
        // only what was found before it, so that to follow the table always ends.
        loop {
            let found: Vec<(DatatypeId, usize)> = all
                .iter()
                .filter(|id| !heights.lowest.contains_key(id))
                .filter_map(|&id| {
                    let constructors = &arena.datatype(id).constructors;
                    let ready = |fields: &[SortId]| fields.iter().all(|&sort| heights.reaches(arena, sort));
                    let place = constructors.iter().position(|c| ready(&arena.fun(c.fun).params))?;
                    Some((id, place))
                })
                .collect();
            if found.is_empty() {
                return heights;
            }
            heights.lowest.extend(found);
        }
    }

    /// Whether a sort has a value that needs only datatypes of the table.
    fn reaches(&self, arena: &Arena, sort: SortId) -> bool {
        let sort = arena.sorts.canonical(sort);
        let args = arena.sorts.args(sort);
        match arena.sorts.ctor(sort) {
            // The empty one will do.
            SortCtor::Seq | SortCtor::Set | SortCtor::Bag => true,
            SortCtor::Array => args.last().is_none_or(|&element| self.reaches(arena, element)),
            SortCtor::User(decl) => {
                let known = match arena.sorts.decl(decl).kind {
                    SortDeclKind::Datatype(id) => self.lowest.contains_key(&id),
                    _ => true,
                };
                known && args.iter().all(|&arg| self.reaches(arena, arg))
            }
            _ => args.iter().all(|&arg| self.reaches(arena, arg)),
        }
    }
}

impl Sampler {
    pub(super) fn data(
        &mut self,
        arena: &Arena,
        sort: &Instance,
        id: DatatypeId,
        depth: u32,
    ) -> Option<Value> {
        let lowest = *self.heights.lowest.get(&id)?;
        let constructors = &arena.datatype(id).constructors;
        let place = if depth >= MAX_DEPTH { lowest } else { self.below(constructors.len() as u64) as usize };
        let constructor = constructors.get(place)?.fun;
        let fields: Option<Vec<Value>> = sort
            .fields(arena, constructor)
            .iter()
            .map(|field| self.instance(arena, field, depth + 1))
            .collect();
        Some(Value::Data(Arc::new(Data { constructor, fields: fields?.into() })))
    }
}
