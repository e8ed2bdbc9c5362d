//! Guided search in a campaign: one worker's part in it.
//!
//! What targets do with a test is looked at for new features. A test that shows one is kept in the corpus that all workers
//! share: as the bytes that it was decoded from, or as a script. Strategies then go on from what is kept, and begin anew
//! now and then.

use std::sync::Arc;
use std::time::Duration;

use guide::{Balance, Corpus, CorpusError, Energy, Entry, Feature, Input, Sight, Under};
use oracle::Examined;
use serde::{Deserialize, Serialize};
use solver::run::{Outcome, Run};
use strategy::{Dice, Test};

use crate::strategies::StrategyName;

/// Whether what targets do decides what is tested next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guidance {
    /// As soon as a target tells which edges of its code it takes, if the clock ends the campaign.
    #[default]
    Auto,
    /// Yes; a target without edges is told apart by its own counters.
    On,
    /// No.
    Off,
    /// No, but features are counted: for experiments.
    Watch,
}

/// How a guided visit comes by its tests, where a strategy makes them from nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From fresh bytes.
    Fresh,
    /// From the bytes of an entry, with a few terms replaced.
    Grafted,
    /// From the bytes of an entry, changed anywhere.
    Varied,
    /// From the script of an entry, by a strategy that takes seeds.
    Mutated(StrategyName),
    /// An entry as it is.
    Seen,
}

/// Strategies that go on from scripts that were generated: each makes many tests of a script at little cost, and needs no model.
/// So nothing is known of these tests, and only several targets can be wrong about them.
const MUTATORS: &[&str] = &["operator", "typed"];

fn ways(targets: usize) -> Vec<Way> {
    let mutators = MUTATORS.iter().filter(|_| targets > 1).filter_map(|name| StrategyName::named(name));
    [Way::Fresh, Way::Grafted, Way::Varied].into_iter().chain(mutators.map(Way::Mutated)).collect()
}

/// What a guided visit is made of.
pub struct Brood {
    /// How its tests are made.
    pub way: Way,
    /// The entry to go on from; none to begin anew.
    pub parent: Option<Arc<Entry>>,
    /// An entry to take parts of.
    pub donor: Option<Arc<Entry>>,
    /// One whose bytes are read as the parent's are, to take terms of.
    pub kin: Option<Arc<Entry>>,
    /// What all choices come from.
    pub dice: Dice,
}

/// A variant may take so many times what its parent took, and this on top; it is seldom what it takes longer for that is new.
const SLOWER: f64 = 16.0;
const ON_TOP: Duration = Duration::from_millis(10);

impl Brood {
    /// Tests from fresh bytes.
    pub fn fresh(dice: Dice) -> Brood {
        Brood { way: Way::Fresh, parent: None, donor: None, kin: None, dice }
    }

    /// The processor time that a target has for a test of it; as ever, where nobody knows better.
    pub fn patience(&self) -> Option<Duration> {
        let parent = self.parent.as_ref().filter(|parent| parent.seconds > 0.0 && self.way != Way::Seen)?;
        Some(ON_TOP + Duration::from_secs_f64(f64::from(parent.seconds).min(60.0) * SLOWER))
    }
}

/// The corpus is looked at again after so many tests.
const REFRESH: u64 = 256;
/// How often a donor of the parent's own logic is looked for.
const DONORS: usize = 6;
/// A longer script is no good seed.
const LONGEST_SCRIPT: usize = 16 << 10;

/// One worker's part in guided search.
pub struct Guide<'a> {
    corpus: &'a Corpus,
    guidance: Guidance,
    /// By target.
    sights: Vec<Sight>,
    energy: Energy,
    ways: Vec<Way>,
    balance: Balance,
    /// Tests since the corpus was looked at.
    since: u64,
    refreshed: bool,
    /// What the test under way has shown that this worker had not seen.
    shown: Vec<Feature>,
    time: Duration,
    /// Whether a target did not come to an end with the test under way.
    unfinished: bool,
    /// Edges and counters that the visit under way was the first to show.
    pub new: usize,
}

