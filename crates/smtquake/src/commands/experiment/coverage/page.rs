//! The result as a table, a plot, a page and a list of functions.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use solver::coverage::Names;

use super::result::{Course, Extent, Outcome};
use crate::commands::solver::table as columns;
use crate::document::{Block, html};
use crate::plot::{Series, line};

const HEAD: [&str; 8] = ["strategy", "tests", "seconds", "edges", "%", "lines", "functions", "edges alone"];

/// The table, for people.
pub fn table(out: &mut dyn Write, outcome: &Outcome) -> io::Result<()> {
    columns::write(out, HEAD, &rows(outcome))
}

fn rows(outcome: &Outcome) -> Vec<[String; 8]> {
    let all = outcome.in_all;
    let share = |extent: Extent| format!("{:.1}", 100.0 * extent.edges as f64 / all.edges.max(1) as f64);
    let row = |name: &str, tests: String, seconds: String, extent: Extent, alone: String| {
        let [edges, lines, functions] = [extent.edges, extent.lines, extent.functions].map(|n| n.to_string());
        [name.to_owned(), tests, seconds, edges, share(extent), lines, functions, alone]
    };
    let mut rows: Vec<_> = outcome
        .strategies
        .iter()
        .map(|it| {
            row(it.name, it.tests.to_string(), format!("{:.0}", it.seconds), it.extent, it.alone.to_string())
        })
        .collect();
    let none = String::new;
    rows.push(row("together", none(), none(), outcome.together, none()));
    rows.push(row("in all", none(), none(), all, none()));
    rows
}

/// Writes `coverage.svg`, `coverage.html` and `functions.tsv` into a folder.
pub fn write(folder: &Path, outcome: &Outcome, courses: &[Course], names: &Names) -> anyhow::Result<()> {
    let title = format!("Edges of {} that tests reach", outcome.target);
    let plot = plot(&title, courses);
    let blocks = [
        Block::heading(1, &title),
        Block::table(HEAD, rows(outcome)),
        Block::Plot(plot.clone()),
        Block::text(
            "Every function, with its edges and how many of them each strategy reaches, is in `functions.tsv`.",
        ),
    ];
    for (name, text) in [
        ("coverage.svg", plot.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1)),
        ("coverage.html", html(&title, &blocks)),
        ("functions.tsv", functions(courses, names)),
    ] {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn plot(title: &str, courses: &[Course]) -> String {
    let series = |course: &Course| {
        let points = course.reached.course.iter().map(|&(tests, edges)| (tests as f64, edges as f64));
        // To its end, also where nothing new came any more.
        let last = (course.reached.tests as f64, course.reached.count() as f64);
        Series { name: course.name, points: [(0.0, 0.0)].into_iter().chain(points).chain([last]).collect() }
    };
    line(title, "tests", &courses.iter().map(series).collect::<Vec<_>>())
}

/// A line for each function: those that nobody reaches are what is left to do.
fn functions(courses: &[Course], names: &Names) -> String {
    let mut text = "function\tfile\tedges".to_owned();
    courses.iter().for_each(|course| text.extend(["\t", course.name]));
    text.push('\n');
    let reached: Vec<_> = courses.iter().map(|course| names.functions(|edge| course.has(edge))).collect();
    for (i, function) in names.functions(|_| true).into_iter().enumerate() {
        let _ = write!(text, "{}\t{}\t{}", function.name, function.file, function.edges_in_all);
        for functions in &reached {
            let _ = write!(text, "\t{}", functions[i].edges);
        }
        text.push('\n');
    }
    text
}
