//! Speed of evaluation: node evaluations per second on one core.
//!
//! Targets: 20 million a second on bit-vectors of at most 64 bits, 5 million on mixed integers and arrays.

use divan::Bencher;
use divan::counter::ItemsCount;
use eval::{Evaluator, Value};
use smtlib::{FunId, Script};

fn main() {
    divan::main();
}

/// A chain of `steps` operations over three variables; each step uses the last one twice or a variable.
fn script(declarations: &str, steps: usize, step: impl Fn(usize) -> String, last: &str) -> Script {
    let mut source = format!("{declarations}(assert (let ((t0 x)) ");
    for i in 0..steps {
        source.push_str(&format!("(let ((t{} {})) ", i + 1, step(i)));
    }
    source.push_str(&last.replace("LAST", &format!("t{steps}")));
    source.push_str(&")".repeat(steps + 2));
    let script = Script::parse(source.as_bytes()).unwrap();
    assert!(script.type_errors.is_empty(), "{:?}", script.type_errors);
    script
}

fn bit_vectors(steps: usize) -> Script {
    let ops = ["bvadd", "bvmul", "bvxor", "bvand", "bvor", "bvsub", "bvshl", "bvudiv"];
    script(
        "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))",
        steps,
        |i| match i % 5 {
            4 => format!("(ite (bvult t{i} y) t{i} (bvnot t{i}))"),
            _ => format!("({} t{i} y)", ops[i % ops.len()]),
        },
        "(bvult LAST y)",
    )
}

fn mixed(steps: usize) -> Script {
    script(
        "(declare-const x Int)(declare-const y Int)(declare-const a (Array Int Int))",
        steps,
        |i| match i % 6 {
            0 => format!("(+ t{i} y)"),
            1 => format!("(* 3 (select a t{i}))"),
            2 => format!("(ite (< t{i} y) (- y 1) (mod t{i} 1000))"),
            3 => format!("(select (store a 5 t{i}) 6)"),
            4 => format!("(- t{i} (div y 7))"),
            _ => format!("(abs (+ t{i} 1))"),
        },
        "(< LAST y)",
    )
}

fn run(bencher: Bencher, script: &Script, mut value: impl FnMut(u64) -> Value) {
    let roots: Vec<_> = script.assertions().collect();
    let mut evaluator = Evaluator::new(&script.arena, &roots);
    let x: FunId = script.arena.funs().next().unwrap().0;
    let mut n = 0;
    bencher.counter(ItemsCount::new(evaluator.steps())).bench_local(|| {
        n += 1;
        evaluator.set_model(evaluator.model().clone());
        evaluator.set(x, value(n));
        evaluator.value(0)
    });
}

/// Bit-vectors of 32 bits, all steps.
#[divan::bench(args = [1_000, 100_000])]
fn bit_vector_nodes(bencher: Bencher, steps: usize) {
    run(bencher, &bit_vectors(steps), |n| Value::BitVec(eval::bitvec::BitVec::from_u64(32, n)));
}

/// Integers and arrays, all steps.
#[divan::bench(args = [1_000, 100_000])]
fn mixed_nodes(bencher: Bencher, steps: usize) {
    run(bencher, &mixed(steps), |n| Value::Int(n.into()));
}

/// A DAG of a million nodes.
#[divan::bench]
fn million_nodes(bencher: Bencher) {
    run(bencher, &bit_vectors(1_000_000), |n| Value::BitVec(eval::bitvec::BitVec::from_u64(32, n)));
}

/// A variable changed on which only the last assertion depends: the cost must not follow the script's size.
#[divan::bench(args = [1_000, 100_000])]
fn change_that_touches_little(bencher: Bencher, steps: usize) {
    let mut source = smtlib::Printer::new().script_text(&bit_vectors(steps));
    source.push_str("(declare-const z (_ BitVec 32))(assert (bvult z #x00000010))");
    let script = Script::parse(source.as_bytes()).unwrap();
    let roots: Vec<_> = script.assertions().collect();
    let mut evaluator = Evaluator::new(&script.arena, &roots);
    evaluator.run();
    let z: FunId = script.arena.funs().last().unwrap().0;
    let mut n = 0;
    bencher.bench_local(|| {
        n += 1;
        evaluator.set(z, Value::BitVec(eval::bitvec::BitVec::from_u64(32, n)));
        evaluator.value(1)
    });
}

/// Stores at `n` different indices, one upon the other. The time of a store is to stay about the same however long the
/// chain is: 13 to 20 µs on a busy machine. With a copy of the array for each, a chain of 4,000 took two seconds.
#[divan::bench(args = [2_000, 20_000], sample_count = 5)]
fn store_chain(bencher: Bencher, n: usize) {
    let script = script(
        "(declare-const x (Array Int Int))",
        n,
        |i| format!("(store t{i} {} {i})", i * 7919 % 100_003),
        "(= (select LAST 7919) 1)",
    );
    let roots: Vec<_> = script.assertions().collect();
    bencher.counter(ItemsCount::new(n)).bench_local(|| Evaluator::new(&script.arena, &roots).value(0));
}