impl<'a> Guide<'a> {
    /// A worker's part, for these targets.
    pub fn new<'n>(
        guidance: Guidance,
        corpus: &'a Corpus,
        targets: impl Iterator<Item = &'n str>,
    ) -> Guide<'a> {
        let sights: Vec<Sight> = targets.map(Sight::new).collect();
        let ways = ways(sights.len());
        Guide {
            corpus,
            guidance,
            sights,
            energy: Energy::default(),
            balance: Balance::new(ways.len()),
            ways,
            since: 0,
            refreshed: false,
            shown: Vec::new(),
            time: Duration::ZERO,
            unfinished: false,
            new: 0,
        }
    }

    /// Whether it says what is tested next.
    pub fn is_on(&self) -> bool {
        self.guidance == Guidance::On
    }

    /// Whether a target is to be asked for its counters with every test.
    pub fn wants_counters(&self, target: usize) -> bool {
        matches!(self.guidance, Guidance::On | Guidance::Watch) && !self.sights[target].sees_edges()
    }

    /// A test begins.
    pub fn begin(&mut self) {
        self.shown.clear();
        self.time = Duration::ZERO;
        self.unfinished = false;
    }

    /// Looks at what a target did with the test; whether this worker has not seen it before.
    pub fn look(&mut self, target: usize, run: &Run, examined: &Examined) -> bool {
        let new = self.see(target, run, examined);
        let is_new = !new.is_empty();
        self.shown.extend(new);
        self.time += run.cpu_time;
        self.unfinished |= run.outcome != Outcome::Finished;
        is_new
    }

    /// The test is over: it is kept if it showed what nobody has seen before. `logic` is the one that it was decoded in.
    pub fn end(&mut self, test: &Test, logic: Option<&str>) -> Result<(), CorpusError> {
        self.since += 1;
        let shown = std::mem::take(&mut self.shown);
        let kept = self.keep(&shown, test, logic, None, self.time, self.unfinished);
        self.shown = shown;
        kept
    }

    /// Looks at what a target did with a test under other options than its own, and keeps both if nobody has seen the like;
    /// whether this worker has not.
    pub fn look_under(
        &mut self,
        target: usize,
        under: Under,
        run: &Run,
        examined: &Examined,
        test: &Test,
        logic: Option<&str>,
    ) -> Result<bool, CorpusError> {
        self.since += 1;
        let shown = self.see(target, run, examined);
        let unfinished = run.outcome != Outcome::Finished;
        self.keep(&shown, test, logic, Some(under), run.cpu_time, unfinished)?;
        Ok(!shown.is_empty())
    }

    /// What a run shows that this worker has not seen before.
    fn see(&mut self, target: usize, run: &Run, examined: &Examined) -> Vec<Feature> {
        if self.guidance == Guidance::Auto && run.coverage.is_some() {
            self.guidance = Guidance::On;
        }
        if !matches!(self.guidance, Guidance::On | Guidance::Watch) {
            return Vec::new();
        }
        let said = match (&run.coverage, &run.statistics) {
            (None, None) => {
                let words: Vec<&str> = examined.said.iter().map(|reply| reply.word()).collect();
                words.join(" ")
            }
            _ => String::new(),
        };
        self.sights[target].look(run, &said).to_vec()
    }

    fn keep(
        &mut self,
        shown: &[Feature],
        test: &Test,
        logic: Option<&str>,
        under: Option<Under>,
        time: Duration,
        unfinished: bool,
    ) -> Result<(), CorpusError> {
        let (features, places) = self.corpus.note_places(shown);
        self.new += places;
        // What breaks a target is a finding, and what takes all its time would take all of ours.
        if features.is_empty() || !self.is_on() || unfinished || test.is_broken() {
            return Ok(());
        }
        let (input, text) = match (test.provenance.choices(), logic) {
            (Some(bytes), Some(logic)) => {
                (Input::Choices { logic: logic.to_owned(), bytes }, test.text.clone())
            }
            _ if test.text.len() > LONGEST_SCRIPT => return Ok(()),
            _ => (Input::Script(test.text.clone()), Vec::new()),
        };
        self.corpus.keep(Entry { input, under, text, features, seconds: time.as_secs_f32() })
    }

    /// What to make from nothing next, or of what came of that before; `evolved` with options of a target.
    pub fn brood(&mut self, evolved: bool, mut dice: Dice) -> Brood {
        self.refresh();
        if let Some(entry) = self.energy.stranger(self.corpus)
            && matches!(entry.input, Input::Choices { .. })
        {
            return Brood { way: Way::Seen, parent: Some(entry), ..Brood::fresh(dice) };
        }
        let way = match evolved {
            true => *dice.pick(&[Way::Grafted, Way::Varied]).unwrap_or(&Way::Varied),
            false => self.ways[self.balance.choose(&mut dice)],
        };
        let parent = match way {
            Way::Grafted | Way::Varied if evolved => self.energy.configured_choices(&mut dice).cloned(),
            Way::Fresh | Way::Seen => None,
            Way::Grafted | Way::Varied => self.energy.choices(&mut dice).cloned(),
            Way::Mutated(_) => self.energy.script(&mut dice).cloned(),
        };
        let Some(parent) = parent else { return Brood::fresh(dice) };
        let donor = self.donor(&parent, &mut dice);
        let kin = self.energy.kin(&parent, &mut dice).cloned();
        Brood { way, parent: Some(parent), donor, kin, dice }
    }

    /// A script to make tests of, if one is kept; `evolved` with options of a target.
    pub fn script(&mut self, evolved: bool, dice: &mut Dice) -> Option<Arc<Entry>> {
        self.refresh();
        let script = if evolved { self.energy.configured_script(dice) } else { self.energy.script(dice) };
        script.cloned()
    }

    /// Takes in what a visit showed.
    pub fn learn(&mut self, way: Way, seconds: f64) {
        if let Some(way) = self.ways.iter().position(|it| *it == way) {
            self.balance.learn(way, self.new, seconds);
        }
    }

    fn donor(&self, parent: &Entry, dice: &mut Dice) -> Option<Arc<Entry>> {
        let drawn = (0..DONORS).filter_map(|_| self.energy.choices(dice));
        let mut drawn: Vec<_> = drawn.collect();
        // What a part of another logic means here is anybody's guess, and worth one now and then.
        drawn.sort_by_key(|entry| entry.input.logic() != parent.input.logic());
        drawn.first().map(|entry| Arc::clone(entry))
    }

    fn refresh(&mut self) {
        if self.since >= REFRESH || !self.refreshed {
            self.energy.refresh(self.corpus, &self.sights);
            // Before anything was run, nobody knows whose features are whose.
            self.refreshed = self.since > 0;
            self.since = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(edge: usize) -> Run {
        let mut map = vec![0; 32];
        map[edge] = 1;
        Run { coverage: Some(map), ..Run::default() }
    }

    fn test(choices: &str, text: &str) -> Test {
        let mut test = Test { text: text.as_bytes().to_vec(), ..Test::default() };
        test.checks.push(strategy::Check { truth: strategy::Truth::Unknown, model: false });
        test.provenance.choices = (!choices.is_empty()).then(|| choices.into());
        test
    }

    fn give(guide: &mut Guide<'_>, test: &Test, run: &Run) -> bool {
        guide.begin();
        let new = guide.look(0, run, &Examined::default());
        guide.end(test, Some("QF_BV")).unwrap();
        new
    }

    #[test]
    fn guidance_begins_with_the_first_edges() {
        let corpus = Corpus::in_memory();
        let mut guide = Guide::new(Guidance::Auto, &corpus, ["a"].into_iter());
        assert!(!give(&mut guide, &test("", "(check-sat)"), &Run::default()) && !guide.is_on());
        assert!(give(&mut guide, &test("00ff", "(check-sat)"), &covered(1)) && guide.is_on());
        assert!(!give(&mut guide, &test("0000", "(exit)"), &covered(1)));
        let entries = corpus.entries(0);
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].input.bytes(), entries[0].script()), (&[0, 255][..], &b"(check-sat)"[..]));
    }

    #[test]
    fn variants_have_the_time_of_their_parents_and_some_more() {
        let entry = |seconds| Entry {
            input: Input::Choices { logic: "QF_BV".to_owned(), bytes: vec![1] },
            under: None,
            text: Vec::new(),
            features: Vec::new(),
            seconds,
        };
        let brood = |parent: Option<f32>, way| Brood {
            way,
            parent: parent.map(|seconds| Arc::new(entry(seconds))),
            ..Brood::fresh(Dice::new(&[1]))
        };
        assert_eq!(brood(Some(0.25), Way::Varied).patience(), Some(Duration::from_millis(4010)));
        let all_the_time =
            [brood(None, Way::Fresh), brood(Some(0.0), Way::Grafted), brood(Some(0.25), Way::Seen)];
        assert!(all_the_time.iter().all(|brood| brood.patience().is_none()));
    }

    #[test]
    fn what_is_watched_is_counted_and_not_kept() {
        let corpus = Corpus::in_memory();
        let mut guide = Guide::new(Guidance::Watch, &corpus, ["a"].into_iter());
        give(&mut guide, &test("00", "(check-sat)"), &covered(1));
        assert_eq!((corpus.size().entries, corpus.size().edges, guide.is_on()), (0, 1, false));
        let mut guide = Guide::new(Guidance::Off, &corpus, ["a"].into_iter());
        give(&mut guide, &test("00", "(check-sat)"), &covered(2));
        assert_eq!(corpus.size().edges, 1);
    }

    #[test]
    fn scripts_are_kept_for_strategies_that_take_seeds() {
        let corpus = Corpus::in_memory();
        let mut guide = Guide::new(Guidance::On, &corpus, ["a", "b"].into_iter());
        give(&mut guide, &test("", "(assert true)(check-sat)"), &covered(3));
        let slow = Run { outcome: Outcome::Exceeded(solver::process::Limit::Wall), ..covered(4) };
        give(&mut guide, &test("", "(assert false)(check-sat)"), &slow);
        let script = guide.script(false, &mut Dice::new(&[1])).unwrap();
        assert_eq!(script.script(), b"(assert true)(check-sat)");
        assert_eq!((corpus.size().entries, corpus.size().edges), (1, 2));
        let broods: Vec<Brood> = (0..40).map(|number| guide.brood(false, Dice::new(&[number]))).collect();
        // Bytes are decoded from nothing but bytes; mutators take any script.
        let is_mutated = |brood: &Brood| matches!(brood.way, Way::Mutated(_));
        assert!(broods.iter().all(|brood| brood.parent.is_some() == is_mutated(brood)));
        assert!(broods.iter().any(is_mutated) && !broods.iter().all(is_mutated));
        // Nothing is known of such tests: one target alone gets none.
        assert!(ways(1).iter().all(|way| !matches!(way, Way::Mutated(_))));
    }
}
