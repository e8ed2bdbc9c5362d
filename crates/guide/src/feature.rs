//! Features: what a run is told apart by.

/// Something that a target did: a place, and about how often.
///
/// A number that means the same on every machine: 20 bits for the [space](Space), one for the kind of place, 35 for the
/// place, 8 for the step. So features of all targets live in one set, edges and counters alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(pub u64);

/// Whose features they are: those of another target, or of another build, have nothing to do with these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Space(u64);

const STEP_BITS: u32 = 8;
const PLACE_BITS: u32 = 35;
const SPACE_BITS: u32 = 20;
const COUNTER: u64 = 1 << (STEP_BITS + PLACE_BITS);

impl Space {
    /// The space of a target; for edges, of a build with so many of them.
    pub fn new(target: &str, edges: Option<usize>) -> Space {
        let mut hash = blake3::Hasher::new();
        hash.update(target.as_bytes());
        hash.update(&(edges.unwrap_or(0) as u64).to_le_bytes());
        Space(first(&hash.finalize()) >> (u64::BITS - SPACE_BITS) << (u64::BITS - SPACE_BITS))
    }
}

impl Feature {
    /// An edge that was taken about as often as [`edge_step`] says.
    pub fn edge(space: Space, edge: usize, step: u32) -> Feature {
        let place = edge as u64 & ((1 << PLACE_BITS) - 1);
        Feature(space.0 | place << STEP_BITS | u64::from(step))
    }

    /// A counter of the target's own, by its [number](counter_number), at a step.
    pub fn counter(space: Space, number: u64, step: u32) -> Feature {
        Feature(space.0 | COUNTER | number << STEP_BITS | u64::from(step))
    }

    /// The edge, or the counter, whatever its step.
    pub fn place(self) -> u64 {
        self.0 >> STEP_BITS
    }

    /// Whether it is of an edge.
    pub fn is_edge(self) -> bool {
        self.0 & COUNTER == 0
    }

    /// The number of the edge, or of the counter.
    pub fn number(self) -> u64 {
        self.place() & ((1 << PLACE_BITS) - 1)
    }

    /// Whether it is of this space.
    pub fn is_in(self, space: Space) -> bool {
        self.0 >> (u64::BITS - SPACE_BITS) == space.0 >> (u64::BITS - SPACE_BITS)
    }
}

/// The number of a counter of this name.
pub fn counter_number(name: &str) -> u64 {
    first(&blake3::hash(name.as_bytes())) >> (u64::BITS - PLACE_BITS)
}

/// How often an edge was taken, in the eight steps of AFL: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, and more. A loop
/// that runs once more is nothing new, one that runs twice as often is.
pub fn edge_step(times: u8) -> u32 {
    match times {
        0..=3 => u32::from(times.saturating_sub(1)),
        4..=7 => 3,
        8..=15 => 4,
        16..=31 => 5,
        32..=127 => 6,
        128..=255 => 7,
    }
}

fn first(hash: &blake3::Hash) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_differ_in_all_that_they_are_made_of() {
        let (one, other) = (Space::new("z3@5.4.0", None), Space::new("cvc5@1.4.2", None));
        assert_ne!(one, Space::new("z3@5.4.0", Some(100)));
        let all = [
            Feature::edge(one, 7, 1),
            Feature::edge(one, 7, 2),
            Feature::edge(one, 8, 1),
            Feature::edge(other, 7, 1),
            Feature::counter(one, 7, 1),
        ];
        for (i, feature) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|other| other != feature));
            assert_eq!(feature.is_in(one), i != 3);
        }
        assert_eq!((all[0].place(), all[0].is_edge(), all[4].is_edge()), (all[1].place(), true, false));
        assert_eq!((all[2].number(), all[4].number()), (8, 7));
    }

    #[test]
    fn numbers_are_the_same_on_every_machine() {
        // Written down, so that a change does not go unseen: it would make every corpus on disk meaningless.
        let space = Space::new("z3@5.4.0", None);
        assert_eq!(Feature::counter(space, counter_number("conflicts"), 3).0, 2_178_261_298_061_963_779);
    }

    #[test]
    fn steps_rise_with_the_count() {
        let steps: Vec<u32> = (1..=255).map(edge_step).collect();
        assert!(steps.is_sorted() && steps[0] == 0 && steps[254] == 7);
        assert_eq!([1, 2, 3, 4, 8, 16, 32, 128].map(edge_step), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
