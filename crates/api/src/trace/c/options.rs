//! Options of Bitwuzla by their constants in C, which are not always their names.

/// Names whose constants are made of other words.
const OTHER: &[(&str, &str)] = &[
    ("abstraction-bvadd", "ABSTRACTION_BV_ADD"),
    ("abstraction-bvmul", "ABSTRACTION_BV_MUL"),
    ("abstraction-bvudiv", "ABSTRACTION_BV_UDIV"),
    ("abstraction-bvurem", "ABSTRACTION_BV_UREM"),
    ("abstraction-eq", "ABSTRACTION_EQUAL"),
    ("pp-contr-ands", "PP_CONTRADICTING_ANDS"),
    ("pp-elim-bvudiv", "PP_ELIM_BV_UDIV"),
    ("pp-elim-extracts", "PP_ELIM_BV_EXTRACTS"),
    ("pp-embedded", "PP_EMBEDDED_CONSTR"),
    ("prop-ineq-bounds", "PROP_INFER_INEQ_BOUNDS"),
    ("prop-prob-pick-inv-value", "PROP_PROB_USE_INV_VALUE"),
    ("prop-prob-pick-rand-input", "PROP_PROB_RANDOM_INPUT"),
];

/// The constant of an option, without `BITWUZLA_OPT_`.
pub(super) fn constant(name: &str) -> String {
    let other = OTHER.iter().find(|row| row.0 == name).map(|row| row.1.to_owned());
    other.unwrap_or_else(|| name.to_uppercase().replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_constants_are_the_names_in_capitals() {
        assert_eq!(constant("rewrite-level"), "REWRITE_LEVEL");
        assert_eq!(constant("pp-embedded"), "PP_EMBEDDED_CONSTR");
    }
}
