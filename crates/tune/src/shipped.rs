//! Correlations that come with the program.

use crate::correlations::Correlations;
use crate::file::FileError;

/// A file that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The solver's family.
    pub family: &'static str,
    /// The release that it was learnt from.
    pub version: &'static str,
    text: &'static str,
}

/// All of them.
pub const fn shipped() -> &'static [Shipped] {
    &[
        Shipped { family: "z3", version: "5.4.0", text: include_str!("../data/z3-5.4.0.tsv") },
        Shipped { family: "cvc5", version: "1.4.2", text: include_str!("../data/cvc5-1.4.2.tsv") },
    ]
}

/// What is known of a family: releases share most of their options.
pub fn shipped_for(family: &str) -> Option<&'static Shipped> {
    shipped().iter().find(|shipped| shipped.family == family)
}

impl Shipped {
    /// Its contents.
    pub fn correlations(&self) -> Result<Correlations, FileError> {
        Correlations::parse(&format!("{}-{}.tsv", self.family, self.version), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_read() {
        for shipped in shipped() {
            let table = shipped.correlations().unwrap();
            assert_eq!(table.solver, format!("{}@{}", shipped.family, shipped.version));
            assert!(table.formulas > 100 && table.operations().count() > 100, "{}", table.solver);
        }
    }
}
