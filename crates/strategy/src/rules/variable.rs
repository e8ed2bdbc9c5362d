//! The variables of a rule.
//!
//! ```text
//! declarations := group ("," group)*
//! group        := name+ ":" kind
//! kind         := sort            any term of that sort; A, B, C any sort, Num Int or Real, Data a datatype, n a width
//!               | sort "..."      a list of such terms
//!               | sort ">=0" | sort ">0" | "Char"   a literal: a number so large, a string of one character
//!               | sort "!"        any value as it is written
//!               | "Ctor" | "Sel" C | "Fields" C     a constructor of the rule's datatype, a selector and the fields of C
//!               | "Fun"           the head of an application with one argument
//!               | "Binder"        the variables of a quantifier
//!               | "Pred" X        what stands below them: written (p X) there, (p es...) for an instance
//!               | "Terms" X       one term per variable
//! ```
//! Two constructors of one rule are never the same.

use smtlib::theory::{Dim, Pattern, Relation, Signature};

/// Which literals a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literals {
    /// Numerals and decimals.
    NonNegative,
    /// Those but zero.
    Positive,
    /// Strings of one character.
    Char,
    /// Values of any sort, as they are written.
    Value,
}

/// What a variable stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Term(Pattern),
    List(Pattern),
    Literal(Pattern, Literals),
    Ctor,
    /// A selector of the constructor with this place among the variables.
    Sel(usize),
    /// The fields of that constructor.
    Fields(usize),
    Fun,
    Binder,
    /// What stands below the binder with this place.
    Pred(usize),
    /// One term per variable of that binder.
    Terms(usize),
}

/// A variable of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variable {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// The letter of the rule's datatype among those of sorts.
pub(super) const DATA: u8 = 3;

/// Reads declarations; the error says what is wrong with them.
pub(super) fn variables(text: &'static str) -> Result<Vec<Variable>, String> {
    let mut all: Vec<Variable> = Vec::new();
    for group in text.split(',').filter(|group| !group.trim().is_empty()) {
        let (names, kind) = group.split_once(':').ok_or(format!("`{group}` has no sort"))?;
        for name in names.split_whitespace() {
            let kind = kind_of(kind.trim(), &all)?;
            all.push(Variable { name, kind });
        }
    }
    Ok(all)
}

fn kind_of(text: &str, before: &[Variable]) -> Result<Kind, String> {
    let place = |name: &str| {
        let found = before.iter().position(|variable| variable.name == name.trim());
        found.ok_or(format!("`{name}` is not declared before `{text}`"))
    };
    if let Some((word, name)) = text.split_once(' ') {
        match word {
            "Sel" => return place(name).map(Kind::Sel),
            "Fields" => return place(name).map(Kind::Fields),
            "Pred" => return place(name).map(Kind::Pred),
            "Terms" => return place(name).map(Kind::Terms),
            _ => {}
        }
    }
    Ok(match text {
        "Ctor" => Kind::Ctor,
        "Fun" => Kind::Fun,
        "Binder" => Kind::Binder,
        "Char" => Kind::Literal(Pattern::String, Literals::Char),
        _ => {
            if let Some(sort) = text.strip_suffix("...") {
                Kind::List(sort_pattern(sort)?)
            } else if let Some(sort) = text.strip_suffix(">=0") {
                Kind::Literal(sort_pattern(sort)?, Literals::NonNegative)
            } else if let Some(sort) = text.strip_suffix(">0") {
                Kind::Literal(sort_pattern(sort)?, Literals::Positive)
            } else if let Some(sort) = text.strip_suffix('!') {
                Kind::Literal(sort_pattern(sort)?, Literals::Value)
            } else {
                Kind::Term(sort_pattern(text)?)
            }
        }
    })
}

/// The sort of that text; `Data` is the letter [`DATA`].
pub(super) fn sort_pattern(text: &str) -> Result<Pattern, String> {
    let text = if text == "Data" { "D" } else { text };
    let mut signature = Signature::parse(&format!("{text} -> Bool"))?;
    match (signature.args.pop(), signature.args.is_empty()) {
        (Some(pattern), true) => Ok(pattern),
        _ => Err(format!("`{text}` is not one sort")),
    }
}

/// The number of that text: `n-1`.
pub(super) fn dim(text: &str) -> Result<Dim, String> {
    match Signature::parse(&format!("-> (BitVec {text})"))?.result {
        Pattern::BitVec(dim) => Ok(dim),
        _ => Err(format!("`{text}` is not a number")),
    }
}

/// The relations of that text: `i <= j < n`; none in an empty one.
pub(super) fn relations(text: &str) -> Result<Vec<(Dim, Relation, Dim)>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Signature::parse(&format!("-> Bool if {text}"))?.conditions)
}

/// Whether the relations hold of numbers; one that is not known makes them fail.
pub(super) fn hold(relations: &[(Dim, Relation, Dim)], dims: &[Option<i64>; 26]) -> bool {
    relations.iter().all(|(left, relation, right)| match (left.value(dims), relation, right.value(dims)) {
        (Some(l), Relation::Less, Some(r)) => l < r,
        (Some(l), Relation::LessEq, Some(r)) => l <= r,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read_in_order() {
        let read = variables("x y:(BitVec n), ps:Bool..., c:Num>0, C:Ctor, S:Sel C").unwrap();
        let names: Vec<&str> = read.iter().map(|variable| variable.name).collect();
        assert_eq!(names, ["x", "y", "ps", "c", "C", "S"]);
        assert_eq!(read[2].kind, Kind::List(Pattern::Bool));
        assert_eq!(read[3].kind, Kind::Literal(Pattern::Num, Literals::Positive));
        assert_eq!(read[5].kind, Kind::Sel(4));
    }

    #[test]
    fn what_nobody_declared_is_refused() {
        for text in ["x", "x:Foo", "S:Sel C", "x:Int Int"] {
            assert!(variables(text).is_err(), "{text}");
        }
    }
}
