//! SMT-LIB text of floating-point values.

use std::fmt;

use super::ieee::Fields;
use super::{Class, Float};

impl Float {
    /// The value as `(fp #b… #b… #b…)`, also where there is a name for it.
    pub fn to_triple(&self) -> String {
        let Fields { negative, exponent, significand } = self.fields();
        let eb = self.format.eb() as usize;
        let fraction_bits = self.format.sb() as usize - 1;
        let sign = u8::from(negative);
        format!("(fp #b{sign} #b{exponent:0eb$b} #b{significand:0fraction_bits$b})")
    }
}

/// NaN, infinities and zeros by name, as in `(_ NaN 8 24)`, and numbers as a triple.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.class {
            Class::NaN => "NaN",
            Class::Infinite { negative: false } => "+oo",
            Class::Infinite { negative: true } => "-oo",
            Class::Zero { negative: false } => "+zero",
            Class::Zero { negative: true } => "-zero",
            Class::Finite(_) => return f.write_str(&self.to_triple()),
        };
        write!(f, "(_ {name} {} {})", self.format.eb(), self.format.sb())
    }
}

/// As [`fmt::Display`]: the structure inside says less.
impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use crate::float::{Float, Format};

    #[test]
    fn special_values_have_names_and_triples() {
        let format = Format::new(3, 5).expect("a valid format");
        let cases = [
            (Float::nan(format), "(_ NaN 3 5)", "(fp #b0 #b111 #b1000)"),
            (Float::infinity(format, false), "(_ +oo 3 5)", "(fp #b0 #b111 #b0000)"),
            (Float::infinity(format, true), "(_ -oo 3 5)", "(fp #b1 #b111 #b0000)"),
            (Float::zero(format, false), "(_ +zero 3 5)", "(fp #b0 #b000 #b0000)"),
            (Float::zero(format, true), "(_ -zero 3 5)", "(fp #b1 #b000 #b0000)"),
        ];
        for (float, name, triple) in cases {
            assert_eq!(float.to_string(), name);
            assert_eq!(float.to_triple(), triple);
        }
    }

    #[test]
    fn numbers_are_triples_of_full_width() {
        let format = Format::new(2, 2).expect("a valid format");
        assert_eq!(Float::from_ieee_u64(format, 0b1001).to_string(), "(fp #b1 #b00 #b1)");
        assert_eq!(Float::min_subnormal(Format::HALF, false).to_string(), "(fp #b0 #b00000 #b0000000001)");
    }
}
