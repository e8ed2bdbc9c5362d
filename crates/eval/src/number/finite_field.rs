//! Factoring polynomials over a prime field, by the algorithm of Cantor and Zassenhaus.
//!
//! The primes are Mersenne primes: known primes of every size needed, for which a reduction is two shifts.

use dashu_base::{BitTest, ExtendedGcd, RemEuclid};
use dashu_int::{IBig, UBig};

use super::Polynomial;

/// The field of integers modulo `2^bits - 1`.
pub struct Field {
    bits: usize,
    modulus: UBig,
}

/// A polynomial over the field: constant term first, no leading zeros.
pub type Residue = Vec<UBig>;

impl Field {
    /// The field for one of the Mersenne primes; `2^bits - 1` must be prime.
    pub fn mersenne(bits: usize) -> Self {
        Self { bits, modulus: UBig::ones(bits) }
    }

    fn reduce(&self, mut value: UBig) -> UBig {
        while value.bit_len() > self.bits {
            let (low, high) = value.split_bits(self.bits);
            value = low + high;
        }
        if value == self.modulus { UBig::ZERO } else { value }
    }

    fn negate(&self, value: &UBig) -> UBig {
        if value.is_zero() { UBig::ZERO } else { &self.modulus - value }
    }

    fn subtract(&self, left: &UBig, right: &UBig) -> UBig {
        self.reduce(left + self.negate(right))
    }

    fn multiply(&self, left: &UBig, right: &UBig) -> UBig {
        self.reduce(left * right)
    }

    fn invert(&self, value: &UBig) -> UBig {
        let (_, coefficient, _) = value.gcd_ext(&self.modulus);
        coefficient.rem_euclid(self.modulus.as_ibig())
    }

    /// The polynomial modulo the prime.
    pub fn image(&self, polynomial: &Polynomial) -> Residue {
        trim(polynomial.coefficients().iter().map(|c| c.rem_euclid(self.modulus.as_ibig())).collect())
    }

    /// The polynomial with the representatives nearest to zero as coefficients.
    pub fn symmetric(&self, residue: &Residue) -> Polynomial {
        let lift = |c: &UBig| {
            let negative = c.bit_len() == self.bits;
            if negative { c.as_ibig() - self.modulus.as_ibig() } else { IBig::from(c.clone()) }
        };
        Polynomial::new(residue.iter().map(lift).collect())
    }

    /// The product, unreduced by any polynomial.
    pub fn product(&self, left: &Residue, right: &Residue) -> Residue {
        if left.is_empty() || right.is_empty() {
            return Residue::new();
        }
        let mut sums = vec![UBig::ZERO; left.len() + right.len() - 1];
        for (i, a) in left.iter().enumerate() {
            for (j, b) in right.iter().enumerate() {
                sums[i + j] += a * b;
            }
        }
        // One reduction per coefficient instead of one per product.
        trim(sums.into_iter().map(|sum| self.reduce(sum)).collect())
    }

    /// Quotient and remainder by a monic divisor.
    fn divide(&self, dividend: &Residue, divisor: &Residue) -> (Residue, Residue) {
        let mut rest = dividend.clone();
        let degree = divisor.len() - 1;
        let mut quotient = vec![UBig::ZERO; rest.len().saturating_sub(degree)];
        for shift in (0..quotient.len()).rev() {
            let Some(top) = rest.pop() else { break };
            let top = self.reduce(top);
            let minus = self.negate(&top);
            for (c, d) in rest[shift..].iter_mut().zip(&divisor[..degree]) {
                *c += &minus * d;
            }
            quotient[shift] = top;
        }
        (trim(quotient), trim(rest.into_iter().map(|c| self.reduce(c)).collect()))
    }

    fn remainder(&self, dividend: &Residue, divisor: &Residue) -> Residue {
        self.divide(dividend, divisor).1
    }

    fn product_modulo(&self, left: &Residue, right: &Residue, modulus: &Residue) -> Residue {
        self.remainder(&self.product(left, right), modulus)
    }

    fn monic(&self, residue: Residue) -> Residue {
        match residue.last() {
            Some(lead) if !lead.is_one() => {
                let inverse = self.invert(lead);
                residue.iter().map(|c| self.multiply(c, &inverse)).collect()
            }
            _ => residue,
        }
    }

