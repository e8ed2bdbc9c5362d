//! The edges that a run took.

use super::LINE;

/// The edges that a run took, of [`Run::coverage`](crate::run::Run::coverage), and how often. Nearly all of a solver's edges are
/// not taken by a test: they are passed over by lines.
pub fn taken(counts: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let (lines, rest) = counts.as_chunks::<LINE>();
    let first = lines.len() * LINE;
    let lines =
        lines.iter().enumerate().filter(|(_, line)| line.iter().fold(0, |any, count| any | count) != 0);
    let lines = lines.map(|(line, counts)| (line * LINE, counts.as_slice()));
    let all = lines.chain(std::iter::once((first, rest)));
    all.flat_map(|(first, counts)| (first..).zip(counts.iter().copied()).filter(|(_, count)| *count > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_that_was_taken_is_given_once_and_in_order() {
        for length in [0, 1, 63, 64, 65, 200, 640] {
            let mut counts = vec![0; length];
            let edges: Vec<usize> = (0..length).filter(|edge| edge * edge % 37 == 1).collect();
            edges.iter().for_each(|&edge| counts[edge] = (edge % 255 + 1) as u8);
            let given: Vec<(usize, u8)> = taken(&counts).collect();
            assert_eq!(given.iter().map(|(edge, _)| *edge).collect::<Vec<_>>(), edges);
            assert!(given.iter().all(|&(edge, count)| counts[edge] == count));
        }
    }
}
