//! What an instance is written down at.

use smtlib::theory::Pattern;

use super::super::row::Rule;
use super::super::variable::{DATA, Kind, Literals, Variable, hold, relations};

/// What the letters `A`, `B` and `C` stand for, in turn; the last are uninterpreted.
pub(super) const SORTS: [[&str; 3]; 3] =
    [["Int", "Int", "Bool"], ["(_ BitVec 2)", "Bool", "Int"], ["U", "V", "U"]];

/// Languages for the variables that stand for some, in turn: solvers know no unknown languages.
pub(super) const LANGUAGES: [&str; 5] = [
    "(re.* (str.to_re \"ab\"))",
    "(re.++ (re.opt (str.to_re \"a\")) re.allchar)",
    "(re.range \"a\" \"c\")",
    "(re.comp (re.++ re.all (str.to_re \"b\")))",
    "(re.union (str.to_re \"\") (re.+ (re.range \"0\" \"9\")))",
];

/// Characters for the variables that stand for some, in the order of the variables.
pub(super) const CHARACTERS: [&str; 4] = ["bdaz", "bdbd", "dbcc", "abbz"];

/// How long lists are.
const LENGTHS: [usize; 4] = [2, 3, 1, 0];

/// How the variables that stand for literals, and the rule's own quantifiers, are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Symbols of which as much is known, and quantifiers.
    General,
    /// The same, with quantifiers over few values.
    Bounded,
    /// Literals, and quantifiers.
    Literal,
}

/// One choice of everything.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) real: bool,
    pub(super) sorts: usize,
    pub(super) dims: [Option<i64>; 26],
    pub(super) length: usize,
    pub(super) constructors: [usize; 2],
    pub(super) selector: usize,
    pub(super) binders: usize,
    pub(super) characters: usize,
    pub(super) languages: usize,
    pub(super) style: Style,
}

/// All that a rule can be written down at.
pub(super) fn choices(rule: &Rule, variables: &[Variable]) -> Vec<Choice> {
    let text = format!("{} {} {}", rule.vars, rule.lhs, rule.rhs);
    let has = |wanted: fn(&Kind) -> bool| variables.iter().any(|variable| wanted(&variable.kind));
    let constructors = variables.iter().filter(|v| v.kind == Kind::Ctor).count();
    let plain = Choice {
        real: false,
        sorts: 0,
        dims: [None; 26],
        length: LENGTHS[0],
        constructors: [0, 0],
        selector: 0,
        binders: 1,
        characters: 0,
        languages: 0,
        style: Style::General,
    };
    let mut all: Vec<Choice> =
        dimensions(rule, &text).into_iter().map(|dims| Choice { dims, ..plain.clone() }).collect();
    // Each axis that the rule has multiplies what there is.
    let mut axis = |present: bool, count: usize, set: fn(&mut Choice, usize)| {
        if present {
            let each = |choice: &Choice| {
                let choice = choice.clone();
                (0..count).map(move |i| {
                    let mut choice = choice.clone();
                    set(&mut choice, i);
                    choice
                })
            };
            all = all.iter().flat_map(each).collect();
        }
    };
    axis(text.contains("Num"), 2, |choice, i| choice.real = i == 1);
    axis(has(mentions_letter) || has(|kind| *kind == Kind::Fun), SORTS.len(), |choice, i| choice.sorts = i);
    axis(has(|kind| matches!(kind, Kind::List(_))), LENGTHS.len(), |choice, i| choice.length = LENGTHS[i]);
    axis(constructors > 0, 3, |choice, i| choice.constructors[0] = i);
    axis(constructors > 1, 3, |choice, i| choice.constructors[1] = i);
    axis(has(|kind| matches!(kind, Kind::Sel(_))), 3, |choice, i| choice.selector = i);
    axis(has(|kind| *kind == Kind::Binder), 2, |choice, i| choice.binders = i + 1);
    axis(has(is_character), CHARACTERS.len(), |choice, i| choice.characters = i);
    axis(has(is_language), LANGUAGES.len(), |choice, i| choice.languages = i);
    all.retain(|choice| constructors < 2 || choice.constructors[0] != choice.constructors[1]);
    all
}

fn mentions_letter(kind: &Kind) -> bool {
    fn of(pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Var(letter) => *letter != DATA,
            Pattern::Array(index, element) => of(index) || of(element),
            _ => false,
        }
    }
    matches!(kind, Kind::Term(sort) | Kind::List(sort) | Kind::Literal(sort, _) if of(sort))
}

pub(super) fn is_language(kind: &Kind) -> bool {
    *kind == Kind::Term(Pattern::RegLan)
}

pub(super) fn is_character(kind: &Kind) -> bool {
    matches!(kind, Kind::Literal(_, Literals::Char))
}

/// Values for the letters that stand for numbers. Floating point is tried at few formats, all else at small numbers.
fn dimensions(rule: &Rule, text: &str) -> Vec<[Option<i64>; 26]> {
    let relations = relations(if rule.condition.starts_with('(') { "" } else { rule.condition });
    let relations = relations.unwrap_or_default();
    let place = |letter: char| (letter as u8 - b'a') as usize;
    let mut all = vec![[None; 26]];
    if text.contains("(Float e s)") {
        // What rounds is a large circuit, which solvers decide only at small formats.
        let rounds = text.contains("RoundingMode");
        let formats = if rounds { [(3, 4), (2, 3), (2, 4)] } else { [(3, 5), (2, 3), (8, 24)] };
        all = formats
            .map(|(e, s)| {
                let mut dims = [None; 26];
                (dims[place('e')], dims[place('s')]) = (Some(e), Some(s));
                dims
            })
            .to_vec();
    }
    for (letter, values) in [
        ('n', &[4, 1, 2, 7][..]),
        ('m', &[3, 1, 5]),
        ('i', &[2, 0, 1, 3]),
        ('j', &[1, 0, 2]),
        ('k', &[1, 2, 3, 0]),
    ] {
        if mentions(text, letter) {
            let extended = all.iter().flat_map(|dims| {
                values.iter().map(|&value| {
                    let mut dims = *dims;
                    dims[place(letter)] = Some(value);
                    dims
                })
            });
            all = extended.collect();
        }
    }
    all.retain(|dims| hold(&relations, dims));
    all
}

/// Whether a letter stands for a number in some index or width.
fn mentions(text: &str, letter: char) -> bool {
    let numbers = text.split(['(', ')']).filter(|part| part.starts_with("_ ") || part.starts_with("BitVec "));
    numbers.flat_map(|part| part.split([' ', '+', '-', '*'])).any(|word| word == letter.to_string())
}
