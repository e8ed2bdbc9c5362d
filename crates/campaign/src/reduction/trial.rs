//! The predicate of findings: what the target does, and why that is wrong.

use std::sync::Arc;
use std::time::Duration;

use oracle::is_decidable;
use reduce::{Broken, Patience, Predicate, Shows, Subject};
use solver::answer::Reply;
use solver::backend::OpenError;
use solver::process::{Limit, Limits};
use solver::run::{Outcome, Run};

use super::goal::Goal;
use super::witness::Witnesses;
use crate::contestant::Contestant;
use crate::excuse::excuse;
use crate::lane::Lane;
use crate::plan::Way;

/// The solvers of a reduction.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The one that is wrong.
    pub target: Contestant,
    /// Those that know better.
    pub references: Vec<Contestant>,
    /// How many of them have to.
    pub needed: usize,
    /// How long a run may take.
    pub pace: Pace,
}

/// How long runs may take.
#[derive(Clone, Debug)]
pub struct Pace {
    /// What a run of the target may use.
    pub limits: Limits,
    /// The time for a run of a reference.
    pub patience: Duration,
    /// The most time for any run, when nothing faster helps.
    pub longest: Duration,
}

/// Whether a script shows what it has to.
pub struct Trial<'b> {
    needed: usize,
    pace: Pace,
    patience: Patience,
    /// Whether a run of this script took all its time.
    late: bool,
    target: Lane<'b>,
    references: Vec<Lane<'b>>,
    goal: Goal,
    witnesses: Arc<Witnesses>,
}

/// By check: what references say where they all say the same; nothing where too few do.
pub type Agreed = Vec<Option<Reply>>;

/// So much more time is given when nothing else is left to try.
const LONGER: u32 = 4;

/// The time for a smaller script, when the script itself took this long: one that is harder would only cost time.
pub fn patience(golden: Duration) -> Duration {
    golden.saturating_mul(4) + Duration::from_millis(60)
}

impl<'b> Trial<'b> {
    /// Opens all solvers.
    pub fn open(bench: &'b Bench, goal: Goal, witnesses: Arc<Witnesses>) -> Result<Trial<'b>, OpenError> {
        let Pace { limits, patience, .. } = &bench.pace;
        let patient = Limits { wall: *patience, cpu: patience.saturating_mul(4), ..limits.clone() };
        let references = bench.references.iter().map(|it| Lane::open(it, Way::Auto, &patient));
        Ok(Trial {
            needed: bench.needed,
            pace: bench.pace.clone(),
            patience: Patience::Short,
            late: false,
            target: Lane::open(&bench.target, Way::Auto, limits)?,
            references: references.collect::<Result<_, _>>()?,
            goal,
            witnesses,
        })
    }

    /// The same solvers, with the processes that run already, for another goal. References that it does not need are
    /// dismissed.
    #[must_use]
    pub fn aimed(mut self, goal: Goal, witnesses: Arc<Witnesses>, pace: &Pace) -> Trial<'b> {
        if !goal.is_about_truth() {
            self.references.clear();
        }
        self.target.set_limits(pace.limits.clone());
        for reference in &mut self.references {
            reference.set_time(pace.patience);
        }
        Trial { goal, witnesses, pace: pace.clone(), patience: Patience::Short, ..self }
    }

    /// The answers of the target in a fresh process, and its run.
    pub fn look(&mut self, subject: &Subject) -> Result<(Vec<Reply>, Run), Broken> {
        let answers = answers(&mut self.target, subject, true, &mut self.late)?.unwrap_or_default();
        Ok((answers, self.target.last().clone()))
    }

    /// The same, and what references agree on, all asked at once.
    pub fn look_at_once(&mut self, subject: &Subject) -> Result<(Vec<Reply>, Run, Agreed), Broken> {
        let (target, references, needed) = (&mut self.target, &mut self.references, self.needed);
        let (said, agreed) = std::thread::scope(|scope| {
            let said = scope.spawn(|| answers(target, subject, true, &mut false));
            let agreed = agreed(references, needed, subject, &mut false);
            (said.join(), agreed)
        });
        let gone = |_| Broken("a worker of the reducer has stopped".to_owned());
        let said = said.map_err(gone)??.unwrap_or_default();
        Ok((said, self.target.last().clone(), agreed?))
    }

    /// How long the slowest reference took for the last script.
    pub fn slowest_reference(&self) -> Duration {
        self.references.iter().map(|lane| lane.last().wall_time).max().unwrap_or_default()
    }

    /// What references say.
    pub fn agreed(&mut self, subject: &Subject) -> Result<Agreed, Broken> {
        agreed(&mut self.references, self.needed, subject, &mut self.late)
    }

