//! `smtquake api model`: what may be called, and what is.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use api::{CALLS, Coverage, Fuzz, Host, MODEL, Reach};
use serde::Serialize;
use smtlib::theory::Table;

use super::library::Library;
use super::rounds::Rounds;
use crate::exit::Exit;

/// Show the model of calls, and what of it a library has
#[derive(clap::Args)]
pub struct Args {
    /// The solver whose library is looked at
    #[arg(value_name = "TARGET")]
    target: String,

    /// Make rounds, and tell how often each call and each operator was made
    #[arg(long)]
    coverage: bool,

    /// That many
    #[arg(long, value_name = "N", default_value_t = 2000)]
    rounds: u64,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write the result as JSON
    #[arg(long)]
    json: bool,
}

/// The result, as `--json` writes it.
#[derive(Serialize)]
struct Report {
    target: String,
    actions: Vec<Item>,
    operators: Vec<Item>,
    options: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions_covered: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operators_covered: Option<f64>,
}

#[derive(Serialize)]
struct Item {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
}

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let library = Library::find(&args.target)?;
    let (coverage, reach) = if args.coverage {
        let usual = Fuzz::of_rounds(library.guest, library.name.clone(), args.seed, args.rounds);
        let plan = Fuzz { misuse: true, ..usual };
        let bar = Rounds::new(plan.rounds, args.json);
        let (_, coverage, reach) =
            api::fuzz(&plan, &AtomicBool::new(false), |_, _| {}, |tally| bar.show(tally))?;
        (Some(coverage), reach)
    } else {
        (None, Host::start(&library.guest)?.reach.clone())
    };
    let report = Report::new(library.name, &reach, coverage.as_ref());
    let mut out = anstream::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?,
        false => report.write(&mut out)?,
    }
    Ok(Exit::Success)
}

impl Report {
    fn new(target: String, reach: &Reach, coverage: Option<&Coverage>) -> Report {
        let rows = Table::get().rows();
        let times = |counts: fn(&Coverage) -> &[u64], at: usize| {
            coverage.map(|coverage| counts(coverage).get(at).copied().unwrap_or(0))
        };
        let of_action = |&at: &usize| Item { name: CALLS[at].word, times: times(|c| &c.actions, at) };
        let of_op = |&at: &usize| Item { name: rows[at].name(), times: times(|c| &c.ops, at) };
        let actions: Vec<Item> = reach.actions.iter().map(of_action).collect();
        let operators: Vec<Item> = reach.ops.iter().map(of_op).collect();
        let (actions_covered, operators_covered) = (share(&actions), share(&operators));
        Report {
            target,
            actions,
            operators,
            options: reach.options.clone(),
            actions_covered,
            operators_covered,
        }
    }

    fn write(&self, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.target)?;
        for (title, items, covered) in [
            ("calls", &self.actions, self.actions_covered),
            ("operators", &self.operators, self.operators_covered),
        ] {
            let share = covered.map_or(String::new(), |share| format!(", {share:.1} % of them made"));
            writeln!(out, "\n{} {title}{share}", items.len())?;
            for item in items {
                match item.times {
                    Some(times) => writeln!(out, "  {times:>9}  {}", item.name)?,
                    None => writeln!(out, "  {}", item.name)?,
                }
            }
        }
        writeln!(out, "\n{} options: {}", self.options.len(), self.options.join(" "))?;
        if self.actions_covered.is_none() {
            writeln!(
                out,
                "\nstates and their calls, with weights that each round multiplies by factors of its own"
            )?;
            for row in MODEL {
                let word = CALLS[row.action as usize].word;
                writeln!(out, "  {:?} --{word} {}--> {:?}", row.from, row.weight, row.to)?;
            }
        }
        Ok(())
    }
}

/// The share that was made at least once, in percent.
fn share(items: &[Item]) -> Option<f64> {
    let made = items.iter().map(|item| item.times.map(|times| times > 0)).collect::<Option<Vec<bool>>>()?;
    let share = 100.0 * made.iter().filter(|made| **made).count() as f64 / made.len().max(1) as f64;
    Some((share * 10.0).round() / 10.0)
}
