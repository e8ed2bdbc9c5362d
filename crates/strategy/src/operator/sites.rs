//! The places of a seed's operators, and the text between them.

use smtlib::theory::Op;
use smtlib::{Features, Head, Position, Positions, SortId, TermId};

use crate::factor::is_in_constant_factor;
use crate::mutant::{Base, alternatives};

/// An operator in its place.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) assertion: usize,
    pub(super) position: Position,
    /// What may stand here; the first is what the seed has.
    pub(super) choices: Vec<Choice>,
    /// How much of the text between sites stands before it.
    cut: usize,
}

/// An operator that may stand at a site.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) head: Head,
    text: Box<[u8]>,
    /// Whether it needs more than the seed's logic allows.
    pub(super) beyond: bool,
}

/// All sites of a seed, in the order of its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Sites {
    pub(super) all: Vec<Site>,
    between: Vec<u8>,
}

/// A seed with more operators is only mutated in its first ones.
const MOST: usize = 1 << 12;

impl Sites {
    /// Finds the sites of a seed and prints what is between them.
    pub(super) fn of(base: &mut Base, knows: &dyn Fn(Op) -> bool) -> Sites {
        let mut sites = Sites::default();
        let roots = base.roots.clone();
        for (assertion, &root) in roots.iter().enumerate() {
            let (mut text, mut heads) = (Vec::new(), Vec::new());
            base.printer.term_noting(&base.script.arena, root, &mut text, &mut |term, range| {
                heads.push((term, range));
            });
            let mut written = 0;
            sites.between.extend_from_slice(b"(assert ");
            let mut positions = Positions::new(&base.script.arena, root);
            let mut paths = Vec::new();
            while let Some(term) = positions.advance() {
                if matches!(base.script.arena.term(term).head, Head::Op(..)) {
                    paths.push(Some(Position::from(positions.path())));
                } else {
                    paths.push(None);
                }
            }
            for ((term, range), position) in heads.into_iter().zip(paths) {
                let Some(position) = position.filter(|_| sites.all.len() < MOST) else { continue };
                let own = text[range.clone()].into();
                let choices = choices(base, root, &position, term, own, knows);
                if choices.len() > 1 {
                    sites.between.extend_from_slice(&text[written..range.start]);
                    written = range.end;
                    let cut = sites.between.len();
                    sites.all.push(Site { assertion, position, choices, cut });
                }
            }
            sites.between.extend_from_slice(&text[written..]);
            sites.between.extend_from_slice(b")\n");
        }
        sites
    }

    /// Writes the assertions with these choices at the sites.
    pub(super) fn write(&self, chosen: &[u8], out: &mut Vec<u8>) {
        let mut done = 0;
        for (site, &choice) in self.all.iter().zip(chosen) {
            out.extend_from_slice(&self.between[done..site.cut]);
            out.extend_from_slice(&site.choices[usize::from(choice)].text);
            done = site.cut;
        }
        out.extend_from_slice(&self.between[done..]);
    }

    /// In how many ways the seed can be written, if they can be counted.
    pub(super) fn ways(&self) -> Option<u64> {
        self.all.iter().try_fold(1, |ways: u64, site| ways.checked_mul(site.choices.len() as u64))
    }

    pub(super) fn operators(&self) -> Vec<Op> {
        let heads = self.all.iter().flat_map(|site| &site.choices[1..]).map(|choice| choice.head);
        let mut operators: Vec<Op> = heads
            .filter_map(|head| match head {
                Head::Op(op, ..) => Some(op),
                _ => None,
            })
            .collect();
        operators.sort_unstable();
        operators.dedup();
        operators
    }

    pub(super) fn bytes(&self) -> usize {
        self.between.len() + 512 * self.all.len()
    }
}

/// What may stand at a position, the seed's own operator first.
fn choices(
    base: &mut Base,
    root: TermId,
    position: &Position,
    term: TermId,
    own: Box<[u8]>,
    knows: &dyn Fn(Op) -> bool,
) -> Vec<Choice> {
    let (head, sort) = (base.script.arena.term(term).head, base.script.arena.sort_of(term));
    let linear = !base.allowed.has(Features::NONLINEAR);
    let stuck = linear && is_in_constant_factor(&base.script.arena, root, position);
    // In difference logic there is one shape of sums.
    let rigid = !base.allowed.has(Features::LINEAR) && matches!(sort, SortId::INT | SortId::REAL);
    let mut choices = vec![Choice { head, text: own, beyond: false }];
    for other in alternatives(&mut base.script, term, knows) {
        let beyond = stuck || rigid || !other.needs.is_subset(base.allowed);
        if beyond && !base.general {
            continue;
        }
        let mut text = Vec::new();
        // An operator without arguments is written as it stands before some.
        let name = base.script.arena.intern(other.head(), &[], sort);
        base.printer.term(&base.script.arena, name, &mut text);
        let text = text.into_boxed_slice();
        if choices.len() < usize::from(u8::MAX) && choices.iter().all(|it| it.text != text) {
            choices.push(Choice { head: other.head(), text, beyond });
        }
    }
    choices
}
