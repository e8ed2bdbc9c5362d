//! What a solver is asked about an operator: a ground assertion that uses it by one of its names.
//!
//! Made from the row's signature, with [`special`] for the rows that have rules of their own. Constants are those that
//! the probes of constructs declare (`k_array`, …), so a row whose sorts are not known needs no asking.

use smtlib::theory::{Op, Pattern, RegexOp, Row, Theory};

use super::Construct;
use super::special::special;

/// The words of a solver that its questions are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// A sort of elements: of arrays, sets, and wherever a signature takes any sort.
    pub element: Construct,
    /// The sort of `Num`.
    pub number: Construct,
    /// Its names of `str.in_re` and `str.to_re`.
    pub regex: (&'static str, &'static str),
}

impl Words {
    pub const USUAL: Words =
        Words { element: Construct::BitVec, number: Construct::Int, regex: ("str.in_re", "str.to_re") };

    /// The sort of elements and a literal of it.
    fn element(self) -> (&'static str, &'static str) {
        match self.element {
            Construct::BitVec => ("(_ BitVec 8)", "#x01"),
            Construct::Int => ("Int", "1"),
            _ => ("Bool", "true"),
        }
    }

    /// Fills the places for the sort of elements and its literal.
    pub fn fill(self, text: &str) -> String {
        let (sort, literal) = self.element();
        text.replace("{E}", sort).replace("{e}", literal)
    }
}

/// A question about one name of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub op: Op,
    /// Which of its names.
    pub spelling: u8,
    /// The commands: declarations and an assertion.
    pub script: String,
    /// What must be known for it.
    pub needs: Vec<Construct>,
    /// Whether functions are values in it.
    pub higher_order: bool,
}

impl Question {
    /// The question about an operator's name.
    pub fn about(op: Op, spelling: u8, words: Words) -> Question {
        let row = op.row();
        let name = row.names[spelling as usize].1;
        let (script, needs) = match special(op) {
            Some(special) => {
                // Names that are declared for one question must not meet those of another.
                let number = format!("{}_{spelling}", op.index());
                let text = format!("{}(assert {})", special.setup, special.assertion);
                let text = text.replace("{n}", &number).replace("{name}", name);
                (words.fill(&text), special.needs.to_vec())
            }
            None => {
                let mut needs = Vec::new();
                let term = application(row, name, words, &mut needs);
                (format!("(assert {})", asserted(row, &term, words, &mut needs)), needs)
            }
        };
        let takes_functions = row.signature.args.iter().any(|pattern| matches!(pattern, Pattern::Fun(_)));
        let higher_order = takes_functions || name == "@";
        Question { op, spelling, script, needs, higher_order }
    }

    /// Both names of the two operators that make an assertion of a regular language, at once.
    pub fn about_membership(spelling: u8) -> Option<(Words, String)> {
        let name = |op: RegexOp| Some(Op::from(op).row().names.get(spelling as usize)?.1);
        let regex = (name(RegexOp::InRe)?, name(RegexOp::ToRe)?);
        let words = Words { regex, ..Words::USUAL };
        Some((words, format!("(assert ({} \"a\" ({} \"a\")))", regex.0, regex.1)))
    }
}

/// The operator applied to what its signature asks for.
fn application(row: &Row, name: &str, words: Words, needs: &mut Vec<Construct>) -> String {
    let dims = dims(row);
    let index = |letter: &u8| dims[*letter as usize].unwrap_or(1).to_string();
    let indices: Vec<String> = row.signature.indices.iter().map(index).collect();
    let head = match indices.is_empty() {
        true => name.to_owned(),
        false => format!("(_ {name} {})", indices.join(" ")),
    };
    let args: Vec<String> =
        row.signature.args.iter().map(|pattern| argument(pattern, &dims, words, needs)).collect();
    match args.is_empty() {
        true => head,
        false => format!("({head} {})", args.join(" ")),
    }
}

