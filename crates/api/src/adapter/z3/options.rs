//! What can be set on a solver of Z3, by its own list.
//!
//! It tells names, kinds and a sentence of documentation. Values of numbers are known only where the sentence lists them:
//! `0 - eager, 1 - lazy`; those of words where it quotes them.

use solver::host::symbols::rust_text;

use super::functions::Functions;
use crate::adapter::asked::asked;
use crate::adapter::options::{OptionRow, Values, lists};

/// Options that are none of a round's business.
const EXCEPT: &[&str] = &[
    // What is printed or written to files, and checks that only say more.
    "arith.dump*",
    "arith.nl.log",
    "arith.print*",
    "arith.rep_freq",
    "arith.validate",
    "axioms2files",
    "core.validate",
    "instantiations2console",
    "lemmas2console",
    "mbqi.trace",
    "qi.profile*",
    "seq.validate",
    "v1",
    "v2",
    // Chosen by the adapter.
    "ctrl_c",
    "model",
    "unsat_core",
    "proof*",
    "clause_proof",
    "completion",
    "partial",
    "user_functions",
    // They change what is right: parts of a theory are left out, or a zero divides otherwise.
    "arith.ignore_int",
    "arith.nl",
    "array.extensional",
    "array.weak",
    "bv.enable_int2bv",
    "candidate_models",
    "hi_div0",
    "slice",
    "theory_solver",
    "fail_if_inconclusive",
    // "which can break behaviour", as it says itself.
    "solve_eqs.non_ground",
    // Engines that are not maintained, or of other theories, or in threads of their own.
    "arith.auto_config_simplex",
    "arith.min",
    "bv.solver",
    "ff.*",
    "finite_set.*",
    "induction",
    "recfun_finder",
    "sls.*",
    "string_solver",
    "threads*",
    "up.*",
    "arith.nl.transcendental*",
];

/// Values that the documentation does not list, or not all of which are maintained.
const OURS: &[(&str, &str)] = &[("random_seed", "0..1000"), ("arith.solver", "2 6")];

/// The options of a solver that is made of tactics: it has those of the others, too.
pub(super) fn rows(f: &Functions) -> Vec<OptionRow> {
    let told = asked(|| listed(f).unwrap_or_default()).unwrap_or_default();
    told.lines().filter_map(row).collect()
}

/// A line of name, kind and documentation for each.
fn listed(f: &Functions) -> Option<String> {
    let mut text = String::new();
    // SAFETY: everything is of this context, which lives until the process ends; texts are copied at once.
    unsafe {
        let config = (f.mk_config)();
        let context = (f.mk_context_rc)(config);
        let solver = (f.mk_solver)(context);
        (f.solver_inc_ref)(context, solver);
        let list = f.solver_get_param_descrs?(context, solver);
        f.param_descrs_inc_ref?(context, list);
        for at in 0..f.param_descrs_size?(context, list) {
            let symbol = f.param_descrs_get_name?(context, list, at);
            let name = rust_text(f.get_symbol_string?(context, symbol));
            let kind = f.param_descrs_get_kind?(context, list, symbol);
            let help = rust_text(f.param_descrs_get_documentation?(context, list, symbol));
            text += &format!("{name}\t{kind}\t{}\n", help.replace('\n', " "));
        }
    }
    Some(text)
}

fn row(line: &str) -> Option<OptionRow> {
    let mut parts = line.splitn(3, '\t');
    let (name, kind, help) = (parts.next()?, parts.next()?, parts.next()?);
    if let Some((name, values)) = OURS.iter().find(|(ours, _)| *ours == name) {
        return Some(OptionRow::written(name, values));
    }
    let words: Vec<String> = match kind {
        // Z3_PK_UINT, Z3_PK_BOOL, Z3_PK_SYMBOL
        "0" => (0..).take_while(|number| counts(help, *number)).map(|number| number.to_string()).collect(),
        "1" => vec!["true".to_owned(), "false".to_owned()],
        "3" => help.split_once("options are:").map(|(_, list)| quoted(list)).unwrap_or_default(),
        _ => Vec::new(),
    };
    let open = words.len() > 1 && !lists(EXCEPT, name);
    open.then(|| OptionRow { name: name.to_owned(), values: Values::Words(words) })
}

/// Whether a sentence says what a number means.
fn counts(help: &str, number: u32) -> bool {
    [format!(" {number} - "), format!(" {number}- ")].iter().any(|text| format!(" {help}").contains(text))
}

fn quoted(list: &str) -> Vec<String> {
    list.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_the_documentation_lists() {
        let words = |line: &str| row(line).map(|row| row.values);
        let of = |words: &str| Some(OptionRow::written("", words).values);
        assert_eq!(
            words("dt_lazy_splits\t0\tHow splits are: 0- eager, 1- lazy for infinite types, 2- lazy"),
            of("0 1 2")
        );
        assert_eq!(words("restart_strategy\t0\t0 - geometric, 1 - luby"), of("0 1"));
        assert_eq!(words("flat\t1\tcreate nary applications"), of("true false"));
        assert_eq!(
            words("seq.o\t3\tdirection. options are: 'forward', 'reversed' (the other)"),
            of("forward reversed")
        );
        assert_eq!(words("max_conflicts\t0\tmaximum number of conflicts before giving up."), None);
        assert_eq!(words("arith.solver\t0\t0 - no solver, 1 - bellman-ford"), of("2 6"));
        assert_eq!(words("ff.unique\t1\tbounded"), None);
    }
}
