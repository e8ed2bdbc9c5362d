//! Where `unknown` is a defect: logics that the solvers decide.

/// Whether a logic is decidable and decided by the solvers that claim it, so that `unknown` without a reason of
/// time or memory is worth a report.
pub fn is_decidable(logic: &str) -> bool {
    DECIDABLE.contains(&logic)
}

const DECIDABLE: &[&str] = &[
    "QF_ABV",
    "QF_ABVFP",
    "QF_ALIA",
    "QF_AUFBV",
    "QF_AUFLIA",
    "QF_AX",
    "QF_BV",
    "QF_BVFP",
    "QF_DT",
    "QF_FP",
    "QF_IDL",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_RDL",
    "QF_UF",
    "QF_UFBV",
    "QF_UFBVFP",
    "QF_UFDT",
    "QF_UFFP",
    "QF_UFIDL",
    "QF_UFLIA",
    "QF_UFLRA",
];
