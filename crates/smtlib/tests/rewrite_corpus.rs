//! Properties of rewriting over real files and over small hand-written ones: after any operation the text means the
//! term.

use std::path::{Path, PathBuf};

use smtlib::{
    Command, Definition, FunKind, Lets, Position, Printer, Rewriter, Script, TermId, VarId, Walk, alpha_eq,
    unprintable_at,
};

/// Small scripts with shadowing of every kind.
const SHADOWS: &[&str] = &[
    "(declare-fun f (Int Int) Bool)(declare-const c Int)(assert (forall ((x Int)) (let ((a (+ x c)) (c x)) (or (f a c)\
     (exists ((x Int) (c Int)) (and (f a x) (f c a) (let ((x a)) (f x c))))))))",
    "(declare-fun f (Int) Int)(define-fun g ((x Int) (y Int)) Int (let ((z (f x))) (ite (exists ((x Int)) (= x z y))\
     (let ((x z)) (+ x y)) z)))(assert (forall ((y Int)) (= (g y (g 1 y)) (g (f y) y))))",
    "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)(assert (let ((h 3)) (match l ((nil true)\
     ((cons h t) (and (> h 0) (match t ((nil (= h 1)) ((cons k h) (= h l))))))))))",
    "(declare-const p Bool)(assert (let ((a (not p))) (let ((a (and a a)) (b a)) (or a b (let ((p a)) (xor p a b))))))",
    "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (let ((y (f x))) (= y (f y))) :pattern ((f x)) :qid q)))",
];

fn sample() -> Vec<(String, Vec<u8>)> {
    let mut sources: Vec<(String, Vec<u8>)> =
        SHADOWS.iter().enumerate().map(|(i, s)| (format!("shadow {i}"), s.as_bytes().to_vec())).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let mut paths = Vec::new();
    for name in ["labelled", "storm", "cvc5/regress0"] {
        files(&folder.join(name), &mut paths);
    }
    if paths.is_empty() {
        eprintln!("SKIPPED: there is no corpus beside the project; only the hand-written scripts are tested");
    }
    paths.sort();
    for path in paths.iter().step_by(11) {
        if let Ok(source) = std::fs::read(path)
            && source.len() < 60_000
        {
            sources.push((path.display().to_string(), source));
        }
    }
    sources
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "smt2") {
            found.push(path);
        }
    }
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides.max(1)
    }
}

/// The roots with the parameters that are bound outside of them.
fn roots(script: &Script) -> Vec<(TermId, Vec<VarId>)> {
    let in_command = |command: &Command| -> Vec<(TermId, Vec<VarId>)> {
        let bodies = command.defined().iter().filter_map(|&fun| match &script.arena.fun(fun).kind {
            FunKind::Defined { vars, body: Some(body) } => Some((*body, vars.clone())),
            _ => None,
        });
        command.terms().iter().map(|&t| (t, Vec::new())).chain(bodies).collect()
    };
    script.commands.iter().flat_map(in_command).collect()
}

/// Whether what is declared once stays declared, so that a later command can use the terms of an earlier one.
fn is_flat(script: &Script) -> bool {
    let before_last = &script.commands[..script.commands.len().saturating_sub(1)];
    !before_last.iter().any(|command| {
        matches!(command, Command::Pop(_) | Command::Reset | Command::ResetAssertions | Command::Exit)
    })
}

/// Prints, reads again and compares term by term.
fn check(name: &str, what: &str, script: &Script) {
    for (root, params) in roots(script) {
        if let Some(at) = unprintable_at(&script.arena, root, &params) {
            let text = smtlib::term_text(&script.arena, at);
            panic!("{name}: {what}: not printable: {}", &text[..text.len().min(500)]);
        }
    }
    // A graph can have an exponentially long text.
    if !is_small(script, Lets::Kept) {
        return;
    }
    let text = Printer::new().script_text(script);
    let again = Script::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{name}: {what}: {}", e.message));
    let (old, new) = (roots(script), roots(&again));
    assert_eq!(old.len(), new.len(), "{name}: {what}");
    for ((a, _), (b, _)) in old.iter().zip(&new) {
        assert!(
            alpha_eq((&script.arena, *a), (&again.arena, *b)),
            "{name}: {what}: {} is read as {}",
            smtlib::term_text(&script.arena, *a),
            smtlib::term_text(&again.arena, *b),
        );
    }
}

fn is_small(script: &Script, lets: Lets) -> bool {
    let mut measures = smtlib::Measures::new(lets);
    script.root_terms().all(|root| measures.tree_size(&script.arena, root) < 200_000)
}

