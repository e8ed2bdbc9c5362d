//! Hensel lifting: from a factorisation modulo a prime to one modulo a high power of it.

use dashu_base::RemEuclid;
use dashu_int::IBig;

use super::Polynomial;
use super::finite_field::{Field, Residue};

/// The integers modulo a prime power, with the representatives nearest to zero.
pub struct Ring {
    modulus: IBig,
    half: IBig,
}

impl Ring {
    fn new(modulus: IBig) -> Self {
        let half = &modulus >> 1;
        Self { modulus, half }
    }

    fn reduce(&self, value: &IBig) -> IBig {
        let residue = IBig::from(value.rem_euclid(&self.modulus));
        if residue > self.half { residue - &self.modulus } else { residue }
    }

    fn residue(&self, polynomial: &Polynomial) -> Polynomial {
        Polynomial::new(polynomial.coefficients().iter().map(|c| self.reduce(c)).collect())
    }

    /// The product of two integers.
    pub fn product(&self, left: &IBig, right: &IBig) -> IBig {
        self.reduce(&(left * right))
    }

    /// The product of two polynomials.
    pub fn mul(&self, left: &Polynomial, right: &Polynomial) -> Polynomial {
        self.residue(&left.mul(right))
    }

    /// Quotient and remainder by a monic divisor.
    fn divide(&self, dividend: &Polynomial, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let degree = divisor.degree();
        let mut rest = dividend.coefficients().to_vec();
        let mut quotient = vec![IBig::ZERO; rest.len().saturating_sub(degree)];
        for shift in (0..quotient.len()).rev() {
            let Some(top) = rest.pop() else { break };
            let top = self.reduce(&top);
            for (c, d) in rest[shift..].iter_mut().zip(&divisor.coefficients()[..degree]) {
                *c -= &top * d;
            }
            quotient[shift] = top;
        }
        (Polynomial::new(quotient), self.residue(&Polynomial::new(rest)))
    }
}

/// Lifts the monic coprime factors of a monic polynomial modulo a prime until the modulus has more than `bits`
/// bits.
pub fn lift(
    polynomial: &Polynomial,
    field: &Field,
    factors: &[Residue],
    bits: usize,
) -> (Ring, Vec<Polynomial>) {
    let mut moduli = vec![IBig::from(field.prime())];
    let mut length = 30;
    while length <= bits {
        let last = &moduli[moduli.len() - 1];
        moduli.push(last * last);
        length *= 2;
    }
    let rings: Vec<Ring> = moduli.into_iter().map(Ring::new).collect();
    let mut lifted = Vec::with_capacity(factors.len());
    lift_tree(polynomial, field, factors, &rings, &mut lifted);
    let ring = rings.into_iter().next_back().unwrap_or_else(|| Ring::new(IBig::from(field.prime())));
    (ring, lifted)
}

/// Lifts the product of the first half of the factors and that of the second, then each half on its own.
fn lift_tree(
    polynomial: &Polynomial,
    field: &Field,
    factors: &[Residue],
    rings: &[Ring],
    lifted: &mut Vec<Polynomial>,
) {
    if factors.len() <= 1 {
        let last = &rings[rings.len() - 1];
        lifted.extend(factors.iter().map(|_| last.residue(polynomial)));
        return;
    }
    let (left, right) = factors.split_at(factors.len() / 2);
    let product = |part: &[Residue]| part.iter().fold(vec![1], |p, q| field.product(&p, q));
    let (g, h) = lift_pair(polynomial, field, &product(left), &product(right), rings);
    lift_tree(&g, field, left, rings, lifted);
    lift_tree(&h, field, right, rings, lifted);
}

/// Quadratic lifting of `f = g h` (von zur Gathen and Gerhard, Modern Computer Algebra, algorithm 15.10), through
/// rings each of which squares the modulus of the one before.
fn lift_pair(
    f: &Polynomial,
    field: &Field,
    g: &Residue,
    h: &Residue,
    rings: &[Ring],
) -> (Polynomial, Polynomial) {
    let (s, t) = field.bezout(g, h);
    let integers = |residue: &Residue| Polynomial::new(residue.iter().map(|&c| IBig::from(c)).collect());
    let (mut g, mut h, mut s, mut t) = (integers(g), integers(h), integers(&s), integers(&t));
    let one = Polynomial::constant(IBig::ONE);
    for ring in &rings[1..] {
        let error = ring.residue(&f.sub(&g.mul(&h)));
        let (q, r) = ring.divide(&ring.mul(&s, &error), &h);
        g = ring.residue(&g.add(&t.mul(&error)).add(&q.mul(&g)));
        h = ring.residue(&h.add(&r));
        let error = ring.residue(&s.mul(&g).add(&t.mul(&h)).sub(&one));
        let (c, d) = ring.divide(&ring.mul(&s, &error), &h);
        s = ring.residue(&s.sub(&d));
        t = ring.residue(&t.sub(&t.mul(&error)).sub(&c.mul(&g)));
    }
    (g, h)
}
