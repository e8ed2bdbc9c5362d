//! What came of it, for people.

use std::collections::BTreeMap;
use std::fmt;

use api::Tally;

use super::hunt::Notice;
use super::page::Kind;
use super::reduction::Reductions;
use super::schemata::Site;

/// What became of a mutant.
pub(super) enum Fate {
    /// Nothing came there.
    Unreached,
    /// Nothing was noticed.
    Survived,
    /// It was noticed.
    Noticed { notice: Notice, rounds: u64, how: Option<String> },
}

/// A spoiled statement.
pub(super) struct Mutant {
    pub(super) number: usize,
    pub(super) kind: Kind,
    pub(super) site: Site,
    pub(super) fate: Fate,
}

/// What came of it.
pub struct Report {
    /// By file: statements reached, and all.
    files: BTreeMap<String, (usize, usize)>,
    rounds: u64,
    calls: u64,
    per_cpu_second: f64,
    list: bool,
    pub(super) mutants: Vec<Mutant>,
    pub(super) reductions: Option<Reductions>,
}

impl Report {
    pub(super) fn new(sites: &[Option<Site>], reached: &[bool], tally: &Tally, list: bool) -> Report {
        let mut files: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for (site, &reached) in sites.iter().zip(reached).filter_map(|(site, r)| Some((site.as_ref()?, r))) {
            let counts = files.entry(site.file.clone()).or_default();
            counts.0 += usize::from(reached);
            counts.1 += 1;
        }
        let per_cpu_second = if tally.cpu > 0.0 { tally.rounds as f64 / tally.cpu } else { 0.0 };
        let (rounds, calls) = (tally.rounds, tally.calls);
        Report { files, rounds, calls, per_cpu_second, list, mutants: Vec::new(), reductions: None }
    }
}

fn percent(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (reached, all) = self.files.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        writeln!(
            f,
            "{} rounds of {} calls, {:.0} a second of processor time, without a mutant: clean",
            self.rounds,
            self.calls.checked_div(self.rounds).unwrap_or(0),
            self.per_cpu_second
        )?;
        writeln!(f, "statements reached: {reached} of {all}, {:.1} %", percent(reached, all))?;
        if self.list || self.mutants.is_empty() && self.reductions.is_none() {
            for (file, (reached, all)) in &self.files {
                writeln!(f, "  {:>5} of {:>5}  {:>5.1} %  {file}", reached, all, percent(*reached, *all))?;
            }
        }
        for kind in [Kind::Abort, Kind::Delete] {
            self.write_kind(f, kind)?;
        }
        match &self.reductions {
            Some(reductions) => write!(f, "{reductions}"),
            None => Ok(()),
        }
    }
}

impl Report {
    fn write_kind(&self, f: &mut fmt::Formatter<'_>, kind: Kind) -> fmt::Result {
        let all: Vec<&Mutant> = self.mutants.iter().filter(|it| it.kind == kind).collect();
        if all.is_empty() {
            return Ok(());
        }
        let mut ways: BTreeMap<Notice, usize> = BTreeMap::new();
        let mut unreached = 0;
        for mutant in &all {
            match mutant.fate {
                Fate::Noticed { notice, .. } => *ways.entry(notice).or_default() += 1,
                Fate::Unreached => unreached += 1,
                Fate::Survived => {}
            }
        }
        let noticed: usize = ways.values().sum();
        let name = if kind == Kind::Abort { "aborts" } else { "deleted statements" };
        let ways: Vec<String> = ways.iter().map(|(way, count)| format!("{count} {}", way.name())).collect();
        writeln!(
            f,
            "{name}: {noticed} of {} noticed, {:.1} % ({}); {unreached} were not reached",
            all.len(),
            percent(noticed, all.len()),
            ways.join(", ")
        )?;
        if self.list {
            for mutant in all {
                let fate = match &mutant.fate {
                    Fate::Unreached => "unreached".to_owned(),
                    Fate::Survived => "survived".to_owned(),
                    Fate::Noticed { notice, rounds, how } => {
                        let how: String = how.as_deref().unwrap_or("").chars().take(100).collect();
                        format!("{} after {rounds} rounds: {how}", notice.name())
                    }
                };
                let Site { file, line, text } = &mutant.site;
                writeln!(f, "  {} {file}:{line} `{text}`: {fate}", mutant.number)?;
            }
        }
        Ok(())
    }
}
