//! Other words for the same: equal in all models, well typed, and made again from the same numbers.

use eval::{Evaluator, Missing, Sampler};
use smtlib::{Script, TermId};
use strategy::equiv::{Bounds, Noise, Stock};
use strategy::walk::{Ground, Repertoire};
use strategy::{Check, Label, Seed, Test, Truth, recheck};

const SEEDS: &[&str] = &[
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (or (> (+ x (* 2 y)) (- 3000)) (= (- x y) 2)))(assert (=> (distinct x y 3) (<= x (+ y y 5000))))(check-sat)",
    "(set-logic QF_BV)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))(assert (let ((c (bvor a b))) (and (bvule a c) (not (bvult (bvadd c a) b)))))(check-sat)",
    "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(assert (or (str.prefixof s (str.++ s \"a\")) (str.in_re s (re.* (str.to_re \"ab\")))))(check-sat)",
    "(set-logic LIA)(declare-const z Int)(assert (exists ((b Bool)) (ite b (> z 1) (and (< z 0) (not (= z (- 5)))))))(check-sat)",
];

#[test]
fn every_model_sees_the_same_before_and_after() {
    let (mut noise, mut changed) = (Noise::default(), 0);
    for text in SEEDS {
        let seed = Seed::parse("s", text.as_bytes()).unwrap();
        let rules = Repertoire::new(seed.features, |_| true);
        for number in 0..120 {
            let checks = vec![Check { truth: Truth::Unknown, model: false }];
            let mut test = Test { text: text.as_bytes().to_vec(), checks, ..Test::default() };
            if !noise.add(&mut test, &rules, &Bounds::default(), number) {
                continue;
            }
            changed += 1;
            let shown = String::from_utf8_lossy(&test.text);
            let mut script = Script::parse(text.as_bytes()).unwrap();
            let before: Vec<TermId> = script.assertions().collect();
            // The new script's assertions in the old one's context: the same names, the same values.
            let asserts: String = shown.lines().filter(|line| line.starts_with("(assert")).collect();
            let range = script.extend(asserts.as_bytes()).unwrap();
            assert!(script.type_errors.is_empty(), "{:?}\n{shown}", script.type_errors);
            let after = script.commands[range].iter().flat_map(|command| command.terms()).copied();
            let roots: Vec<TermId> = before.iter().copied().chain(after).collect();
            assert_eq!(roots.len(), 2 * before.len(), "{shown}");
            let mut sampler = Sampler::new(&script, number);
            let mut evaluator = Evaluator::new(&script.arena, &roots).with_missing(Missing::Unknown);
            for _ in 0..12 {
                evaluator.set_model(sampler.model(&script.arena));
                for i in 0..before.len() {
                    let (old, new) = (evaluator.value(i), evaluator.value(i + before.len()));
                    if let (Ok(old), Ok(new)) = (old, new) {
                        assert_eq!(old, new, "{shown}");
                    }
                }
            }
        }
    }
    assert!(changed > 400, "{changed}");
}

#[test]
fn a_seed_keeps_its_truth() {
    let mut distinct = std::collections::BTreeSet::new();
    for text in SEEDS {
        let seed = Seed::parse("s", text.as_bytes()).unwrap();
        let stock = |label| {
            let rules = Repertoire::new(seed.features, |_| true);
            Stock::new(&seed, Ground::of(&seed, label), &[], 7, rules)
        };
        let (one, other) = (stock(Some(Label::Sat)).unwrap(), stock(Some(Label::Sat)).unwrap());
        let (mut test, mut again) = (Test::default(), Test::default());
        for instance in 0..60 {
            one.test(&Bounds::default(), 1, instance, &mut test);
            other.test(&Bounds::default(), 1, instance, &mut again);
            assert_eq!(test.text, again.text);
            assert!(!matches!(test.checks[0].truth, Truth::Unknown));
            recheck(&test.text, &test.checks)
                .unwrap_or_else(|doubt| panic!("{doubt}\n{}", String::from_utf8_lossy(&test.text)));
            distinct.insert(test.text.clone());
        }
    }
    assert!(distinct.len() > 230, "{}", distinct.len());
}
