//! The language of signatures.
//!
//! ```text
//! signature := [ "[" index* "]" ] pattern* "->" pattern [ "if" condition ("," condition)* ]
//! pattern   := Bool | Int | … | Num | A … D | "(" constructor argument* ")"
//! condition := dim (relation dim)+
//! ```
//! Lower-case letters are numbers (widths, indices), bound where they first stand alone; in the result they may be
//! combined: `(BitVec i-j+1)`. `A` to `D` stand for any sort, `Num` for `Int` or `Real`, where one `Real` argument
//! makes all of them `Real`. `Any` accepts every sort and binds nothing; a result of `Any` or an index `$` means
//! that the type checker has a rule of its own for the operator.

/// A number in a signature: a sum of products of variables and constants, evaluated left to right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dim(Vec<(DimOp, DimAtom)>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DimOp {
    Plus,
    Minus,
    Times,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DimAtom {
    Var(u8),
    Number(i64),
}

impl Dim {
    /// The variable, when the number is just that.
    pub fn variable(&self) -> Option<u8> {
        match self.0[..] {
            [(DimOp::Plus, DimAtom::Var(v))] => Some(v),
            _ => None,
        }
    }

    /// The value under an assignment of the variables; `None` when one is unset or the result does not fit.
    pub fn value(&self, variables: &[Option<i64>; DIMS]) -> Option<i64> {
        let mut sum = 0i64;
        for &(op, atom) in &self.0 {
            let value = match atom {
                DimAtom::Number(n) => n,
                DimAtom::Var(v) => variables[v as usize]?,
            };
            sum = match op {
                DimOp::Plus => sum.checked_add(value)?,
                DimOp::Minus => sum.checked_sub(value)?,
                DimOp::Times => sum.checked_mul(value)?,
            };
        }
        Some(sum)
    }
}

/// How many numbers a signature can name: the letters a to z.
pub const DIMS: usize = 26;

/// A sort with holes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Pattern {
    Bool,
    Int,
    Real,
    RoundingMode,
    String,
    RegLan,
    Char,
    Num,
    Any,
    /// `A`, `B`, …: any sort, the same wherever it stands.
    Var(u8),
    BitVec(Dim),
    Float(Dim, Dim),
    /// A finite field of any order, the same wherever it stands.
    Field,
    Array(Box<Pattern>, Box<Pattern>),
    Seq(Box<Pattern>),
    Set(Box<Pattern>),
    Bag(Box<Pattern>),
    /// `(-> A B)`: a function; the last is the result.
    Fun(Vec<Pattern>),
}

/// A comparison in a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    LessEq,
}

/// The sorts of an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The numeral indices, as variables.
    pub indices: Vec<u8>,
    /// Whether indices are not numerals but names, or vary in number: the type checker has a special rule.
    pub special_indices: bool,
    /// The arguments.
    pub args: Vec<Pattern>,
    /// The result.
    pub result: Pattern,
    /// What must hold of the numbers.
    pub conditions: Vec<(Dim, Relation, Dim)>,
}

impl Signature {
    /// Reads a signature; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Signature, String> {
        let mut reader = Reader { words: split(text), at: 0 };
        reader.signature().map_err(|error| format!("{error} in `{text}`"))
    }

    /// Whether the result is computed by a rule of the type checker's own.
    pub fn is_special(&self) -> bool {
        self.result == Pattern::Any || self.special_indices
    }
}

fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word;
        while let Some(first) = rest.find(['(', ')', '[', ']', ',']) {
            let (before, after) = rest.split_at(first);
            if !before.is_empty() {
                words.push(before);
            }
            words.push(&after[..1]);
            rest = &after[1..];
        }
        if !rest.is_empty() {
            words.push(rest);
        }
    }
    words
}

struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Result<&'a str, String> {
        let word = self.peek().ok_or("the signature ends too early")?;
        self.at += 1;
        Ok(word)
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn signature(&mut self) -> Result<Signature, String> {
        let mut indices = Vec::new();
        let mut special_indices = false;
        if self.skip("[") {
            while !self.skip("]") {
                match self.next()? {
                    "$" => special_indices = true,
                    letter => indices.push(variable(letter).ok_or("an index is a small letter")?),
                }
            }
        }
        let mut args = Vec::new();
        while !self.skip("->") {
            args.push(self.pattern()?);
        }
        let result = self.pattern()?;
        let mut conditions = Vec::new();
        if self.skip("if") {
            loop {
                let mut left = dim(self.next()?)?;
                while let Some(relation) = self.peek().and_then(relation) {
                    self.at += 1;
                    let right = dim(self.next()?)?;
                    conditions.push((left, relation, right.clone()));
                    left = right;
                }
                if !self.skip(",") {
                    break;
                }
            }
        }
        match self.peek() {
            None => Ok(Signature { indices, special_indices, args, result, conditions }),
            Some(word) => Err(format!("unexpected `{word}`")),
        }
    }

    fn pattern(&mut self) -> Result<Pattern, String> {
        let word = self.next()?;
        if word != "(" {
            return atom(word).ok_or(format!("unknown sort `{word}`"));
        }
        let constructor = self.next()?;
        let boxed = |p: Pattern| Box::new(p);
        let pattern = match constructor {
            "BitVec" => Pattern::BitVec(dim(self.next()?)?),
            "Float" => Pattern::Float(dim(self.next()?)?, dim(self.next()?)?),
            "Array" => Pattern::Array(boxed(self.pattern()?), boxed(self.pattern()?)),
            "Seq" => Pattern::Seq(boxed(self.pattern()?)),
            "Set" => Pattern::Set(boxed(self.pattern()?)),
            "Bag" => Pattern::Bag(boxed(self.pattern()?)),
            "->" => {
                let mut parts = Vec::new();
                while self.peek() != Some(")") {
                    parts.push(self.pattern()?);
                }
                Pattern::Fun(parts)
            }
            other => return Err(format!("unknown constructor `{other}`")),
        };
        if self.skip(")") { Ok(pattern) } else { Err(format!("`{constructor}` is not closed")) }
    }
}

fn atom(word: &str) -> Option<Pattern> {
    Some(match word {
        "Bool" => Pattern::Bool,
        "Int" => Pattern::Int,
        "Real" => Pattern::Real,
        "RoundingMode" => Pattern::RoundingMode,
        "String" => Pattern::String,
        "RegLan" => Pattern::RegLan,
        "Char" => Pattern::Char,
        "Num" => Pattern::Num,
        "Any" => Pattern::Any,
        "Field" => Pattern::Field,
        "A" => Pattern::Var(0),
        "B" => Pattern::Var(1),
        "C" => Pattern::Var(2),
        "D" => Pattern::Var(3),
        _ => return None,
    })
}

fn variable(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(letter - b'a'),
        _ => None,
    }
}

fn relation(word: &str) -> Option<Relation> {
    match word {
        "<" => Some(Relation::Less),
        "<=" => Some(Relation::LessEq),
        _ => None,
    }
}

fn dim(word: &str) -> Result<Dim, String> {
    let mut parts = Vec::new();
    let mut op = DimOp::Plus;
    let mut rest = word;
    loop {
        let end = rest.find(['+', '-', '*']).unwrap_or(rest.len());
        let (atom, tail) = rest.split_at(end);
        let atom = match (variable(atom), atom.parse()) {
            (Some(v), _) => DimAtom::Var(v),
            (None, Ok(n)) => DimAtom::Number(n),
            _ => return Err(format!("`{word}` is not a number")),
        };
        parts.push((op, atom));
        op = match tail.as_bytes().first() {
            None => return Ok(Dim(parts)),
            Some(b'+') => DimOp::Plus,
            Some(b'-') => DimOp::Minus,
            Some(_) => DimOp::Times,
        };
        rest = &tail[1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_with_indices_and_conditions_is_read() {
        let signature = Signature::parse("[i j] (BitVec n) -> (BitVec i-j+1) if j <= i < n").unwrap();
        assert_eq!(signature.indices, [8, 9]);
        assert_eq!(signature.args.len(), 1);
        assert_eq!(signature.conditions.len(), 2);
        let Pattern::BitVec(width) = &signature.result else { panic!("{:?}", signature.result) };
        let mut variables = [None; DIMS];
        variables[8] = Some(7);
        assert_eq!(width.value(&variables), None);
        variables[9] = Some(4);
        assert_eq!(width.value(&variables), Some(4));
        assert_eq!(width.variable(), None);
    }

    #[test]
    fn malformed_signatures_are_refused() {
        for text in
            ["Bool", "Bool ->", "Boo -> Bool", "(BitVec) -> Bool", "Bool -> Bool Bool", "[2] Int -> Int"]
        {
            assert!(Signature::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_that_do_not_fit_have_no_value() {
        let Pattern::BitVec(width) = Signature::parse("-> (BitVec n*m)").unwrap().result else { panic!() };
        let mut variables = [None; DIMS];
        variables[(b'n' - b'a') as usize] = Some(i64::MAX);
        variables[(b'm' - b'a') as usize] = Some(2);
        assert_eq!(width.value(&variables), None);
    }
}
