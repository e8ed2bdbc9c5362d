//! Names for what the standard leaves open, as functions in the text of a model.
//!
//! Solvers give `/0`, `div0`, `mod0` and `rem0` (Z3). What our own models fix is written as functions whose names
//! begin with `fixed!`: their entries are fixed, the value elsewhere says nothing.

use smtlib::{Arena, FunId, FunKind};

use crate::choice::Choice;

const PREFIX: &str = "fixed!";

const NAMES: &[(&str, Choice)] = &[
    ("/0", Choice::DivByZero),
    ("div0", Choice::IntDivByZero),
    ("mod0", Choice::ModByZero),
    ("rem0", Choice::RemByZero),
    ("^", Choice::Power),
    ("fp.to_real", Choice::FloatToReal),
    ("fp.min", Choice::FloatMin),
    ("fp.max", Choice::FloatMax),
    ("fp.to_ieee_bv", Choice::NanBits),
    ("seq.nth", Choice::SeqNth),
    ("set.choose", Choice::SetChoose),
    ("bag.choose", Choice::BagChoose),
    ("array-ext", Choice::ArrayExt),
];

/// How many names of the list above a solver uses for the same thing.
const SOLVERS: usize = 4;

/// The name under which a model's text fixes a choice.
pub(super) fn fixed_name(arena: &Arena, choice: Choice) -> Option<String> {
    let name = match choice {
        Choice::FloatToUbv(width) => format!("fp.to_ubv!{width}"),
        Choice::FloatToSbv(width) => format!("fp.to_sbv!{width}"),
        Choice::Selector(fun) => format!("sel!{}", arena.name(arena.fun(fun).name)),
        _ => NAMES.iter().find(|(_, named)| *named == choice)?.0.to_owned(),
    };
    Some(format!("{PREFIX}{name}"))
}

/// What a function of a model's text says about a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fixed {
    /// Its value everywhere.
    Function(Choice),
    /// Its value at the function's entries.
    Entries(Choice),
}

/// The choice that a definition of a model fixes, by its name.
pub(super) fn choice_named(arena: &Arena, definition: FunId) -> Option<Fixed> {
    let decl = arena.fun(definition);
    let name = arena.name(decl.name);
    let Some(name) = name.strip_prefix(PREFIX) else {
        return NAMES[..SOLVERS].iter().find(|(n, _)| *n == name).map(|(_, choice)| Fixed::Function(*choice));
    };
    if let Some((_, choice)) = NAMES.iter().find(|(n, _)| *n == name) {
        return Some(Fixed::Entries(*choice));
    }
    if let Some(width) = name.strip_prefix("fp.to_ubv!") {
        return width.parse().ok().map(|width| Fixed::Entries(Choice::FloatToUbv(width)));
    }
    if let Some(width) = name.strip_prefix("fp.to_sbv!") {
        return width.parse().ok().map(|width| Fixed::Entries(Choice::FloatToSbv(width)));
    }
    let symbol = arena.symbols.lookup(name.strip_prefix("sel!")?)?;
    let argument = arena.sorts.canonical(*decl.params.first()?);
    let of_sort = |sort| {
        let sort = arena.sorts.canonical(sort);
        sort == argument || arena.sorts.ctor(sort) == arena.sorts.ctor(argument)
    };
    let selector = arena.funs().find(|(_, fun)| {
        fun.name == symbol
            && matches!(fun.kind, FunKind::Selector(..))
            && fun.params.iter().all(|&p| of_sort(p))
    });
    selector.map(|(fun, _)| Fixed::Entries(Choice::Selector(fun)))
}
