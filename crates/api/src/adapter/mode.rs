//! Ways of working that exclude each other: a round chooses one.

/// Settings that come before everything else, and what a solver does not do under them.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// How often it is chosen, in comparison to the others.
    pub weight: u32,
    /// What is set.
    pub settings: &'static [(&'static str, &'static str)],
    /// Options that must not be set besides.
    pub without: &'static [&'static str],
    /// Whether there is one check, and no levels and assumptions.
    pub once: bool,
    /// Whether there are only truth values, numbers and the like: no arrays, no functions.
    pub scalars: bool,
    /// Whether variables may be bound.
    pub quantifiers: bool,
    /// Whether only what the witness satisfies is asserted: for engines that look for a model for ever.
    pub honest: bool,
}

/// Everything but quantifiers.
const PLAIN: Mode = Mode {
    weight: 1,
    settings: &[],
    without: &[],
    once: false,
    scalars: false,
    quantifiers: false,
    honest: false,
};

impl Mode {
    /// The mode that changes nothing.
    pub(crate) const fn plain(weight: u32) -> Mode {
        Mode { weight, ..PLAIN }
    }

    /// The same, where variables may be bound.
    pub(super) const fn quantified(self) -> Mode {
        Mode { quantifiers: true, ..self }
    }

    /// The same, where everything asserted can be satisfied.
    pub(super) const fn honest(self) -> Mode {
        Mode { honest: true, ..self }
    }

    /// The same, with one check.
    pub(super) const fn once(self) -> Mode {
        Mode { once: true, ..self }
    }

    /// The same, without arrays and functions.
    pub(super) const fn scalars(self) -> Mode {
        Mode { scalars: true, ..self }
    }

    /// The same, with settings, and without others.
    pub(super) const fn with(
        self,
        settings: &'static [(&'static str, &'static str)],
        without: &'static [&'static str],
    ) -> Mode {
        Mode { settings, without, ..self }
    }
}
