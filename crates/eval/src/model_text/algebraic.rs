//! Irrational numbers as solvers write them: a polynomial and which of its roots.

use dashu_int::IBig;
use dashu_ratio::RBig;
use smtlib::{Lexer, Token, TokenKind};

use crate::number::{Int, MAX_DEGREE, Real, int};
use crate::value::Value;

/// Polynomials nested deeper than this are no solver's.
const MAX_DEPTH: u32 = 64;

/// Z3's `(root-obj (+ (^ x 2) (- 2)) 2)`: the second root, in increasing order, of a polynomial in one variable.
pub(crate) fn root_obj(text: &str) -> Option<Value> {
    let mut reader = Reader { lexer: Lexer::new(text.as_bytes()) };
    reader.expect(TokenKind::Open)?;
    if reader.word()? != "root-obj" {
        return None;
    }
    let polynomial = reader.polynomial(0)?;
    let index = reader.next(TokenKind::Numeral)?.parse().ok()?;
    reader.expect(TokenKind::Close)?;
    Real::root_of(&polynomial, index).ok()?.map(Value::Real)
}

/// cvc5's `(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)`: the only root of a polynomial in an interval.
pub(super) fn real_algebraic_number(text: &str) -> Option<Real> {
    let inner = text.split_once('<')?.1.rsplit_once('>')?.0;
    let (polynomial, interval) = inner.split_once(',')?;
    let interval = interval.trim().strip_prefix(['(', '['])?.strip_suffix([')', ']'])?;
    let (low, high) = interval.split_once(',')?;
    let coefficients = infix_polynomial(polynomial)?;
    let (low, high) = (rational(low)?, rational(high)?);
    if low == high {
        return Some(Real::from(low));
    }
    Real::root_in(&coefficients, &low, &high).ok()?
}

/// `1*x^2 + (-3)*x + 1`
fn infix_polynomial(text: &str) -> Option<Vec<Int>> {
    let mut sum = Vec::new();
    for monomial in text.split(" + ") {
        // A whole monomial may stand in parentheses: `(-1*x^2)`.
        let (coefficient, power) = match monomial.split_once("x") {
            None => (monomial, 0),
            Some((coefficient, power)) => match power.trim_end_matches([')', ' ']) {
                "" => (coefficient, 1),
                power => (coefficient, power.trim().strip_prefix('^')?.parse().ok()?),
            },
        };
        if power > MAX_DEGREE {
            return None;
        }
        let digits = coefficient.trim().trim_end_matches('*').trim_matches(['(', ')', ' ']);
        let value = match (digits, digits.strip_prefix('-')) {
            ("", _) => Int::ONE,
            (_, Some("")) => -Int::ONE,
            (_, Some(digits)) => -int::parse_numeral(digits.trim())?,
            (digits, None) => int::parse_numeral(digits)?,
        };
        let mut term = vec![Int::ZERO; power + 1];
        term[power] = value;
        sum = add(sum, &term);
    }
    Some(sum)
}

fn rational(text: &str) -> Option<RBig> {
    let text = text.trim().trim_matches(['(', ')']);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-Int::ONE, digits),
        None => (Int::ONE, text),
    };
    let (numerator, denominator) = digits.split_once('/').unwrap_or((digits, "1"));
    let value = Real::from_ratio(
        sign * int::parse_numeral(numerator.trim())?,
        int::parse_numeral(denominator.trim())?,
    )?;
    value.as_rational().cloned()
}

