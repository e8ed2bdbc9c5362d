//! `smtquake experiment correlations`: whether what was learnt is right (Falcon, figure 5), and what it leaves out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use smtlib::Script;
use strategy::grammar::{Generator, Grammar};
use tune::{Checked, Correlations, Effect, Sample, checked, operations, shipped};

use super::page::publish;
use crate::document::Block;
use crate::exit::Exit;
use crate::plot::{Bar, bars};

/// Compare what was learnt about options with pairs that were checked by hand
///
/// Each pair of an operation and an option that was checked has its reason in the program's data. Some were drawn by lot from
/// what was once learnt to matter, the others chosen from the solver's help before that. Precision is the share of pairs that
/// were learnt to matter, and do; recall the share of those that matter that were learnt, told by chosen pairs alone: of what
/// was never learnt, none could be drawn. For formulas of single theories it is counted how many options are left alone.
#[derive(clap::Args)]
pub struct Args {
    /// What was learnt by `smtquake learn`; without it, what comes with the program
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The page with table and plots
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Show every pair
    #[arg(long)]
    all: bool,
}

/// Logics of single theories, and how many formulas of each are looked at.
const LOGICS: &[&str] =
    &["QF_BV", "QF_LIA", "QF_NRA", "QF_S", "QF_FP", "QF_AX", "QF_UF", "QF_DT", "LIA", "UF"];
const FORMULAS: u64 = 50;

/// Does what the command line asks.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let tables: Vec<Correlations> = match args.files.is_empty() {
        true => shipped().iter().map(|shipped| shipped.correlations()).collect::<Result<_, _>>()?,
        false => args.files.iter().map(|file| Correlations::read(file)).collect::<Result<_, _>>()?,
    };
    let mut blocks = vec![Block::heading(1, "Correlations of operations and options")];
    for table in &tables {
        let family = table.solver.split('@').next().unwrap_or_default();
        let pairs: Vec<Checked> = checked().filter(|pair| pair.family == family).collect();
        blocks.extend(precision(table, &pairs, args.all));
        blocks.extend(pruning(table)?);
    }
    publish("Correlations", &blocks, args.output.as_deref())?;
    Ok(Exit::Success)
}

/// How the learnt effects of pairs compare with the checked ones.
#[derive(Clone, Copy, Default)]
struct Score {
    right: usize,
    wrong: usize,
    missed: usize,
    left_alone: usize,
    /// Of the chosen pairs that matter, those that were learnt to, and all.
    found: usize,
    chosen: usize,
}

impl Score {
    fn add(&mut self, learnt: bool, pair: &Checked) {
        self.found += usize::from(learnt && pair.matters && pair.sample == Sample::Chosen);
        self.chosen += usize::from(pair.matters && pair.sample == Sample::Chosen);
        *match (learnt, pair.matters) {
            (true, true) => &mut self.right,
            (true, false) => &mut self.wrong,
            (false, true) => &mut self.missed,
            (false, false) => &mut self.left_alone,
        } += 1;
    }

    fn share(part: usize, rest: usize) -> String {
        match part + rest {
            0 => "-".to_owned(),
            all => format!("{:.1} %", 100.0 * part as f64 / all as f64),
        }
    }
}

fn precision(table: &Correlations, pairs: &[Checked], all: bool) -> Vec<Block> {
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut shown = Vec::new();
    for pair in pairs {
        let Some(option) = table.option(pair.option) else { continue };
        let learnt = table.effect(pair.operation, option);
        let is_right = (learnt == Effect::Relevant) == pair.matters;
        let sample = match pair.sample {
            Sample::Drawn => "all that were drawn",
            Sample::Chosen => "all that were chosen",
        };
        for part in [pair.domain, sample, "all"] {
            scores.entry(part).or_default().add(learnt == Effect::Relevant, pair);
        }
        if all || !is_right {
            let mark = if is_right { "" } else { "wrong" };
            let cells = [pair.operation, pair.option, learnt.name(), mark, pair.reason];
            shown.push(cells.map(str::to_owned));
        }
    }
    let row = |(domain, score): (&&str, &Score)| {
        [
            (*domain).to_owned(),
            (score.right + score.wrong + score.missed + score.left_alone).to_string(),
            (score.right + score.wrong).to_string(),
            Score::share(score.right, score.wrong),
            Score::share(score.found, score.chosen - score.found),
        ]
    };
    let bar = |(domain, score): (&&str, &Score)| Bar {
        name: (*domain).to_owned(),
        parts: vec![score.right as f64, score.wrong as f64],
    };
    let drawn: Vec<Bar> = scores.iter().map(bar).collect();
    vec![
        Block::heading(2, table.solver.clone()),
        Block::text(format!(
            "{} formulas, {} runs, {:.0} s; {} pairs checked by hand.",
            table.formulas,
            table.runs,
            table.seconds,
            pairs.len()
        )),
        Block::table(
            ["domain", "pairs", "learnt to matter", "precision", "recall"],
            scores.iter().map(row).collect(),
        ),
        Block::table(["operation", "option", "learnt", "", "reason"], shown),
        Block::Plot(bars(
            &format!("{}: pairs that were learnt to matter", table.solver),
            &["do", "do not"],
            &drawn,
        )),
    ]
}

/// How many options are left alone for formulas of single theories.
fn pruning(table: &Correlations) -> anyhow::Result<Vec<Block>> {
    let options = table.options().len();
    let mut rows = Vec::new();
    let mut drawn = Vec::new();
    for logic in LOGICS {
        let mut generator = Generator::new(Grammar::new(logic)?);
        let mut shares = Vec::new();
        let mut text = Vec::new();
        for number in 0..FORMULAS {
            text.clear();
            generator.script(7, number, &mut text);
            let Ok(script) = Script::parse(&text) else { continue };
            let names = operations(&script);
            let left = (0..options).filter(|option| table.effect_for(&names, *option) == Effect::Relevant);
            shares.push(1.0 - left.count() as f64 / options.max(1) as f64);
        }
        shares.sort_by(f64::total_cmp);
        let at = |part: usize| shares.get(part * shares.len() / 4).copied().unwrap_or_default();
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        rows.push([(*logic).to_owned(), percent(at(0)), percent(at(2)), percent(at(3))]);
        drawn.push(Bar { name: (*logic).to_owned(), parts: vec![100.0 * at(2)] });
    }
    Ok(vec![
        Block::text(format!(
            "Of {options} options, formulas of a logic leave alone (least, median, upper quarter):"
        )),
        Block::table(["logic", "least", "median", "upper quarter"], rows),
        Block::Plot(bars(&format!("{}: options left alone, in percent", table.solver), &["median"], &drawn)),
    ])
}
