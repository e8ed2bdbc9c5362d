//! An assertion on a walk: its text, its places, and the rules that apply to them.

use smtlib::{Arena, Printer, TermId};

use super::memo::Memo;
use super::places::{Finder, Places};
use super::repertoire::Repertoire;
use crate::label::Label;
use crate::rules::Match;

/// An assertion and what can be done to it.
#[derive(Clone, Debug)]
pub(super) struct Assertion {
    pub(super) root: TermId,
    /// Printed by the standard's names.
    pub(super) text: Vec<u8>,
    pub(super) places: Places,
    /// By reading and place: what applies.
    pub(super) options: Vec<(u32, Match)>,
}

impl Assertion {
    /// Finds out everything about an assertion.
    pub(super) fn new(
        arena: &Arena,
        root: TermId,
        printer: &Printer,
        finder: &mut Finder,
        memo: &mut Memo,
        rules: &Repertoire,
        label: Label,
    ) -> Assertion {
        let mut text = Vec::new();
        printer.term(arena, root, &mut text);
        let mut assertion = Assertion { root, text, places: Places::default(), options: Vec::new() };
        assertion.find(arena, finder, memo, rules, label);
        assertion
    }

    /// Finds its places and what applies to them.
    pub(super) fn find(
        &mut self,
        arena: &Arena,
        finder: &mut Finder,
        memo: &mut Memo,
        rules: &Repertoire,
        label: Label,
    ) {
        finder.find(arena, self.root, &mut self.places);
        self.options.clear();
        for (i, place) in self.places.all().iter().enumerate() {
            let matches = memo.of(arena, place.term, place.parity.step(label), rules);
            self.options.extend(matches.iter().map(|found| (i as u32, *found)));
        }
    }
}