/// A truth about a term, whatever its sort.
fn asserted(row: &Row, term: &str, words: Words, needs: &mut Vec<Construct>) -> String {
    match &row.signature.result {
        Pattern::Bool => term.to_owned(),
        Pattern::RegLan => {
            needs.push(Construct::String);
            format!("({} \"a\" {term})", words.regex.0)
        }
        // Beside a term of that sort: an operator of the same name with another result is another one.
        result => format!("(= {term} {})", argument(result, &dims(row), words, needs)),
    }
}

type Dims = [Option<i64>; 26];

/// Numbers for the letters of a signature that meet its conditions.
fn dims(row: &Row) -> Dims {
    let letters: &[(u8, i64)] = match (row.theory(), row.name()) {
        (Theory::Float, "fp") => &[(b's', 1), (b'e', 8), (b'm', 23)],
        (Theory::Float, _) => &[(b'e', 8), (b's', 24), (b'm', 11), (b'n', 53)],
        // A character of Z3 has 18 bits.
        (Theory::String, _) => &[(b'n', 18)],
        (Theory::Regex, _) => &[(b'i', 1), (b'j', 3), (b'n', 3)],
        _ => &[(b'n', 8), (b'm', 4), (b'i', 3), (b'j', 1), (b'k', 2)],
    };
    let mut dims = [None; 26];
    for &(letter, number) in letters {
        dims[(letter - b'a') as usize] = Some(number);
    }
    dims
}

/// A ground term of a sort, and what must be known for it.
fn argument(pattern: &Pattern, dims: &Dims, words: Words, needs: &mut Vec<Construct>) -> String {
    let mut of = |construct: Construct, text: &str| {
        needs.push(construct);
        text.to_owned()
    };
    match pattern {
        Pattern::Bool => "true".to_owned(),
        Pattern::Int => of(Construct::Int, "1"),
        Pattern::Real => of(Construct::Real, "1.0"),
        Pattern::Num => of(words.number, if words.number == Construct::Real { "1.0" } else { "1" }),
        Pattern::RoundingMode => of(Construct::RoundingMode, "RNE"),
        Pattern::String => of(Construct::String, "\"a\""),
        Pattern::RegLan => of(Construct::String, &format!("({} \"a\")", words.regex.1)),
        Pattern::Char => of(Construct::Char, "k_char"),
        Pattern::Var(_) | Pattern::Any => of(words.element, words.element().1),
        Pattern::BitVec(width) => {
            let width = width.value(dims).unwrap_or(1).max(1) as usize;
            of(Construct::BitVec, &format!("#b{}1", "0".repeat(width - 1)))
        }
        Pattern::Float(eb, sb) => {
            let size = |dim: &smtlib::theory::Dim, otherwise| dim.value(dims).unwrap_or(otherwise);
            of(Construct::Float, &format!("(_ +zero {} {})", size(eb, 8), size(sb, 24)))
        }
        Pattern::Field => of(Construct::Field, "k_field"),
        Pattern::Array(_, element) => {
            of(Construct::Array, if **element == Pattern::Bool { "k_flags" } else { "k_array" })
        }
        Pattern::Seq(_) => of(Construct::Seq, "k_seq"),
        Pattern::Set(_) => of(Construct::Set, "k_set"),
        Pattern::Bag(_) => of(Construct::Bag, "k_bag"),
        Pattern::Fun(parts) => {
            needs.push(Construct::Lambda);
            let (result, params) = match parts.split_last() {
                Some((result, params)) => (result, params),
                None => return "true".to_owned(),
            };
            let sort = |pattern: &Pattern| match pattern {
                Pattern::Int => "Int",
                _ => words.element().0,
            };
            let vars: Vec<String> =
                params.iter().enumerate().map(|(i, param)| format!("(x{i} {})", sort(param))).collect();
            let body = argument(result, dims, words, needs);
            format!("(lambda ({}) {body})", vars.join(" "))
        }
    }
}
