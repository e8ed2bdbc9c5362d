//! What is fused by what: two variables, a function and its inversions, as terms.

use smtlib::{Command, FunId, FunKind, Position, Positions, Script, SortCtor, SortId, TermId, sort_text};

use super::table::{FUSIONS, Fusion};
use crate::dice::Dice;

/// Two variables that are fused.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    /// The declaration of the new variable.
    pub(super) declaration: Vec<u8>,
    pub(super) name: String,
    pub(super) sort: SortId,
    /// The value of the new variable.
    pub(super) function: TermId,
    /// The equations of the three variables.
    pub(super) equations: [TermId; 3],
    /// What may take a variable's place, and where it stands: assertion and position.
    pub(super) sides: [(TermId, Vec<(usize, Position)>); 2],
}

/// Places of a variable that are remembered.
const PLACES: usize = 64;

/// The name of a sort in the table.
fn table_name(script: &Script, sort: SortId) -> Option<&'static str> {
    Some(match script.arena.sorts.ctor(sort) {
        SortCtor::Bool => "Bool",
        SortCtor::Int => "Int",
        SortCtor::Real => "Real",
        SortCtor::String => "String",
        SortCtor::BitVec(_) => "BitVec",
        SortCtor::Array if script.arena.sorts.args(sort).len() == 2 => "Array",
        _ => return None,
    })
}

/// The variables that stand in these assertions and can be fused.
pub(super) fn variables(script: &Script, roots: &[TermId]) -> Vec<(FunId, SortId)> {
    let mut walk = smtlib::Walk::new();
    let mut found = Vec::new();
    for &term in walk.post_order(&script.arena, roots.iter().copied(), smtlib::Lets::Kept) {
        let parts = script.arena.term(term);
        if let smtlib::Head::Fun(fun, _) = parts.head
            && parts.args.is_empty()
            && script.arena.fun(fun).kind == FunKind::Declared
            && table_name(script, parts.sort).is_some()
        {
            found.push((fun, parts.sort));
        }
    }
    found
}

/// Fuses two variables of one sort. `roots` are all assertions, the first `cut` of them x's.
pub(super) fn recipe(
    script: &mut Script,
    (x, y): (FunId, FunId),
    sort: SortId,
    number: usize,
    (roots, cut): (&[TermId], usize),
    dice: &mut Dice,
) -> Option<Recipe> {
    let wanted = table_name(script, sort)?;
    let fitting: Vec<&Fusion> = FUSIONS.iter().filter(|fusion| fusion.sort == wanted).collect();
    let fusion = **dice.pick(&fitting)?;
    let name = format!("fused!{number}");
    let words = words(script, sort, dice)?;
    let filled = |text: &str| {
        let mut text =
            text.replace("{x}", &shown(script, x)).replace("{y}", &shown(script, y)).replace("{z}", &name);
        for (word, value) in &words {
            text = text.replace(word, value);
        }
        text
    };
    let fused = if fusion.fused.is_empty() { sort_text(&script.arena, sort) } else { filled(fusion.fused) };
    let declaration = format!("(declare-const {name} {fused})\n").into_bytes();
    let equations = [
        format!("(assert (= {name} {}))", filled(fusion.function)),
        format!("(assert (= {} {}))", shown(script, x), filled(fusion.x)),
        format!("(assert (= {} {}))", shown(script, y), filled(fusion.y)),
    ];
    let text = [declaration.as_slice(), equations.concat().as_bytes()].concat();
    let errors = script.type_errors.len();
    let commands = script.extend(&text).ok()?;
    let asserted: Vec<TermId> = script.commands[commands]
        .iter()
        .filter_map(|command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        })
        .collect();
    let &[function, of_x, of_y] = asserted.as_slice() else { return None };
    if script.type_errors.len() > errors {
        return None;
    }
    let right = |equation: TermId| script.arena.term(equation).args.get(1).copied();
    let (new_x, new_y, value) = (right(of_x)?, right(of_y)?, right(function)?);
    let places_x = places(script, &roots[..cut], 0, x);
    let places_y = places(script, &roots[cut..], cut, y);
    Some(Recipe {
        declaration,
        name,
        sort: script.arena.sort_of(value),
        function: value,
        equations: [function, of_x, of_y],
        sides: [(new_x, places_x), (new_y, places_y)],
    })
}

fn places(script: &Script, roots: &[TermId], first: usize, variable: FunId) -> Vec<(usize, Position)> {
    let mut found = Vec::new();
    for (i, &root) in roots.iter().enumerate() {
        let mut positions = Positions::new(&script.arena, root);
        while let Some(term) = positions.advance() {
            let parts = script.arena.term(term);
            if matches!(parts.head, smtlib::Head::Fun(fun, _) if fun == variable) && found.len() < PLACES {
                found.push((first + i, Position::from(positions.path())));
            }
        }
    }
    found
}

/// What stands for the words of the table at a sort.
fn words(script: &Script, sort: SortId, dice: &mut Dice) -> Option<Vec<(&'static str, String)>> {
    let mut words = Vec::new();
    match script.arena.sorts.ctor(sort) {
        SortCtor::BitVec(n) => {
            words.push(("{c}", bits(n, dice)));
            let sizes = [("{wide}", 2 * n), ("{top}", 2 * n - 1), ("{n}", n), ("{low}", n - 1)];
            words.extend(sizes.map(|(word, size)| (word, size.to_string())));
        }
        SortCtor::Array => {
            let &index = script.arena.sorts.args(sort).first()?;
            words.push(("{i}", literal(script, index, dice)?));
        }
        SortCtor::Bool => {}
        _ => {
            words.push(("{c}", literal(script, sort, dice)?));
            words.push(("{d}", literal(script, sort, dice)?));
        }
    }
    Some(words)
}

fn literal(script: &Script, sort: SortId, dice: &mut Dice) -> Option<String> {
    Some(match script.arena.sorts.ctor(sort) {
        SortCtor::Int => dice.between(1, 9).to_string(),
        SortCtor::Real => format!("{}.0", dice.between(1, 9)),
        SortCtor::String => format!("\"{}\"", dice.pick(&["a", "b", "ab", "0"])?),
        SortCtor::BitVec(width) => bits(width, dice),
        SortCtor::Bool => dice.pick(&["true", "false"])?.to_string(),
        _ => return None,
    })
}

fn bits(width: u32, dice: &mut Dice) -> String {
    let bits: String = (0..width).map(|_| if dice.chance(50) { '1' } else { '0' }).collect();
    format!("#b{bits}")
}

fn shown(script: &Script, fun: FunId) -> String {
    let name = script.arena.fun(fun).name;
    let bar = if script.arena.symbols.needs_bars(name) { "|" } else { "" };
    format!("{bar}{}{bar}", script.arena.name(name))
}