#[test]
fn lets_can_be_taken_away_and_brought_back() {
    let mut changed = 0;
    for (name, source) in sample() {
        let Ok(script) = Script::parse(&source) else { continue };
        check(&name, "as read", &script);
        if !script.type_errors.is_empty() {
            // `(let ((cos 0.0)) (cos x))` cannot be written without its let.
            continue;
        }
        let before = roots(&script);
        let mut named = script.clone();
        named.introduce_lets();
        check(&name, "lets introduced", &named);
        let mut inlined = script.clone();
        inlined.inline_lets();
        if is_small(&script, Lets::Through) {
            check(&name, "lets inlined", &inlined);
        }
        for (after, what) in [(&named, "introduced"), (&inlined, "inlined")] {
            for ((a, _), (b, _)) in before.iter().zip(roots(after)) {
                assert!(alpha_eq((&script.arena, *a), (&after.arena, b)), "{name}: lets {what}");
            }
        }
        changed += usize::from(named.arena.term_count() > script.arena.term_count());
    }
    assert!(changed > 2);
}

#[test]
fn random_replacements_keep_the_text_true() {
    let mut dice = Dice(7);
    let mut done = 0;
    for (name, source) in sample() {
        let Ok(mut script) = Script::parse(&source) else { continue };
        // To replace a term that is named is to take its name away from where it is used.
        if !is_flat(&script) || !script.type_errors.is_empty() || source.windows(6).any(|w| w == b":named") {
            continue;
        }
        let mut rewriter = Rewriter::new();
        let mut walk = Walk::new();
        for round in 0..6 {
            let indices: Vec<usize> = (0..script.commands.len())
                .filter(|&i| matches!(script.commands[i], Command::Assert(_)))
                .collect();
            if indices.is_empty() {
                break;
            }
            // The donor comes first: what it uses is declared by then.
            let at = dice.roll(indices.len());
            let (i, j) = (indices[at], indices[dice.roll(at + 1)]);
            let (root, donor) = (script.commands[i].terms()[0], script.commands[j].terms()[0]);
            let Some(position) = Position::choose(&script.arena, root, &mut walk, |_| true, |n| dice.roll(n))
            else {
                continue;
            };
            let sort = position.term(&script.arena, root).map(|t| script.arena.sort_of(t));
            let arena = &script.arena;
            let same_sort: Vec<TermId> = walk
                .post_order(arena, [donor], Lets::Kept)
                .iter()
                .copied()
                .filter(|&t| Some(arena.sort_of(t)) == sort)
                .collect();
            if same_sort.is_empty() {
                continue;
            }
            let new = same_sort[dice.roll(same_sort.len())];
            let Some(result) = rewriter.replace_at(&mut script.arena, root, &position, new) else { continue };
            // What the donor's binders bound is free now; only closed results can be asserted.
            if !rewriter.free.scoped(&script.arena, result).is_empty() {
                continue;
            }
            script.commands[i].terms_mut()[0] = result;
            done += 1;
            if is_small(&script, Lets::Through) {
                let mut inlined = script.clone();
                inlined.inline_lets();
                for ((a, _), (b, _)) in roots(&script).iter().zip(roots(&inlined)) {
                    assert!(alpha_eq((&script.arena, *a), (&inlined.arena, b)), "{name}: round {round}");
                }
                check(&name, "replaced and inlined", &inlined);
            }
            check(&name, "replaced", &script);
        }
    }
    assert!(done > 10, "{done}");
}

#[test]
fn definitions_and_constants_are_replaced_hygienically() {
    let mut dice = Dice(3);
    for (name, source) in sample() {
        let Ok(mut script) = Script::parse(&source) else { continue };
        if !is_flat(&script) || !script.type_errors.is_empty() || !is_small(&script, Lets::Through) {
            continue;
        }
        let mut rewriter = Rewriter::new();
        let mut inlined = script.clone();
        let mut own = Rewriter::new();
        inlined.map_terms(|arena, term| own.inline_definitions(arena, term).unwrap_or(term));
        if is_small(&inlined, Lets::Through) {
            check(&name, "definitions inlined", &inlined);
        }
        // A constant becomes one that is declared before it.
        let constants: Vec<_> = script
            .arena
            .funs()
            .filter(|(_, f)| matches!(f.kind, FunKind::Declared) && f.params.is_empty())
            .map(|(id, _)| id)
            .collect();
        if constants.is_empty() {
            continue;
        }
        let at = dice.roll(constants.len());
        let (c, d) = (constants[at], constants[dice.roll(at + 1)]);
        let sort_of = |s: &Script, f| s.arena.sorts.canonical(s.arena.fun(f).result);
        if sort_of(&script, c) != sort_of(&script, d) {
            continue;
        }
        let value = script.arena.fun_term(d);
        let map = [(c, Definition { vars: vec![], body: value })].into_iter().collect();
        script.map_terms(|arena, term| rewriter.substitute_functions(arena, term, &map).unwrap_or(term));
        check(&name, "a constant replaced", &script);
    }
}
