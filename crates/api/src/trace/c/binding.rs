//! Quantifiers, functions that are defined, and substitution in C, where a library's words for them are known.

use super::Writer;
use crate::trace::call::{Action, Kind};

impl Writer<'_> {
    /// The statement of a call that puts other terms for constants.
    pub(super) fn substitution(&self, terms: &[String]) -> Option<String> {
        let (words, number) = (self.words, self.call.result?);
        let [whole, variable] = words.bind;
        let letter = self.call.action.row().gives.map_or('t', Kind::letter);
        let statement = |text: String| format!("{} {letter}{number} = {text};", words.term);
        let kind = match (self.call.action, self.call.texts().first()) {
            (Action::Substitute, _) if !words.substitute.is_empty() => {
                let [of, from, to] = terms else { return None };
                let text = words.substitute.replace("{t}", of).replace("{from}", from).replace("{to}", to);
                return Some(statement(text));
            }
            (Action::Define, _) => "LAMBDA",
            (Action::Quantify, Some(&"forall")) => "FORALL",
            (Action::Quantify, _) => "EXISTS",
            _ => return None,
        };
        let (body, constants) = terms.split_first().filter(|_| !whole.is_empty())?;
        let variables = constants.iter().map(|constant| {
            let name = format!("{constant}.{letter}{number}");
            variable.replace("{t}", constant).replace("{name}", &name)
        });
        let text = whole.replace("{vars}", &variables.collect::<Vec<_>>().join(", "));
        let text = text.replace("{from}", &constants.join(", ")).replace("{n}", &constants.len().to_string());
        Some(statement(text.replace("{kind}", kind).replace("{t}", body)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::c_program;
    use crate::trace::Trace;

    #[test]
    fn what_binds_is_an_expression_of_its_own() {
        let trace = Trace::read(
            "smtquake-trace 1 bitwuzla\n0 sort Bool -> s0\n0 constant x s0 true -> t0\n0 term not t0 -> t1\n\
             0 quantify forall t1 t0 -> t2\n0 define g t1 t0 -> f0\n0 apply f0 t2 -> t3\n0 substitute t1 t0 t3 -> t4\n",
        )
        .unwrap();
        let program = c_program(&trace, "bitwuzla").unwrap();
        let bound = |kind: &str, name: &str| {
            format!(
                "({{ BitwuzlaTerm from[] = {{t0}}, to[] = {{bitwuzla_mk_var(tm, bitwuzla_term_get_sort(t0), \"{name}\"), 0}}; \
                 to[1] = bitwuzla_substitute_term(t1, 1, from, to); bitwuzla_mk_term(tm, BITWUZLA_KIND_{kind}, 1 + 1, to); }});"
            )
        };
        for line in [
            format!("BitwuzlaTerm t2 = {}", bound("FORALL", "t0.t2")),
            format!("BitwuzlaTerm f0 = {}", bound("LAMBDA", "t0.f0")),
            "BitwuzlaTerm t4 = bitwuzla_substitute_term(t1, 1, &t0, &t3);".to_owned(),
        ] {
            assert!(program.contains(&line), "{line}\n{program}");
        }
        // Others do not say it yet.
        assert!(c_program(&trace, "z3").unwrap().contains("/* 0 quantify forall t1 t0 -> t2 */"));
    }
}
