//! Which rules apply to which terms, found out once per term.

use smtlib::{Arena, TermId};

use super::repertoire::Repertoire;
use crate::rules::{Match, Step};

/// The matches of all terms that were asked about.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// By term and step: a part of the matches; `None` for what was not asked.
    parts: Vec<[Option<(u32, u32)>; 3]>,
    /// Terms below this stay, whatever is forgotten.
    seed: usize,
    /// The matches of terms that stay, and of the others.
    matches: [Vec<Match>; 2],
}

impl Memo {
    /// The enabled matches of a term.
    pub(super) fn of(&mut self, arena: &Arena, term: TermId, step: Step, rules: &Repertoire) -> &[Match] {
        if self.parts.len() <= term.index() {
            self.parts.resize(arena.term_count(), [None; 3]);
        }
        let matches = &mut self.matches[usize::from(term.index() >= self.seed)];
        let part = &mut self.parts[term.index()][step as usize];
        let (start, end) = *part.get_or_insert_with(|| {
            let start = matches.len();
            rules.book.applicable(arena, term, step, matches);
            let mut kept = start;
            for i in start..matches.len() {
                if rules.enabled[usize::from(matches[i].reading)] {
                    matches.swap(kept, i);
                    kept += 1;
                }
            }
            matches.truncate(kept);
            (start as u32, kept as u32)
        });
        &matches[start as usize..end as usize]
    }

    /// Takes over what is known of `old` for `new`, which differs from it only further down than patterns reach. A match
    /// that asks for equal parts may be none any more: a rule that does not apply after all is not applied.
    pub(super) fn inherit(&mut self, arena: &Arena, old: TermId, new: TermId) {
        if self.parts.len() <= new.index() {
            self.parts.resize(arena.term_count(), [None; 3]);
        }
        if old == new || new.index() < self.seed {
            return;
        }
        for step in 0..3 {
            let (Some((start, end)), None) = (self.parts[old.index()][step], self.parts[new.index()][step])
            else {
                continue;
            };
            let first = self.matches[1].len() as u32;
            for i in start as usize..end as usize {
                let found = self.matches[usize::from(old.index() >= self.seed)][i];
                self.matches[1].push(Match { term: new, ..found });
            }
            self.parts[new.index()][step] = Some((first, self.matches[1].len() as u32));
        }
    }

    /// Says that the terms that are there now stay. Nothing may have been asked before.
    pub(super) fn keep(&mut self, arena: &Arena) {
        self.seed = arena.term_count();
    }

    /// Forgets the terms that do not stay.
    pub(super) fn forget(&mut self) {
        self.parts.truncate(self.seed);
        self.matches[1].clear();
    }
}