    fn shows(&mut self, subject: &Subject, fresh: bool) -> Result<bool, Broken> {
        // Evaluation is cheaper than any solver.
        let satisfied = match self.goal {
            Goal::Answer(Reply::Unsat | Reply::Unknown, Some(_)) if self.witnesses.is_some() => {
                self.witnesses.satisfied(subject)
            }
            _ => Vec::new(),
        };
        // A witness says what is right, but not that anybody finds it out: that is for the references to show.
        let lost = self.goal_is_unknown() && !self.references.is_empty();
        let by_witness = satisfied.contains(&true) && !lost;
        if self.goal_is_unknown() && !lost && !is_decidable(subject.script.least_logic().name()) {
            return Ok(false);
        }
        if self.witnesses.is_some() && !by_witness && self.references.is_empty() && self.goal.is_about_truth()
        {
            return Ok(false);
        }
        let mut agreed = None;
        if let Goal::Answer(_, Some(right)) = self.goal
            // The faster one first.
            && self.pace.patience < self.pace.limits.wall
            && !by_witness
            && !fresh
        {
            let said = self.agreed(subject)?;
            if !said.contains(&Some(right)) {
                return Ok(false);
            }
            agreed = Some(said);
        }
        let said = if fresh && !by_witness && self.goal.is_about_truth() {
            let (said, _, all) = self.look_at_once(subject)?;
            agreed = Some(all);
            said
        } else {
            match answers(&mut self.target, subject, fresh, &mut self.late)? {
                Some(said) => said,
                None => return Ok(false),
            }
        };
        let run = self.target.last();
        match &self.goal {
            Goal::Crash(_) => Ok(Goal::crash(run).as_ref() == Some(&self.goal)),
            Goal::Timeout => Ok(run.outcome == Outcome::Exceeded(Limit::Wall)),
            Goal::Model => Ok(Goal::model(subject, self.target.expected(), run).is_some()),
            Goal::Answer(wrong, None) => Ok(said.contains(wrong)),
            Goal::Answer(wrong, Some(right)) => {
                let (wrong, right) = (*wrong, *right);
                if !said.contains(&wrong) {
                    return Ok(false);
                }
                let mut at = said.iter().enumerate().filter(|(_, said)| **said == wrong).map(|(i, _)| i);
                if !lost && at.any(|i| satisfied.get(i) == Some(&true)) {
                    return Ok(!(fresh && self.is_excused(subject)?));
                }
                if self.references.is_empty() {
                    return Ok(false);
                }
                let agreed = match agreed {
                    Some(agreed) => agreed,
                    None => self.agreed(subject)?,
                };
                let shown =
                    said.iter().zip(agreed).any(|(said, agreed)| *said == wrong && agreed == Some(right));
                Ok(shown && !(fresh && self.is_excused(subject)?))
            }
        }
    }

    /// Gives the solvers the time that goes with this patience.
    fn be(&mut self, patience: Patience) {
        if self.patience != patience {
            self.patience = patience;
            let time = |short: Duration| match patience {
                Patience::Short => short,
                Patience::Long => short.saturating_mul(LONGER).min(self.pace.longest),
            };
            self.target.set_time(time(self.pace.limits.wall));
            for reference in &mut self.references {
                reference.set_time(time(self.pace.patience));
            }
        }
    }

    /// Whether it is about an `unknown` that need not be.
    fn goal_is_unknown(&self) -> bool {
        matches!(self.goal, Goal::Answer(Reply::Unknown, Some(_)))
    }

    /// Whether the target has an excuse for an `unknown` that it just said in a fresh process.
    pub fn is_excused(&mut self, subject: &Subject) -> Result<bool, Broken> {
        let sent = self.target.sent().to_vec();
        let asked =
            self.goal_is_unknown().then(|| excuse(&mut self.target, &sent, subject.script.is_incremental()));
        let excuse = asked.transpose().map_err(|error| Broken(error.to_string()))?;
        Ok(excuse.flatten().is_some())
    }
}

impl Predicate for Trial<'_> {
    fn holds(&mut self, subject: &Subject, patience: Patience) -> Result<Shows, Broken> {
        self.be(patience);
        self.late = false;
        let shows = self.shows(subject, false)?;
        Ok(if self.late && !shows && self.goal != Goal::Timeout { Shows::Late } else { shows.into() })
    }

    /// A session may remember what a fresh process does not know.
    fn confirms(&mut self, subject: &Subject) -> Result<bool, Broken> {
        let shows = self.shows(subject, true)?;
        if shows {
            self.witnesses.accept(subject);
        }
        Ok(shows)
    }
}

fn agreed(
    references: &mut [Lane<'_>],
    needed: usize,
    subject: &Subject,
    late: &mut bool,
) -> Result<Agreed, Broken> {
    let mut all: Vec<Vec<Reply>> = Vec::new();
    for reference in references {
        all.extend(answers(reference, subject, false, late)?);
    }
    let checks = subject.script.commands.iter().filter(|command| command.is_check()).count();
    let agreed = |i: usize| {
        let said = all.iter().filter_map(|answers| answers.get(i));
        let said: Vec<Reply> = said.copied().filter(|reply| Goal::opposite(*reply).is_some()).collect();
        let same = said.iter().all(|reply| *reply == said[0]);
        (said.len() >= needed.max(1) && same).then(|| said[0])
    };
    Ok((0..checks).map(agreed).collect())
}

/// The answers of a solver to a script, if it can be given it.
fn answers(
    lane: &mut Lane<'_>,
    subject: &Subject,
    fresh: bool,
    late: &mut bool,
) -> Result<Option<Vec<Reply>>, Broken> {
    let given =
        lane.give(&subject.script, &subject.text, fresh).map_err(|error| Broken(error.to_string()))?;
    *late |= given && lane.last().outcome == Outcome::Exceeded(Limit::Wall);
    Ok(given.then(|| lane.last().answers(lane.expected()).collect()))
}