struct Reader<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Option<Token> {
        self.lexer.next_token().ok()
    }

    fn next(&mut self, kind: TokenKind) -> Option<&'a str> {
        let token = self.token().filter(|token| token.kind == kind)?;
        Some(self.lexer.text(token))
    }

    fn expect(&mut self, kind: TokenKind) -> Option<()> {
        self.next(kind).map(drop)
    }

    fn word(&mut self) -> Option<&'a str> {
        self.next(TokenKind::Symbol)
    }

    /// A polynomial in one variable, its coefficients from the constant on.
    fn polynomial(&mut self, depth: u32) -> Option<Vec<IBig>> {
        let token = self.token()?;
        self.polynomial_at(token, depth)
    }

    fn polynomial_at(&mut self, token: Token, depth: u32) -> Option<Vec<IBig>> {
        if depth > MAX_DEPTH {
            return None;
        }
        match token.kind {
            TokenKind::Numeral => Some(vec![int::parse_numeral(self.lexer.text(token))?]),
            TokenKind::Decimal => {
                let value = Real::parse_decimal(self.lexer.text(token))?;
                value.is_int().then(|| vec![value.floor()])
            }
            TokenKind::Symbol => Some(vec![IBig::ZERO, IBig::ONE]),
            TokenKind::Open => {
                let operator = self.word()?;
                let mut args = Vec::new();
                loop {
                    let token = self.token()?;
                    if token.kind == TokenKind::Close {
                        break;
                    }
                    args.push(self.polynomial_at(token, depth + 1)?);
                }
                combine(operator, args)
            }
            _ => None,
        }
    }
}

fn combine(operator: &str, args: Vec<Vec<IBig>>) -> Option<Vec<IBig>> {
    let mut rest = args.into_iter();
    let first = rest.next()?;
    match operator {
        "+" => Some(rest.fold(first, |sum, term| add(sum, &term))),
        "-" if rest.len() == 0 => Some(negated(first)),
        "-" => Some(rest.fold(first, |sum, term| add(sum, &negated(term)))),
        "*" => rest.try_fold(first, |product, factor| multiply(&product, &factor)),
        "^" => {
            let exponent = rest.next()?;
            let exponent =
                if exponent.len() == 1 { usize::try_from(&exponent[0]).ok()? } else { return None };
            if exponent > MAX_DEGREE {
                return None;
            }
            (0..exponent).try_fold(vec![IBig::ONE], |power, _| multiply(&power, &first))
        }
        _ => None,
    }
}

fn negated(mut polynomial: Vec<IBig>) -> Vec<IBig> {
    polynomial.iter_mut().for_each(|c| *c = -std::mem::take(c));
    polynomial
}

fn add(mut a: Vec<IBig>, b: &[IBig]) -> Vec<IBig> {
    if a.len() < b.len() {
        a.resize(b.len(), IBig::ZERO);
    }
    for (sum, term) in a.iter_mut().zip(b) {
        *sum += term;
    }
    a
}

fn multiply(a: &[IBig], b: &[IBig]) -> Option<Vec<IBig>> {
    if a.len() + b.len() > MAX_DEGREE + 2 {
        return None;
    }
    let mut product = vec![IBig::ZERO; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] += x * y;
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: Option<Value>) -> String {
        match value {
            Some(Value::Real(value)) => value.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn root_objects_are_read_as_they_are_written() {
        for number in ["(root-obj (+ (^ x 2) (- 2)) 2)", "(root-obj (+ (^ x 3) (* (- 4) x) 2) 1)"] {
            assert_eq!(text(root_obj(number)), number);
        }
        assert_eq!(text(root_obj("(root-obj (- (* 2 x) 6) 1)")), "3.0");
        for bad in ["(root-obj x)", "(root-obj (^ x 99999999) 1)", "(root-obj (+ (^ x 2) 1) 1)", "(root-obj"]
        {
            assert_eq!(root_obj(bad), None, "{bad}");
        }
    }

    #[test]
    fn algebraic_numbers_of_cvc5_are_the_root_in_their_interval() {
        for (number, root) in [
            ("(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)", "(root-obj (+ (^ x 2) (- 2)) 2)"),
            ("(_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)", "(root-obj (+ (^ x 2) (- 2)) 1)"),
            (
                "(_ real_algebraic_number <(-1*x^2) + (-3*x) + 1, (0, 1)>)",
                "(root-obj (+ (^ x 2) (* 3 x) (- 1)) 2)",
            ),
        ] {
            assert_eq!(
                real_algebraic_number(number).map(|r| r.to_string()).as_deref(),
                Some(root),
                "{number}"
            );
        }
        assert_eq!(real_algebraic_number("(_ real_algebraic_number <1*x^2 + 2, (0, 1)>)"), None);
        assert_eq!(real_algebraic_number("<,"), None);
    }
}
