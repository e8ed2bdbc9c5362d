//! Default constants in the place of terms.

use smtlib::{Command, Script, SortCtor, SortId, TermId, sort_text};

use super::{Replacement, TermPass};

/// `false`, `0`, `""`, the least value of the term's sort.
pub(super) struct Constants;

impl TermPass for Constants {
    fn filter(&self, _script: &Script, _term: TermId) -> bool {
        true
    }

    fn candidates(&self, script: &mut Script, term: TermId) -> Vec<Replacement> {
        let sort = script.arena.sort_of(term);
        constants(script, sort).into_iter().map(Replacement::Term).collect()
    }
}

/// The simplest constants of a sort.
pub(super) fn constants(script: &mut Script, sort: SortId) -> Vec<TermId> {
    let texts: Vec<String> = match script.arena.sorts.ctor(sort) {
        SortCtor::Bool => vec!["false".to_owned(), "true".to_owned()],
        SortCtor::Int => vec!["0".to_owned(), "1".to_owned()],
        SortCtor::Real => vec!["0.0".to_owned(), "1.0".to_owned()],
        SortCtor::String => vec!["\"\"".to_owned()],
        SortCtor::RegLan => vec!["re.none".to_owned(), "re.all".to_owned(), "re.allchar".to_owned()],
        SortCtor::RoundingMode => vec!["RNE".to_owned()],
        SortCtor::BitVec(width) => bit_vectors(width),
        SortCtor::Float(eb, sb) => vec![format!("(_ +zero {eb} {sb})"), format!("(_ NaN {eb} {sb})")],
        SortCtor::Seq => vec![format!("(as seq.empty {})", sort_text(&script.arena, sort))],
        SortCtor::Set => vec![format!("(as set.empty {})", sort_text(&script.arena, sort))],
        _ => return constructors(script, sort),
    };
    texts.iter().filter_map(|text| read(script, text)).collect()
}

/// Zero and one, in the shorter notation.
fn bit_vectors(width: u32) -> Vec<String> {
    let of = |value: u32| match width {
        width if width % 4 == 0 && width <= 64 => format!("#x{value:0digits$x}", digits = width as usize / 4),
        width if width <= 16 => format!("#b{value:0width$b}", width = width as usize),
        width => format!("(_ bv{value} {width})"),
    };
    vec![of(0), of(1)]
}

/// The constructors of a datatype that take no argument.
fn constructors(script: &mut Script, sort: SortId) -> Vec<TermId> {
    let plain = |fun: &smtlib::Fun| {
        matches!(fun.kind, smtlib::FunKind::Constructor(..))
            && fun.params.is_empty()
            && fun.sort_params.is_empty()
    };
    let of_sort = |fun: &smtlib::Fun| script.arena.sorts.canonical(fun.result) == sort;
    let funs = script.arena.funs().filter(|(_, fun)| plain(fun) && of_sort(fun));
    let funs: Vec<_> = funs.map(|(id, _)| id).collect();
    funs.into_iter().map(|fun| script.arena.fun_term(fun)).collect()
}

/// A term from its text.
pub(super) fn read(script: &mut Script, text: &str) -> Option<TermId> {
    let before = script.type_errors.len();
    let at = script.extend(format!("(simplify {text})").as_bytes()).ok()?.start;
    let command = script.commands.remove(at);
    script.type_errors.truncate(before);
    match command {
        Command::Simplify(term, _) => Some(term),
        _ => None,
    }
}
