//! Finding and applying rules: a walk of thirty thousand steps a second leaves some 30 µs for each, evaluation included.

use divan::Bencher;
use smtlib::{Arena, Lets, Rewriter, Script, SortId, TermId, Walk};
use strategy::Dice;
use strategy::rules::{Match, RuleBook, Step};

fn main() {
    divan::main();
}

const SEED: &str = "
(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const s String)(declare-const t String)
(declare-const p Bool)(declare-const q Bool)(declare-const a (Array Int Int))(declare-const v (_ BitVec 32))
(declare-const w (_ BitVec 32))
(assert (and (or p (< x (+ y 1)) (= (* 2 z) y)) (=> q (>= (- x z) 0)) (not (= x y))))
(assert (or (= (select (store a x 3) y) z) (str.prefixof s t) (and (= s (str.++ t \"ab\")) (<= (str.len s) x))))
(assert (ite p (bvult (bvadd v w) #x0000ffff) (= (bvand v #x000000ff) (bvmul w w))))
(assert (forall ((i Int)) (=> (and (<= 0 i) (< i x)) (< (select a i) (select a (+ i 1))))))
(assert (distinct (str.len s) (str.len t) 4))
(check-sat)
";

fn terms(script: &Script) -> Vec<TermId> {
    Walk::new().post_order(&script.arena, script.assertions(), Lets::Kept).to_vec()
}

fn step(arena: &Arena, term: TermId) -> Step {
    if arena.sort_of(term) == SortId::BOOL { Step::Weaken } else { Step::Keep }
}

/// What is applicable to all distinct sub-terms of a seed.
#[divan::bench]
fn applicable(bencher: Bencher) {
    let script = Script::parse(SEED.as_bytes()).expect("a script");
    let (terms, book) = (terms(&script), RuleBook::get());
    let mut found: Vec<Match> = Vec::new();
    bencher.counter(terms.len()).bench_local(|| {
        found.clear();
        for &term in &terms {
            book.applicable(&script.arena, term, step(&script.arena, term), &mut found);
        }
        found.len()
    });
}

/// One application of one rule, and its being forgotten.
#[divan::bench]
fn apply(bencher: Bencher) {
    let mut script = Script::parse(SEED.as_bytes()).expect("a script");
    let (terms, book) = (terms(&script), RuleBook::get());
    let mut found: Vec<Match> = Vec::new();
    for &term in &terms {
        book.applicable(&script.arena, term, step(&script.arena, term), &mut found);
    }
    let fill_with = terms.clone();
    let mut fill = |arena: &Arena, sort| fill_with.iter().copied().find(|&term| arena.sort_of(term) == sort);
    let (mut rewriter, mut dice) = (Rewriter::new(), Dice::new(&[1]));
    bencher.bench_local(|| {
        let mark = script.arena.checkpoint();
        let one = found[dice.below(found.len())];
        let new = book.apply(&mut script.arena, &mut rewriter, &one, &mut dice, &mut fill);
        script.arena.rollback(mark);
        rewriter.rolled_back(&script.arena);
        new
    });
}
