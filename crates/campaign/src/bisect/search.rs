//! Which releases to look at, and in what order: a search that knows nothing of solvers.
//!
//! Most bugs have one life: good releases, bad ones, good ones. Then a few looks and two binary searches are enough. What
//! the first looks show to have more lives than one is looked at release by release.

use serde::{Deserialize, Serialize};

/// What a look at a release told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// It does right.
    Good,
    /// It shows the bug.
    Bad,
    /// It tells nothing: it cannot be run, cannot be told the script, or does not answer.
    Skipped,
}

/// How the releases were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A few looks, then halving.
    Binary,
    /// Every release.
    Scan,
}

/// Looks at releases `0..count`, from the oldest to the newest, until it is known where the bug begins and ends.
/// `found` is one that is said to show it. Gives what was seen.
pub(super) fn search<E>(
    count: usize,
    found: Option<usize>,
    all: bool,
    look: &mut dyn FnMut(usize) -> Result<Mark, E>,
) -> Result<(Method, Vec<Option<Mark>>), E> {
    let mut search = Search { marks: vec![None; count], look };
    let method = search.run(found, all)?;
    Ok((method, search.marks))
}

struct Search<'a, E> {
    /// From the oldest to the newest: what was seen.
    marks: Vec<Option<Mark>>,
    look: &'a mut dyn FnMut(usize) -> Result<Mark, E>,
}

impl<E> Search<'_, E> {
    fn run(&mut self, found: Option<usize>, all: bool) -> Result<Method, E> {
        let count = self.marks.len();
        if all || count < 4 {
            return self.scan();
        }
        let first = [Some(count - 1), Some(0), found, Some(count / 2), Some(count / 4), Some(count / 4 * 3)];
        for place in first.into_iter().flatten() {
            self.mark(place)?;
        }
        // A bug may live in a single release: nothing is known before all have been seen.
        while self.bad().next().is_none() {
            match self.widest_gap() {
                Some(place) => self.mark(place)?,
                None => return Ok(Method::Scan),
            };
        }
        let (Some(oldest), Some(newest)) = (self.bad().next(), self.bad().next_back()) else {
            return self.scan();
        };
        if self.marks[oldest..newest].contains(&Some(Mark::Good)) {
            return self.scan();
        }
        let good = |mark: &Option<Mark>| *mark == Some(Mark::Good);
        let before = self.marks[..oldest].iter().rposition(good);
        self.narrow(before.map_or(-1, |place| place as isize), oldest)?;
        let after = self.marks[newest..].iter().position(good).map_or(count, |place| newest + place);
        self.narrow(after as isize, newest)?;
        Ok(Method::Binary)
    }

    fn scan(&mut self) -> Result<Method, E> {
        for place in (0..self.marks.len()).rev() {
            self.mark(place)?;
        }
        Ok(Method::Scan)
    }

    /// Halves the distance between a release that is good, or the end of the list, and one that is bad, until only
    /// releases that tell nothing are between them.
    fn narrow(&mut self, mut good: isize, mut bad: usize) -> Result<(), E> {
        loop {
            let (low, high) = (good.min(bad as isize) + 1, good.max(bad as isize));
            let middle = (low + high) / 2;
            let open = (low..high).filter(|&place| self.marks[place as usize].is_none());
            let Some(place) = open.min_by_key(|place| (place - middle).abs()) else { return Ok(()) };
            match self.mark(place as usize)? {
                Mark::Good => good = place,
                Mark::Bad => bad = place as usize,
                Mark::Skipped => {}
            }
        }
    }

    fn mark(&mut self, place: usize) -> Result<Mark, E> {
        if let Some(mark) = self.marks[place] {
            return Ok(mark);
        }
        let mark = (self.look)(place)?;
        self.marks[place] = Some(mark);
        Ok(mark)
    }

    fn bad(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.marks.len()).filter(|&place| self.marks[place] == Some(Mark::Bad))
    }

    /// The middle of the longest stretch that nobody has looked at.
    fn widest_gap(&self) -> Option<usize> {
        let mut best = None;
        let mut start = 0;
        for end in 0..=self.marks.len() {
            if end == self.marks.len() || self.marks[end].is_some() {
                if end > start && best.is_none_or(|(length, _)| end - start > length) {
                    best = Some((end - start, (start + end) / 2));
                }
                start = end + 1;
            }
        }
        best.map(|(_, middle)| middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a history written as `g`, `b` and `-`; gives what was seen, with `.` for what was not.
    fn seen(history: &str, found: Option<usize>) -> (Method, String) {
        let marks: Vec<Mark> = history
            .chars()
            .map(|c| match c {
                'g' => Mark::Good,
                'b' => Mark::Bad,
                _ => Mark::Skipped,
            })
            .collect();
        let mut look = |place: usize| Ok::<_, ()>(marks[place]);
        let (method, seen) = search(marks.len(), found, false, &mut look).unwrap();
        let text = seen.iter().zip(history.chars()).map(|(mark, c)| mark.map_or('.', |_| c)).collect();
        (method, text)
    }

    /// Whether the neighbours of every change between good and bad have been seen.
    fn is_settled(history: &str, seen: &str) -> bool {
        let known: String = seen.chars().filter(|&c| c == 'g' || c == 'b' || c == '.').collect();
        !history.contains('b') || !(known.contains("g.b") || known.contains("b.g") || known.starts_with(".b"))
    }

    #[test]
    fn one_life_is_found_in_few_looks() {
        let history = format!("{}{}{}", "g".repeat(20), "b".repeat(17), "g".repeat(27));
        let (method, seen) = seen(&history, None);
        assert_eq!(method, Method::Binary);
        assert!(seen.contains("gb") && seen.contains("bg"), "{seen}");
        let looks = seen.chars().filter(|&c| c != '.').count();
        assert!(looks <= 16, "{looks} looks: {seen}");
    }

    #[test]
    fn the_borders_of_every_life_are_seen() {
        let mut histories = Vec::new();
        for before in 0..9 {
            for life in 1..9 {
                for after in 0..9 {
                    let clean = ["g".repeat(before), "b".repeat(life), "g".repeat(after)].concat();
                    let mut holes = clean.clone().into_bytes();
                    holes.iter_mut().step_by(3).for_each(|mark| *mark = b'-');
                    histories.push(clean);
                    histories.push(String::from_utf8(holes).unwrap());
                }
            }
        }
        for history in histories {
            for found in [None, history.find('b')] {
                let (_, seen) = seen(&history, found);
                assert!(is_settled(&history, &seen), "{history} {seen}");
                assert_eq!(history.contains('b'), seen.contains('b'), "{history} {seen}");
            }
        }
    }

    #[test]
    fn two_lives_that_the_first_looks_show_are_scanned() {
        let history = "bbbbggggggbbbbbbggggbbb";
        assert_eq!(seen(history, None), (Method::Scan, history.to_owned()));
    }

    #[test]
    fn nothing_bad_is_said_only_of_what_was_seen() {
        assert_eq!(seen(&"g".repeat(13), None), (Method::Scan, "g".repeat(13)));
        let (method, seen) = seen("gggggggggggbggggggg", None);
        assert!(method == Method::Binary && seen.contains("gbg"), "{seen}");
    }

    #[test]
    fn what_tells_nothing_is_not_taken_for_good() {
        let (_, seen) = seen("------bbbbbbbbgg--gggggg", None);
        assert!(seen.starts_with("------b") && seen.contains("bg"), "{seen}");
    }
}
