//! All parts together, on a target that is a maze: guidance must get further than chance, with the same number of runs.

use guide::{Balance, Corpus, Energy, Entry, Input, Sight, Strand, vary};
use solver::run::Run;
use strategy::Dice;

const ROOMS: usize = 40;
const RUNS: u64 = 6000;
const HEAD: usize = 3;

/// Every room has a door, which one byte in eight opens, and a corner that one byte in four shows besides. Bytes that are
/// missing are zeros, and those that are not needed are dropped, as a decoder does.
fn maze(bytes: &mut Vec<u8>) -> Run {
    let mut map = vec![0; 2 * ROOMS];
    let mut used = HEAD;
    for room in 0..ROOMS {
        let byte = bytes.get(HEAD + room).copied().unwrap_or(0);
        map[2 * room] = 1;
        used += 1;
        map[2 * room + 1] = u8::from(byte % 4 == 1);
        if usize::from(byte % 8) != (room * 5 + 3) % 8 {
            break;
        }
    }
    bytes.truncate(used);
    Run { coverage: Some(map), ..Run::default() }
}

fn fresh(dice: &mut Dice) -> Vec<u8> {
    (0..64).map(|_| dice.below(256) as u8).collect()
}

fn edges(guided: bool, seed: u64) -> usize {
    let (corpus, mut sight, mut energy) = (Corpus::in_memory(), Sight::new("maze"), Energy::default());
    let (mut balance, mut dice) = (Balance::new(2), Dice::new(&[seed]));
    for run in 0..RUNS {
        if run % 64 == 0 {
            energy.refresh(&corpus, std::slice::from_ref(&sight));
        }
        let begin_anew = !guided || balance.choose(&mut dice) == 0;
        let parent = if begin_anew { None } else { energy.choices(&mut dice).cloned() };
        let donor = energy.choices(&mut dice).cloned();
        let mut bytes = match (&parent, &donor) {
            (Some(parent), Some(donor)) => {
                let strand = |entry: &Entry| entry.input.bytes().to_vec();
                let (parent, donor) = (strand(parent), strand(donor));
                let whole = |bytes| Strand { bytes, cuts: &[HEAD] };
                vary(whole(&parent), whole(&donor), HEAD, &mut dice)
            }
            _ => fresh(&mut dice),
        };
        let features = corpus.note(sight.look(&maze(&mut bytes), ""));
        balance.learn(usize::from(parent.is_some()), features.len(), 0.01);
        if !features.is_empty() {
            let input = Input::Choices { logic: "maze".to_owned(), bytes };
            corpus.keep(Entry { input, under: None, text: Vec::new(), features, seconds: 0.01 }).unwrap();
        }
    }
    corpus.size().edges
}

#[test]
fn guidance_gets_further_than_chance() {
    for seed in [1, 2, 3] {
        let (blind, guided) = (edges(false, seed), edges(true, seed));
        assert!(guided >= 2 * blind, "{guided} edges with guidance, {blind} without");
    }
}
