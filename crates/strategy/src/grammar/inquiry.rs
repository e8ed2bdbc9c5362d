//! What a script asks after its last check (F1), one thing per script.

/// A thing to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inquiry {
    /// `(get-model)`
    Model,
    /// `(get-value (x …))`
    Values,
    /// `(get-assignment)`, with names.
    Assignment,
    /// `(get-unsat-core)`, with names, of checks without assumptions.
    Core,
    /// The same of a check under assumptions.
    MixedCore,
    /// `(get-unsat-assumptions)`, after a check under assumptions.
    Assumptions,
    /// `(get-proof)`
    Proof,
    /// `(get-objectives)`, of a check with something to minimise, maximise or rather have: no part of the standard.
    Objectives,
}

/// A row: the inquiry, how profiles of solvers call it, the option that allows it, and the command.
type Row = (Inquiry, &'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    (Inquiry::Model, "model", "produce-models", "(get-model)\n"),
    // The command is written with the constants that are known by then.
    (Inquiry::Values, "values", "produce-models", ""),
    (Inquiry::Assignment, "assignment", "produce-assignments", "(get-assignment)\n"),
    (Inquiry::Core, "core", "produce-unsat-cores", "(get-unsat-core)\n"),
    (Inquiry::MixedCore, "mixed-core", "produce-unsat-cores", "(get-unsat-core)\n"),
    (Inquiry::Assumptions, "assumptions", "produce-unsat-assumptions", "(get-unsat-assumptions)\n"),
    (Inquiry::Proof, "proof", "produce-proofs", "(get-proof)\n"),
    (Inquiry::Objectives, "objectives", "produce-models", "(get-objectives)\n"),
];

impl Inquiry {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Inquiry> {
        ROWS.iter().map(|row| row.0)
    }

    /// Those of the standard, which any solver may be asked.
    pub fn standard() -> impl Iterator<Item = Inquiry> {
        Inquiry::all().filter(|inquiry| *inquiry != Inquiry::Objectives)
    }

    /// How profiles of solvers call it.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The option that allows it.
    pub(super) fn option(self) -> &'static str {
        self.row().2
    }

    /// The command, or nothing where it depends on the script.
    pub(super) fn command(self) -> &'static str {
        self.row().3
    }

    /// Whether it is about names of assertions.
    pub(super) fn takes_names(self) -> bool {
        matches!(self, Inquiry::Assignment | Inquiry::Core | Inquiry::MixedCore)
    }

    /// Whether it is about a check under assumptions.
    pub(super) fn takes_assumptions(self) -> bool {
        matches!(self, Inquiry::MixedCore | Inquiry::Assumptions)
    }

    fn row(self) -> &'static Row {
        // The rows stand in the order of the variants, which a test keeps.
        &ROWS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_inquiry_has_its_row() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.0 as usize, i);
        }
        assert_eq!(Inquiry::all().last(), Some(Inquiry::Objectives));
        assert_eq!(Inquiry::standard().last(), Some(Inquiry::Proof));
    }
}
