//! `smtquake solver options`: what can be set on a solver.

use anyhow::bail;
use serde::Serialize;
use solver::catalogue::Catalogue;
use solver::options::{OptionKind, SolverOption};
use solver::profile::{OptionRules, Profiles};

use super::{plain_target, table, tell};
use crate::exit::Exit;

/// List what can be set on a solver, as the solver itself tells it
#[derive(clap::Args)]
pub struct Args {
    /// The solver: z3, z3@4.8.12, cvc5@system, ./build/z3, z3:./mine
    #[arg(value_name = "TARGET")]
    pub target: String,

    /// Only options with this text in their name, category or help
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,

    /// Give the result as one JSON object on standard output
    ///
    /// Its keys: `target` and `options`, a list of `name`, `type` (`bool`, `int`, `float`, `enum` or `string`), `min`
    /// and `max` (of an `int`, where the solver tells them), `values` (of an `enum`), `default` (or null), `category`,
    /// `help`, `aliases` and `role`: `self-check` (it makes the solver check its own answers), `never` (it writes files,
    /// prints noise or reads more input: not for tests), or null.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Listed<'a> {
    target: &'a str,
    options: Vec<Row<'a>>,
}

/// An option with every key, also where the solver tells nothing.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    #[serde(flatten)]
    kind: &'a OptionKind,
    default: Option<&'a str>,
    category: &'a str,
    help: &'a str,
    aliases: &'a [String],
    role: Option<&'static str>,
}

/// Does what the command line asks.
pub fn run(args: &Args, catalogue: &Catalogue) -> anyhow::Result<Exit> {
    let profiles = Profiles::of_user()?;
    let target = plain_target(&args.target, &profiles)?;
    let solver = catalogue.resolve(&target)?;
    let Some(profile) = &solver.profile else {
        bail!("nobody knows what kind of solver {target} is: say it, as in `z3:{target}`");
    };
    let profile = profiles.get(profile)?;
    let model = catalogue.options(&solver, profile)?;
    let wanted = model.options.iter().filter(|option| fits(option, args.filter.as_deref()));
    let listed = Listed {
        target: &solver.name,
        options: wanted.map(|option| Row::new(option, &profile.options)).collect(),
    };
    tell(args.json, &listed, |out| {
        let rows: Vec<_> = listed.options.iter().map(Row::cells).collect();
        table::write(out, ["name", "type", "values", "default", "category", "role", "help"], &rows)?;
        match &args.filter {
            None => writeln!(out, "{}: {} options", listed.target, rows.len()),
            Some(_) => {
                writeln!(out, "{}: {} of {} options", listed.target, rows.len(), model.options.len())
            }
        }
    })?;
    Ok(Exit::Success)
}

/// Whether an option is one of those that were asked for.
fn fits(option: &SolverOption, filter: Option<&str>) -> bool {
    let Some(filter) = filter.map(str::to_lowercase) else { return true };
    let texts = [&option.name, &option.category, &option.help];
    texts.into_iter().chain(&option.aliases).any(|text| text.to_lowercase().contains(&filter))
}

impl<'a> Row<'a> {
    fn new(option: &'a SolverOption, rules: &OptionRules) -> Row<'a> {
        let role = match option {
            _ if rules.is_forbidden(&option.name) => Some("never"),
            _ if rules.self_checks.contains(&option.name) => Some("self-check"),
            _ => None,
        };
        Row {
            role,
            name: &option.name,
            kind: &option.kind,
            default: option.default.as_deref(),
            category: &option.category,
            help: &option.help,
            aliases: &option.aliases,
        }
    }
}

impl Row<'_> {
    fn cells(&self) -> [String; 7] {
        let (kind, values) = match self.kind {
            OptionKind::Bool => ("bool", String::new()),
            OptionKind::Int { min, max } => ("int", range(*min, *max)),
            OptionKind::Float => ("float", String::new()),
            OptionKind::Enum { values } => ("enum", values.join("|")),
            OptionKind::String => ("string", String::new()),
        };
        let text = str::to_owned;
        [
            text(self.name),
            text(kind),
            values,
            text(self.default.unwrap_or_default()),
            text(self.category),
            text(self.role.unwrap_or_default()),
            text(self.help),
        ]
    }
}

/// The bounds of a number that are known: `0..10`, `0..`, `..10`.
fn range(min: Option<i64>, max: Option<u64>) -> String {
    if min.is_none() && max.is_none() {
        return String::new();
    }
    let [min, max] = [min.map(|min| min.to_string()), max.map(|max| max.to_string())];
    format!("{}..{}", min.unwrap_or_default(), max.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, kind: OptionKind) -> SolverOption {
        let (category, help) = ("smt".to_owned(), "Which Solver".to_owned());
        SolverOption {
            name: name.to_owned(),
            kind,
            default: None,
            category,
            help,
            aliases: vec!["as".to_owned()],
        }
    }

    #[test]
    fn a_filter_looks_at_names_categories_and_help_in_any_case() {
        let option = option("arith.solver", OptionKind::Bool);
        for filter in ["ARITH", "smt", "which s", "as", ""] {
            assert!(fits(&option, Some(filter)), "{filter}");
        }
        assert!(!fits(&option, Some("bv")));
        assert!(fits(&option, None));
    }

    #[test]
    fn values_and_ranges_stand_in_one_column() {
        let values = |kind| Row::new(&option("o", kind), &OptionRules::default()).cells()[2].clone();
        assert_eq!(values(OptionKind::Enum { values: vec!["a".to_owned(), "b".to_owned()] }), "a|b");
        assert_eq!(values(OptionKind::Int { min: Some(-1), max: Some(7) }), "-1..7");
        assert_eq!(values(OptionKind::Int { min: Some(0), max: None }), "0..");
        assert_eq!(values(OptionKind::Int { min: None, max: None }), "");
    }

    #[test]
    fn json_has_every_key_of_an_option() {
        let option = option("o", OptionKind::Int { min: Some(0), max: None });
        let rules = OptionRules { self_checks: vec!["o".to_owned()], ..OptionRules::default() };
        let json = serde_json::to_value(Row::new(&option, &rules)).unwrap();
        let expected = serde_json::json!({
            "name": "o", "type": "int", "min": 0, "default": null, "category": "smt", "help": "Which Solver",
            "aliases": ["as"], "role": "self-check"
        });
        assert_eq!(json, expected);
        let never = vec!["o*".to_owned().try_into().unwrap()];
        assert_eq!(Row::new(&option, &OptionRules { never, ..rules }).role, Some("never"));
    }
}
