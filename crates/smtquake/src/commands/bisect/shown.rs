//! A bisection, for people.

use std::io::{self, Write};

use campaign::bisect::{Bisection, Life, Mark, Method, Probe};

use crate::commands::solver::table;

/// Writes the matrix and what it means.
pub fn write(out: &mut dyn Write, bisection: &Bisection, bad: &str) -> io::Result<()> {
    let rows: Vec<[String; 4]> = bisection.matrix.iter().map(row).collect();
    table::write(out, ["version", "", "answer", "notes"], &rows)?;
    writeln!(out)?;
    for line in sentences(bisection, bad) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn row(probe: &Probe) -> [String; 4] {
    let mark = match probe.mark {
        Mark::Good => "good",
        Mark::Bad => "BAD",
        Mark::Skipped => "skipped",
    };
    [probe.version.clone(), mark.to_owned(), probe.answer.clone(), probe.note.clone().unwrap_or_default()]
}

/// What the matrix means, one sentence a line.
fn sentences(bisection: &Bisection, bad: &str) -> Vec<String> {
    let Bisection { target, releases, matrix, newest, .. } = bisection;
    let skipped = matrix.iter().filter(|probe| probe.mark == Mark::Skipped).count();
    let known = format!("what is right: {}", bisection.known_by);
    if bisection.lives.is_empty() {
        let judged = matrix.len() - skipped;
        return vec![
            format!("no release of {target} {bad}: {judged} of {releases} were judged, {skipped} skipped"),
            known,
        ];
    }
    let mut lines: Vec<String> = bisection.lives.iter().map(|life| sentence(life, matrix)).collect();
    lines.push(match bisection.still_bad {
        Some(true) => format!("the newest release, {newest}, still {bad}"),
        Some(false) => format!("the newest release, {newest}, is good"),
        None => format!("the newest release, {newest}, was skipped"),
    });
    let how = match bisection.method {
        Method::Binary => "by binary search; `--all` looks at every one",
        Method::Scan => "all of them",
    };
    lines.push(format!("{} of {releases} releases of {target} looked at ({how})", matrix.len()));
    lines.push(known);
    lines
}

fn sentence(life: &Life, matrix: &[Probe]) -> String {
    let before = match &life.last_good {
        Some(good) => format!("last good {good}{}", between(good, &life.first_bad, matrix)),
        None => "no good release before it".to_owned(),
    };
    let after = match &life.fixed_in {
        Some(good) => format!("fixed in {good}{}", between(&life.last_bad, good, matrix)),
        None => format!("last bad {}", life.last_bad),
    };
    format!("first bad {} ({before}), {after}", life.first_bad)
}

/// Releases between two that told nothing: the border may be at any of them.
fn between(one: &str, other: &str, matrix: &[Probe]) -> String {
    let place = |version: &str| matrix.iter().position(|probe| probe.version == version).unwrap_or(0);
    let count = place(other).saturating_sub(place(one) + 1);
    if count == 0 { String::new() } else { format!(", {count} skipped between") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bisection(history: &[(&str, Mark)], lives: Vec<Life>) -> Bisection {
        let probe = |&(version, mark): &(&str, Mark)| Probe {
            version: version.to_owned(),
            mark,
            answer: "sat".to_owned(),
            ..Probe::default()
        };
        Bisection {
            target: "z3".to_owned(),
            known_by: "it is".to_owned(),
            method: Method::Scan,
            releases: history.len(),
            first_bad: lives.first().map(|life| life.first_bad.clone()),
            last_good: lives.first().and_then(|life| life.last_good.clone()),
            fixed_in: None,
            last_bad: None,
            still_bad: Some(false),
            newest: "4".to_owned(),
            lives,
            matrix: history.iter().map(probe).collect(),
        }
    }

    #[test]
    fn a_border_with_skipped_releases_says_so() {
        let history = [("1", Mark::Good), ("2", Mark::Skipped), ("3", Mark::Bad), ("4", Mark::Good)];
        let life = Life {
            last_good: Some("1".to_owned()),
            first_bad: "3".to_owned(),
            last_bad: "3".to_owned(),
            fixed_in: Some("4".to_owned()),
        };
        let lines = sentences(&bisection(&history, vec![life]), "breaks");
        assert_eq!(lines[0], "first bad 3 (last good 1, 1 skipped between), fixed in 4");
        assert_eq!(lines[1], "the newest release, 4, is good");
    }

    #[test]
    fn nothing_bad_is_one_sentence() {
        let history = [("1", Mark::Good), ("4", Mark::Skipped)];
        let lines = sentences(&bisection(&history, Vec::new()), "answers wrongly");
        assert_eq!(lines[0], "no release of z3 answers wrongly: 1 of 2 were judged, 1 skipped");
    }
}
