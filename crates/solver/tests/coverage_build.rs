//! A program that is built to count: what its runs tell of the code that they reach.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use solver::answer::{Expected, Reply};
use solver::backend::{Backend, Request, Session, SessionProtocol, Spawn};
use solver::catalogue::Catalogue;
use solver::catalogue::build::{Built, Order, Tree};
use solver::coverage::{Edges, Names};
use solver::process::{Limits, Program};
use solver::run::{Marks, Outcome, Run};
use tempfile::TempDir;

/// The toy solver, built in a folder of its own.
struct Toy {
    _folder: TempDir,
    program: Program,
    edges: Arc<Edges>,
    names: Names,
}

fn build(folder: &Path, command: &str) -> Built {
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/toy.c"), folder.join("toy.c"))
        .unwrap();
    let target = format!("{}", folder.join("toy").display()).parse().unwrap();
    let tree = Tree { folder: folder.to_owned(), command: command.to_owned(), program: None };
    let order = Order { target, tree: Some(tree), jobs: 1 };
    Catalogue::open(folder.join("cache")).build(&order, &mut |_, _| {}).unwrap()
}

impl Toy {
    fn new(command: &str) -> Toy {
        let folder = tempfile::tempdir().unwrap();
        let file: PathBuf = build(folder.path(), command).file;
        let edges = Arc::new(Edges::find(&file).unwrap());
        let names = Names::read(&file).unwrap();
        let program = Program { edges: Some(Arc::clone(&edges)), ..Program::new(file) };
        Toy { _folder: folder, program, edges, names }
    }

    /// How many edges of a function a run has passed, and in all.
    fn within(&self, function: &str, run: &Run) -> (usize, usize) {
        let counts = run.coverage.as_ref().unwrap();
        assert_eq!(counts.len(), self.edges.len());
        let all = self.names.functions(|edge| counts[edge] != 0);
        let found =
            all.iter().find(|it| it.name == function).unwrap_or_else(|| panic!("{function}: {all:?}"));
        (found.edges, found.edges_in_all)
    }
}

fn ask(backend: &mut dyn Backend, input: &str) -> Run {
    let limits = Limits::default();
    backend.run(&Request { input: input.as_bytes(), expected: &[Expected::CheckSat], limits: &limits })
}

const PLAIN: &str = "(check-sat)\n";
const RARE: &str = "(assert rare)\n(check-sat)\n";
const OFTEN: &str = "(assert often)\n(check-sat)\n";

/// No inlining, so that each function keeps its edges.
const BUILD: &str = "cc -O1 -fno-inline toy.c -o toy";

#[test]
fn a_fresh_process_tells_what_its_test_reaches() {
    let toy = Toy::new(BUILD);
    let mut spawn = Spawn::new(&toy.program, Marks::default()).unwrap();
    let (plain, rare, again) = (ask(&mut spawn, PLAIN), ask(&mut spawn, RARE), ask(&mut spawn, PLAIN));
    assert_eq!((plain.replies.as_slice(), rare.replies.as_slice()), (&[Reply::Sat][..], &[Reply::Unsat][..]));
    assert_eq!(toy.within("rarely", &plain).0, 0);
    let (reached, of) = toy.within("rarely", &rare);
    assert!(reached == of && of > 0);
    // Wherever the loader puts it.
    assert_eq!(plain.coverage, again.coverage);
    // A loop is counted, and a count beyond a byte is not taken for none.
    let often = ask(&mut spawn, OFTEN);
    let (reached, of) = toy.within("often", &often);
    assert!(reached == of && often.coverage.unwrap().into_iter().any(|count| count > 10));
    let place =
        (0..toy.edges.len()).filter_map(|edge| toy.names.place(edge)).find(|place| place.0 == "rarely");
    let (_, file, line) = place.unwrap();
    assert!(file.ends_with("toy.c") && line == 6, "{place:?}");
}

#[test]
fn a_session_tells_of_each_test_alone() {
    let toy = Toy::new(BUILD);
    let mut session = Session::new(&toy.program, SessionProtocol::default(), Marks::default()).unwrap();
    let mut run = Run::default();
    let limits = Limits::default();
    for (input, rare, often) in [(PLAIN, 0, 0), (RARE, 1, 0), (OFTEN, 0, 1), (PLAIN, 0, 0), (RARE, 1, 0)] {
        let request = Request { input: input.as_bytes(), expected: &[Expected::CheckSat], limits: &limits };
        session.run_into(&request, &mut run);
        assert_eq!(run.outcome, Outcome::Finished, "{run:?}");
        assert_eq!(toy.within("rarely", &run).0.min(1), rare, "{input}");
        assert_eq!(toy.within("often", &run).0.min(1), often, "{input}");
        assert!(toy.within("main", &run).0 > 0);
    }
}

#[test]
fn what_a_crash_reached_is_not_lost() {
    let toy = Toy::new(BUILD);
    let mut spawn = Spawn::new(&toy.program, Marks::default()).unwrap();
    let run = ask(&mut spawn, "(assert rare)\n(crash)\n");
    assert!(matches!(run.outcome, Outcome::Crashed(_)), "{:?}", run.outcome);
    assert!(toy.within("rarely", &run).0 > 0);
}

/// Its only call is its last, which the compiler makes a jump.
#[test]
fn a_function_that_ends_with_counting_is_counted() {
    let toy = Toy::new("cc -O2 toy.c -o toy");
    let mut spawn = Spawn::new(&toy.program, Marks::default()).unwrap();
    let (plain, run) = (ask(&mut spawn, PLAIN), ask(&mut spawn, "(assert nothing)\n(check-sat)\n"));
    assert_eq!((&run.outcome, run.replies.as_slice()), (&Outcome::Finished, &[Reply::Sat][..]));
    assert_eq!((toy.within("nothing", &plain), toy.within("nothing", &run)), ((0, 1), (1, 1)));
}

/// The linker keeps one of a function that several files have, with its counters.
#[test]
fn a_function_of_several_files_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let inline =
        "template <int N> __attribute__ ((noinline)) int shared (int n) { return n > N ? n - N : N; }\n";
    std::fs::write(
        folder.path().join("a.cc"),
        format!("{inline}int a (int n) {{ return shared<3> (n); }}\n"),
    )
    .unwrap();
    let main =
        "int a (int);\nint main (int n, char **) { return a (n) + shared<3> (n) + shared<4> (n) - 10; }\n";
    std::fs::write(folder.path().join("b.cc"), format!("{inline}{main}")).unwrap();
    let built = build(folder.path(), "c++ -O2 a.cc b.cc -o toy");
    let functions = Names::read(&built.file).unwrap().functions(|_| false);
    for name in ["int shared<3>(int)", "int shared<4>(int)"] {
        let found: Vec<usize> =
            functions.iter().filter(|it| it.name == name).map(|it| it.edges_in_all).collect();
        assert!(matches!(found[..], [1..=3]), "{name}: {functions:?}");
    }
    assert_eq!(built.edges, functions.iter().map(|it| it.edges_in_all).sum::<usize>());
}

#[test]
fn edges_of_another_program_are_not_counted() {
    let (toy, other) = (Toy::new(BUILD), Toy::new("cc -O3 -funroll-loops toy.c -o toy"));
    assert_ne!(toy.edges, other.edges);
    let confused = Program { edges: Some(Arc::clone(&other.edges)), ..toy.program.clone() };
    let mut spawn = Spawn::new(&confused, Marks::default()).unwrap();
    let run = ask(&mut spawn, RARE);
    assert_eq!(run.replies, [Reply::Unsat]);
    assert!(run.coverage.unwrap().iter().all(|count| *count == 0));
}
