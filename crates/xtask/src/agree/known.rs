//! Where solvers are known to be wrong: each rule names a script in `disagreements/`, which names the solver, its
//! version and the sentence that decides.

use smtlib::theory::{ArrayOp, Op, SetOp, Theory, TranscendentalOp};

use super::generate::Flavor;
use super::subject::Subject;

/// The script that is on file for denials of a subject by a solver of this family.
pub(super) fn known(family: &str, subject: Subject, flavor: Flavor, script: &str) -> Option<&'static str> {
    let Subject::Op(op) = subject else {
        let built = family == "cvc5" && subject == Subject::Form("constructor");
        let ascribed = built && script.contains("((as pair ") && script.contains("(pair ");
        return ascribed.then_some("cvc5-1.4.2-ascribed-constructor");
    };
    let finite = script.contains("(Array Bool ") || script.contains("(Array (_ BitVec ");
    match (family, op) {
        ("cvc5", _) if op.theory() == Theory::Float && flavor == Flavor::LeastFormats => {
            Some("cvc5-1.0.3-tiny-float")
        }
        ("cvc5", Op::Regex(_)) if script.contains("(_ re.^ 0)") || script.contains("(_ re.loop 0 0)") => {
            Some("cvc5-1.0.3-zeroth-power")
        }
        ("cvc5", Op::Transcendental(TranscendentalOp::Sqrt)) => Some("cvc5-1.0.3-sqrt"),
        ("cvc5", Op::Transcendental(TranscendentalOp::Arcsec)) => Some("cvc5-1.0.3-arcsec"),
        // Of sets over an infinite sort nothing is known to be wrong.
        ("z3", Op::Array(ArrayOp::Intersect)) if finite => Some("z3-4.5.1-intersect-finite-index"),
        ("z3", Op::Array(ArrayOp::Subset)) if finite => Some("z3-5.4.0-subset-finite-index"),
        ("z3", Op::Set(SetOp::Subset)) if script.contains("\"") => Some("z3-5.4.0-subset-of-strings"),
        ("z3", Op::Array(ArrayOp::Ext)) => Some("z3-5.4.0-array-ext"),
        (
            "z3",
            Op::Transcendental(
                TranscendentalOp::Sinh
                | TranscendentalOp::Cosh
                | TranscendentalOp::Asinh
                | TranscendentalOp::Acosh
                | TranscendentalOp::Atanh,
            ),
        ) => Some("z3-5.4.0-hyperbolic"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_rule_has_its_script() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("disagreements");
        let mut found = 0;
        for row in smtlib::theory::Table::get().rows() {
            for family in ["z3", "cvc5"] {
                for flavor in [Flavor::Usual, Flavor::LeastFormats] {
                    let script = "((_ re.^ 0) (str.to_re \"a\")) (Array Bool Bool)";
                    if let Some(file) = known(family, Subject::Op(row.op), flavor, script) {
                        assert!(folder.join(format!("{file}.smt2")).is_file(), "{file}");
                        found += 1;
                    }
                }
            }
        }
        let form = Subject::Form("constructor");
        let file = known("cvc5", form, Flavor::Usual, "(distinct (pair 1 2) ((as pair (Pair Int Int)) 1 2))");
        assert!(folder.join(format!("{}.smt2", file.unwrap_or_default())).is_file());
        assert!(found > 0);
    }
}