    /// The monic greatest common divisor.
    fn gcd(&self, left: &Residue, right: &Residue) -> Residue {
        let mut a = self.monic(left.clone());
        let mut b = self.monic(right.clone());
        while !b.is_empty() {
            let rest = self.monic(self.remainder(&a, &b));
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// Does the polynomial have only simple factors?
    pub fn is_square_free(&self, residue: &Residue) -> bool {
        let derivative = residue.iter().enumerate().skip(1).map(|(i, c)| self.multiply(c, &UBig::from(i)));
        self.gcd(residue, &trim(derivative.collect())).len() == 1
    }

    fn power(&self, base: &Residue, exponent: &UBig, modulus: &Residue) -> Residue {
        let mut power = vec![UBig::ONE];
        for bit in (0..exponent.bit_len()).rev() {
            power = self.product_modulo(&power, &power, modulus);
            if exponent.bit(bit) {
                power = self.product_modulo(&power, base, modulus);
            }
        }
        power
    }

    /// `outer(inner)` modulo a polynomial. With `inner = x^p` this is the Frobenius map applied to `outer`.
    fn compose(&self, outer: &Residue, inner: &Residue, modulus: &Residue) -> Residue {
        let mut value = Residue::new();
        for coefficient in outer.iter().rev() {
            value = self.product_modulo(&value, inner, modulus);
            match value.first_mut() {
                Some(constant) => *constant = self.reduce(&*constant + coefficient),
                None => value.push(coefficient.clone()),
            }
            value = trim(value);
        }
        value
    }

    /// The irreducible factors of a monic square-free polynomial. `None` if the random splitting, whose every
    /// attempt succeeds with probability about one half, fails too often.
    pub fn factors(&self, residue: &Residue) -> Option<Vec<Residue>> {
        let x = vec![UBig::ZERO, UBig::ONE];
        let mut found = Vec::new();
        let mut rest = residue.clone();
        let mut frobenius = self.power(&x, &self.modulus, &rest);
        let mut iterate = frobenius.clone();
        let mut degree = 1;
        // x^(p^d) - x is the product of the irreducible polynomials whose degree divides d.
        while rest.len() > 2 * degree {
            let same_degree = self.gcd(&rest, &self.minus(&iterate, &x));
            if same_degree.len() > 1 {
                rest = self.divide(&rest, &same_degree).0;
                let local = self.remainder(&frobenius, &same_degree);
                self.split(same_degree, degree, &local, &mut found)?;
                frobenius = self.remainder(&frobenius, &rest);
                iterate = self.remainder(&iterate, &rest);
            }
            iterate = self.compose(&iterate, &frobenius, &rest);
            degree += 1;
        }
        if rest.len() > 1 {
            found.push(rest);
        }
        Some(found)
    }

    /// Splits a product of irreducible polynomials of one degree.
    fn split(
        &self,
        product: Residue,
        degree: usize,
        frobenius: &Residue,
        found: &mut Vec<Residue>,
    ) -> Option<()> {
        const ATTEMPTS: u64 = 200;
        if product.len() == degree + 1 {
            found.push(product);
            return Some(());
        }
        let half = (&self.modulus - UBig::ONE) >> 1;
        for attempt in 0..ATTEMPTS {
            let candidate = pseudo_random(attempt, product.len() - 1);
            // The norm to the prime field, a^(1 + p + … + p^(d-1)), is a square in half of the factors' fields.
            let (mut norm, mut conjugate) = (candidate.clone(), candidate);
            for _ in 1..degree {
                conjugate = self.compose(&conjugate, frobenius, &product);
                norm = self.product_modulo(&norm, &conjugate, &product);
            }
            let character = self.power(&norm, &half, &product);
            let part = self.gcd(&product, &self.minus(&character, &vec![UBig::ONE]));
            if part.len() > 1 && part.len() < product.len() {
                let other = self.divide(&product, &part).0;
                let (in_part, in_other) =
                    (self.remainder(frobenius, &part), self.remainder(frobenius, &other));
                self.split(part, degree, &in_part, found)?;
                return self.split(other, degree, &in_other, found);
            }
        }
        None
    }

    fn minus(&self, left: &Residue, right: &Residue) -> Residue {
        let zero = UBig::ZERO;
        let at = |residue: &Residue, i: usize| residue.get(i).cloned().unwrap_or(zero.clone());
        let length = left.len().max(right.len());
        trim((0..length).map(|i| self.subtract(&at(left, i), &at(right, i))).collect())
    }
}

fn trim(mut residue: Residue) -> Residue {
    while residue.last().is_some_and(UBig::is_zero) {
        residue.pop();
    }
    residue
}

/// A polynomial of the given number of coefficients, the same on every machine (SplitMix64).
fn pseudo_random(attempt: u64, length: usize) -> Residue {
    let mut state = attempt.wrapping_mul(0xd134_2543_de82_ef95);
    let next = |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // Fewer bits than the smallest prime has, so that the number is reduced.
        UBig::from((mixed ^ (mixed >> 31)) >> 4)
    };
    trim((0..length).map(next).collect())
}
