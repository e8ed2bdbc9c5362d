//! A campaign as one page: its course, its answers, its bugs.

use std::collections::BTreeMap;
use std::fs;

use campaign::{Effort, FindingFile, Progress, Recorded, Saved, Smallest, Store, Triaged, triage};
use oracle::{Class, Tally};
use solver::profile::Profiles;
use strategy::walk::Statistics;

use crate::document::Block;
use crate::plot::{Bar, Series, bars, line};

/// Bugs that are shown with their scripts.
const SHOWN: usize = 100;
/// Rules that are drawn.
const RULES: usize = 40;
/// A longer script is shown by its beginning.
const SCRIPT_BYTES: usize = 4000;

/// The page.
pub fn blocks(store: &Store, profiles: &Profiles) -> anyhow::Result<Vec<Block>> {
    let (_, saved) = store.saved()?;
    let bugs = triage(store, profiles)?;
    let findings = store.findings()?;
    let mut blocks = vec![Block::heading(1, "smtquake campaign"), Block::text(summary(&saved, &bugs))];
    blocks.extend(course(&store.progress()?));
    blocks.extend(answers(&saved));
    blocks.extend(strategies(&saved, &findings));
    blocks.extend(saved.counts.walk.iter().flat_map(walks));
    blocks.extend(sizes(store, &bugs));
    blocks.extend(list(&bugs));
    for bug in bugs.iter().take(SHOWN) {
        blocks.extend(details(store, bug));
    }
    Ok(blocks)
}

fn summary(saved: &Saved, bugs: &[Triaged]) -> String {
    let counts = &saved.counts;
    let rate = counts.tests as f64 / saved.seconds.max(0.001);
    let findings: u64 = counts.findings.values().sum();
    format!(
        "{} tests in {:.0} s ({rate:.1}/s), {:.1} % of the time in solvers, {} seeds; {findings} findings of {} bugs, {} \
         candidates not confirmed.",
        counts.tests,
        saved.seconds,
        100.0 * counts.solver_share(),
        counts.seeds,
        bugs.len(),
        counts.suppressed
    )
}

fn course(progress: &[Progress]) -> Vec<Block> {
    let heading = Block::heading(2, "Course");
    if progress.is_empty() {
        return vec![heading, Block::text("The course of this campaign was not kept.")];
    }
    let points = |of: fn(&Progress) -> u64| -> Vec<(f64, f64)> {
        let rows = progress.iter().map(|row| (row.second as f64, of(row) as f64));
        std::iter::once((0.0, 0.0)).chain(rows).collect()
    };
    let tests = [Series { name: "tests", points: points(|row| row.tests) }];
    let found = [
        Series { name: "findings", points: points(|row| row.findings) },
        Series { name: "bugs", points: points(|row| row.bugs) },
    ];
    vec![
        heading,
        Block::Plot(line("Tests over time", "seconds", &tests)),
        Block::Plot(line("Findings over time", "seconds", &found)),
    ]
}

fn answers(saved: &Saved) -> Vec<Block> {
    let targets = &saved.counts.targets;
    let names = Tally::default().columns().map(|(name, _)| name);
    let rows = targets.iter().map(|(target, tally)| {
        let numbers = tally.columns().map(|(_, number)| number.to_string());
        std::iter::once(target.clone()).chain(numbers).collect()
    });
    let head = std::iter::once("target").chain(names).map(str::to_owned).collect();
    let table = Block::Table(head, rows.collect());
    // Models are no answers: they come with `sat`.
    let shown = names.len() - 1;
    let bar = |(target, tally): (&String, &Tally)| Bar {
        name: target.clone(),
        parts: tally.columns().iter().take(shown).map(|(_, number)| *number as f64).collect(),
    };
    let plot = bars("Answers per target", &names[..shown], &targets.iter().map(bar).collect::<Vec<_>>());
    vec![Block::heading(2, "Answers"), Block::Plot(plot), table]
}

