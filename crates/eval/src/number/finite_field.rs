//! Factoring polynomials over a small prime field, by the algorithm of Cantor and Zassenhaus.

use dashu_base::RemEuclid;
use dashu_int::IBig;

use super::Polynomial;

/// The integers modulo an odd prime below `2^31`, so that a product and a sum fit a machine word.
pub struct Field {
    prime: u64,
}

/// A polynomial over the field: constant term first, no leading zeros.
pub type Residue = Vec<u64>;

impl Field {
    /// The field of this order, which must be an odd prime below `2^31`.
    pub fn new(prime: u64) -> Self {
        Self { prime }
    }

    /// The order of the field.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    fn invert(&self, value: u64) -> u64 {
        // Fermat: a^(p-2).
        let (mut result, mut square, mut exponent) = (1, value, self.prime - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * square % self.prime;
            }
            square = square * square % self.prime;
            exponent >>= 1;
        }
        result
    }

    /// The polynomial modulo the prime.
    pub fn image(&self, polynomial: &Polynomial) -> Residue {
        let prime = IBig::from(self.prime);
        // A remainder is below the prime: the conversion cannot fail.
        let residue = |c: &IBig| u64::try_from(c.rem_euclid(&prime)).unwrap_or(0);
        trim(polynomial.coefficients().iter().map(residue).collect())
    }

    /// The product.
    pub fn product(&self, left: &Residue, right: &Residue) -> Residue {
        if left.is_empty() || right.is_empty() {
            return Residue::new();
        }
        let mut product = vec![0; left.len() + right.len() - 1];
        for (i, a) in left.iter().enumerate() {
            for (j, b) in right.iter().enumerate() {
                product[i + j] = (product[i + j] + a * b) % self.prime;
            }
        }
        trim(product)
    }

    fn minus(&self, left: &Residue, right: &Residue) -> Residue {
        let at = |residue: &Residue, i: usize| residue.get(i).copied().unwrap_or(0);
        let length = left.len().max(right.len());
        trim((0..length).map(|i| (at(left, i) + self.prime - at(right, i)) % self.prime).collect())
    }

    fn scale(&self, residue: &Residue, factor: u64) -> Residue {
        residue.iter().map(|c| c * factor % self.prime).collect()
    }

    /// Quotient and remainder by a monic divisor.
    fn divide(&self, dividend: &Residue, divisor: &Residue) -> (Residue, Residue) {
        let mut rest = dividend.clone();
        let degree = divisor.len() - 1;
        let mut quotient = vec![0; rest.len().saturating_sub(degree)];
        for shift in (0..quotient.len()).rev() {
            let Some(top) = rest.pop() else { break };
            let minus = self.prime - top;
            for (c, d) in rest[shift..].iter_mut().zip(&divisor[..degree]) {
                *c = (*c + minus * d) % self.prime;
            }
            quotient[shift] = top;
        }
        (trim(quotient), trim(rest))
    }

    fn remainder(&self, dividend: &Residue, divisor: &Residue) -> Residue {
        self.divide(dividend, divisor).1
    }

    fn product_modulo(&self, left: &Residue, right: &Residue, modulus: &Residue) -> Residue {
        self.remainder(&self.product(left, right), modulus)
    }

    fn monic(&self, residue: Residue) -> Residue {
        match residue.last() {
            Some(&lead) if lead != 1 => self.scale(&residue, self.invert(lead)),
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

    /// For coprime monic `g` and `h`: `s` and `t` with `s g + t h = 1`.
    pub fn bezout(&self, g: &Residue, h: &Residue) -> (Residue, Residue) {
        // Each row (r, s, t) keeps r = s g + t h, with a monic r.
        let mut row = (g.clone(), vec![1], Residue::new());
        let mut next = (h.clone(), Residue::new(), vec![1]);
        while next.0.len() > 1 {
            let (quotient, rest) = self.divide(&row.0, &next.0);
            let inverse = self.invert(rest.last().copied().unwrap_or(1));
            let step = |old: &Residue, new: &Residue| {
                self.scale(&self.minus(old, &self.product(&quotient, new)), inverse)
            };
            let following = (self.scale(&rest, inverse), step(&row.1, &next.1), step(&row.2, &next.2));
            row = std::mem::replace(&mut next, following);
        }
        (next.1, next.2)
    }

    /// Does the polynomial have only simple factors?
    pub fn is_square_free(&self, residue: &Residue) -> bool {
        let derivative = residue.iter().zip(0u64..).skip(1).map(|(c, i)| c * i % self.prime);
        self.gcd(residue, &trim(derivative.collect())).len() == 1
    }

    fn power(&self, base: &Residue, exponent: u64, modulus: &Residue) -> Residue {
        let mut power = vec![1];
        for bit in (0..64 - exponent.leading_zeros()).rev() {
            power = self.product_modulo(&power, &power, modulus);
            if exponent >> bit & 1 == 1 {
                power = self.product_modulo(&power, base, modulus);
            }
        }
        power
    }

    /// `outer(inner)` modulo a polynomial. With `inner = x^p` this is the Frobenius map applied to `outer`.
    fn compose(&self, outer: &Residue, inner: &Residue, modulus: &Residue) -> Residue {
        let mut value = Residue::new();
        for &coefficient in outer.iter().rev() {
            value = self.product_modulo(&value, inner, modulus);
            match value.first_mut() {
                Some(constant) => *constant = (*constant + coefficient) % self.prime,
                None => value.push(coefficient),
            }
            value = trim(value);
        }
        value
    }

    /// The irreducible factors of a monic square-free polynomial. `None` if the random splitting, whose every
    /// attempt succeeds with probability about one half, fails too often.
    pub fn factors(&self, residue: &Residue) -> Option<Vec<Residue>> {
        let x = vec![0, 1];
        let mut found = Vec::new();
        let mut rest = residue.clone();
        let mut frobenius = self.power(&x, self.prime, &rest);
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

    /// Splits a product of irreducible polynomials of one degree; `frobenius` is `x^p` modulo that product.
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
        for attempt in 0..ATTEMPTS {
            let candidate = self.pseudo_random(attempt, product.len() - 1);
            // The norm to the prime field, a^(1 + p + … + p^(d-1)), is a square modulo half of the factors.
            let (mut norm, mut conjugate) = (candidate.clone(), candidate);
            for _ in 1..degree {
                conjugate = self.compose(&conjugate, frobenius, &product);
                norm = self.product_modulo(&norm, &conjugate, &product);
            }
            let character = self.power(&norm, (self.prime - 1) / 2, &product);
            let part = self.gcd(&product, &self.minus(&character, &vec![1]));
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

    /// A polynomial of the given number of coefficients, the same on every machine (SplitMix64).
    fn pseudo_random(&self, attempt: u64, length: usize) -> Residue {
        let mut state = attempt.wrapping_mul(0xd134_2543_de82_ef95);
        let next = |_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)) % self.prime
        };
        trim((0..length).map(next).collect())
    }
}

fn trim(mut residue: Residue) -> Residue {
    while residue.last() == Some(&0) {
        residue.pop();
    }
    residue
}