fn strategies(saved: &Saved, findings: &[Recorded]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let efforts = &saved.counts.strategies;
    if !efforts.is_empty() {
        let row = |effort: &Effort| {
            [
                effort.name.clone(),
                effort.tests.to_string(),
                format!("{:.1} %", 100.0 * effort.share),
                effort.new_behaviour.to_string(),
                effort.findings.to_string(),
            ]
        };
        let head = ["strategy", "tests", "share of the time", "new behaviour", "findings"];
        blocks.push(Block::table(head, efforts.iter().map(row).collect()));
    }
    let classes: Vec<Class> =
        Class::all().filter(|class| findings.iter().any(|finding| finding.class == *class)).collect();
    if !classes.is_empty() {
        let mut of: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for finding in findings {
            let parts = of.entry(&finding.strategy).or_insert_with(|| vec![0.0; classes.len()]);
            if let Some(place) = classes.iter().position(|class| *class == finding.class) {
                parts[place] += 1.0;
            }
        }
        let names: Vec<&str> = classes.iter().map(|class| class.name()).collect();
        let rows: Vec<Bar> =
            of.into_iter().map(|(strategy, parts)| Bar { name: strategy.to_owned(), parts }).collect();
        blocks.push(Block::Plot(bars("Findings per strategy", &names, &rows)));
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::heading(2, "Strategies"));
    }
    blocks
}

/// The paper's figures 6 and 7.
fn walks(statistics: &Statistics) -> Vec<Block> {
    let points = statistics.applicable_on_average().into_iter().enumerate();
    let points = points.map(|(step, rules)| (step as f64, rules)).collect();
    let applicable = [Series { name: "rules", points }];
    let shares = statistics.shares();
    let rows: Vec<Bar> = shares
        .iter()
        .take(RULES)
        .map(|(rule, share)| Bar { name: (*rule).to_owned(), parts: vec![100.0 * share] })
        .collect();
    let text = format!(
        "{} steps on {} walks, {:.1} % of the tests unique, {} rules used.",
        statistics.steps,
        statistics.walks,
        100.0 * statistics.unique_share(),
        shares.len()
    );
    vec![
        Block::heading(2, "Walks"),
        Block::text(text),
        Block::Plot(line("Rules that apply after so many steps", "steps", &applicable)),
        Block::Plot(bars("The most frequent rules", &["percent of the steps"], &rows)),
    ]
}

fn sizes(store: &Store, bugs: &[Triaged]) -> Vec<Block> {
    let rows: Vec<Bar> = bugs
        .iter()
        .filter_map(|bug| {
            let test = store.root().join(&bug.bug.folder).join("test.smt2");
            let before = fs::metadata(test).ok()?.len() as f64;
            let after = bug.size as f64;
            let name = format!("#{} {}", bug.bug.id, bug.bug.class);
            Some(Bar { name, parts: vec![after, (before - after).max(0.0)] })
        })
        .take(SHOWN)
        .collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let plot = bars("Bytes before and after reduction", &["left", "taken away"], &rows);
    vec![Block::heading(2, "Sizes"), Block::Plot(plot)]
}

fn list(bugs: &[Triaged]) -> Vec<Block> {
    let heading = Block::heading(2, "Bugs");
    if bugs.is_empty() {
        return vec![heading, Block::text("None.")];
    }
    let row = |triaged: &Triaged| {
        let Triaged { bug, .. } = triaged;
        [
            format!("#{}", bug.id),
            bug.class.to_string(),
            triaged.solver.clone(),
            triaged.versions.clone().unwrap_or_default(),
            triaged.options.clone(),
            triaged.size.to_string(),
            bug.times.to_string(),
            triaged.breaches.join("; "),
        ]
    };
    let head = ["bug", "class", "solver", "versions", "options", "bytes", "times", "not to be reported"];
    vec![heading, Block::table(head, bugs.iter().map(row).collect())]
}

fn details(store: &Store, triaged: &Triaged) -> Vec<Block> {
    let bug = &triaged.bug;
    let folder = store.root().join(&bug.folder);
    let mut blocks = vec![Block::heading(3, format!("#{}: {} {}", bug.id, bug.target, bug.class.meaning()))];
    let smallest = Smallest::read(&folder);
    if let Ok(finding) = FindingFile::read(&folder) {
        let file = smallest.as_ref().map_or("", |smallest| smallest.file);
        blocks.push(Block::Code("", finding.evidence_of(file).to_owned()));
    }
    if let Ok(smallest) = smallest {
        let shown = &smallest.text[..smallest.text.len().min(SCRIPT_BYTES)];
        let mut text = String::from_utf8_lossy(shown).into_owned();
        if shown.len() < smallest.text.len() {
            text.push_str(&format!("\n; … {} more bytes", smallest.text.len() - shown.len()));
        }
        blocks.push(Block::Code("smt2", text));
    }
    blocks
}
