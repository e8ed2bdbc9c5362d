//! The command line of `smtquake fuzz`.

use std::path::PathBuf;
use std::time::Duration;

use campaign::{Guidance, Plan, Strategies, Tuning, Way};
use oracle::{Class, Severity};
use solver::target::Setting;
use strategy::grammar::Answer;
use tune::Level;

use super::plan::absolute;
use crate::commands::generate::answer;
use crate::quantity::{duration, size};

const EXAMPLES: &str = "\
Examples:
  smtquake fuzz                                            the solvers that are here, our own seeds, until Ctrl-C
  smtquake fuzz z3@4.8.7 --for 2m                          an old release: real, known bugs
  smtquake fuzz ./build/z3 --seeds regressions --for 10m   your build, your seeds
  smtquake fuzz z3 cvc5 --tests 10000 --json --fail-on soundness
  smtquake fuzz z3 --strategy walk --seeds benchmarks      weaken and strengthen labelled seeds
  smtquake fuzz z3 --strategy walk --older z3@4.8.12 --class incomplete
  smtquake fuzz z3 cvc5 --strategy grammar                 scripts from nothing, in every logic
  smtquake fuzz z3 --strategy grammar --reference cvc5     believe cvc5 where they disagree
  smtquake fuzz z3 --engines                               Z3 against itself with other options
  smtquake fuzz yices --strategy grammar --guided          vary what showed something new
  smtquake fuzz z3 --tune                                  under other options, too
  smtquake fuzz z3@4.8.12 --tune --options all             also those that nobody maintains
  smtquake fuzz --out DIR --resume                         go on with a campaign

The same --seed, --jobs and --tests make the same tests. A folder that holds an interrupted campaign of the same plan is gone
on with.

Exit codes: 0 nothing found, 1 findings, 2 bad use";

/// Find bugs in solvers
///
/// Makes tests whose answers are known, runs them on the targets, and keeps what is wrong: a refutation of a formula
/// that has a model, a solution of one that has none, a model that is none, a crash, a lost answer. Each candidate is
/// confirmed by a new process, and its truth by evaluation, before it counts.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The solvers under test; without any, those that are installed, else the newest Z3 and cvc5 are fetched
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,

    /// Files or folders of seeds; without any, the built-in ones
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub seeds: Vec<PathBuf>,

    /// How tests are made: `all`, or some of `storm`, `walk`, `storm+walk`, `grammar`, `operator`, `typed`, `evolve`,
    /// `fusion`, `equiv` and `broken`, with commas in between
    ///
    /// Several share the time by the new behaviour that they show; with `--tests` they take turns, and the tests are the
    /// same on every machine.
    /// storm: parts of the seeds, put together so that they are satisfiable, or contradict each other.
    /// walk: seeds whose answer is known, made weaker (sat) or stronger (unsat) by one proved rule after another. What a
    /// seed answers is read from `:status`, from `NAME.status` beside it or from a folder `sat` or `unsat`; else it has a
    /// witness, or two solvers agree.
    /// storm+walk: walks that begin at storm's tests.
    /// grammar: scripts from nothing, in every logic that a target takes; it needs no seeds.
    /// operator: seeds with operators replaced by others that fit. typed: with terms replaced by new ones of their sort.
    /// Where a model of the seed is known and still satisfies them, they are satisfiable.
    /// evolve: seeds changed in any way that a model of them survives.
    /// fusion: two seeds that answer alike, fused to one script. equiv: seeds in other words.
    /// broken: scripts that are none any more, which a solver may refuse, but which may not make it break or hang
    #[arg(long, value_name = "NAMES", default_value = "all")]
    pub strategy: Strategies,

    /// Say this share of the tests in other words, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    pub noise: u32,

    /// On three of four visits of a seed, give so many of its tests in one script, each in a scope of its own
    ///
    /// A solver begins anew less often, and its incremental side is tested too.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub together: u64,

    /// Stop after this time: `30s`, `10m`, `2h`
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Stop after this many tests
    #[arg(long, value_name = "N")]
    pub tests: Option<u64>,

    /// Workers; without it, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// The number that all random choices come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// The folder of the campaign
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// The most time a target has for a test
    ///
    /// At most one test of sixteen has all of it, the others have a sixteenth, but at least
    /// 250 ms: solvers that answer at all mostly answer soon.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    pub timeout: Duration,

    /// The memory a target has for a test
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size)]
    pub memory: u64,

    /// An option of all targets, as NAME=VALUE
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    pub option: Vec<Setting>,

    /// Also test the engines that a target's profile lists, each as a target with its options
    #[arg(long)]
    pub engines: bool,

    /// Also give tests to the targets with other options: those that matter to them, as was learnt, by a search for new
    /// behaviour
    #[arg(long)]
    pub tune: bool,

    /// How far the options of `--tune` may lead: `safe` (supported for everybody), `regular`, or `all` (also what is
    /// experimental, unmaintained or for experts)
    #[arg(long, value_name = "LEVEL", default_value = "regular", requires = "tune")]
    pub options: Level,

    /// What was learnt by `smtquake learn`; without it, what comes with the program
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "tune")]
    pub correlations: Vec<PathBuf>,

    /// How tests are given to a target
    #[arg(long, value_enum, default_value_t = Backend::Auto)]
    pub backend: Backend,

    /// Take the whole plan from a TOML file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["targets", "seeds", "resume"])]
    pub campaign: Option<PathBuf>,

    /// Go on with the campaign in `--out`, with its own plan
    #[arg(long, conflicts_with_all = ["targets", "seeds"])]
    pub resume: bool,

    /// Test a built-in target that answers at once: what making tests costs
    #[arg(long)]
    pub null: bool,

    /// The solver asked for models of the seeds; without it, the newest installed Z3
    #[arg(long, value_name = "TARGET")]
    pub helper: Option<String>,

    /// Ask no solver for models of the seeds
    #[arg(long, conflicts_with = "helper")]
    pub no_helper: bool,

    /// Keep findings as they are, instead of making them small at once
    #[arg(long)]
    pub no_reduce: bool,

    /// Evaluate every test again from its printed bytes before it is sent
    #[arg(long)]
    pub recheck: bool,

    /// What the scripts of `grammar` are like, as `smtquake corpus stats` says it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["campaign", "resume"])]
    pub profile: Option<PathBuf>,

    /// Of the scripts of `grammar`, only those that have these answers by construction
    #[arg(long, value_parser = answer(), value_name = "ANSWER", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["campaign", "resume"])]
    pub known: Vec<Answer>,

    /// Older releases: what one of them decides while its target says unknown, or takes 20 times as long, is a finding
    #[arg(long, value_name = "TARGET", num_args = 1..)]
    pub older: Vec<String>,

    /// Solvers to believe: where a target contradicts one of them about a test whose answer is not known, the target is
    /// wrong
    ///
    /// Without any, such a test tells who is wrong by a model that evaluates to true, or by three solvers of which two
    /// agree.
    #[arg(long, value_name = "TARGET", num_args = 1..)]
    pub reference: Vec<String>,

    /// The share of tests, in percent, that are asked again in another guise
    ///
    /// In a scope, as assumptions, with names, with or without models, with the witness's values: the answers must be the
    /// same. Unsat cores and unsat assumptions are checked.
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=100))]
    pub contradict: u32,

    /// Let what targets do decide what is tested next
    ///
    /// Tests that take new edges of a target's code, or move its own counters where it was not built to tell its edges,
    /// are kept in a corpus: `grammar` varies the bytes that its scripts are decoded from, the others take the scripts as
    /// seeds. By itself this begins when a target tells its edges, unless `--tests` ends the campaign: what is drawn
    /// depends on the answers then, and each finding carries the bytes that it was made of.
    #[arg(long, overrides_with = "no_guided")]
    pub guided: bool,

    /// Let nothing that targets do decide what is tested next, within a strategy
    #[arg(long, overrides_with = "guided")]
    pub no_guided: bool,

    /// The folder of the corpus; without it, `corpus` in the campaign's folder
    #[arg(long, value_name = "DIR", conflicts_with = "no_guided")]
    pub corpus: Option<PathBuf>,

    /// Keep only findings of these classes: `incomplete`, `refutation`, …
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = class)]
    pub class: Vec<Class>,

    /// Which findings make the exit code 1
    #[arg(long, value_enum, default_value_t = FailOn::Any)]
    pub fail_on: FailOn,

    /// Print the summary as one JSON object
    #[arg(long)]
    pub json: bool,

    /// Write the bugs as a JUnit file
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Log lines instead of a live screen
    #[arg(long)]
    pub plain: bool,
}

/// How tests are given to a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Backend {
    /// The fastest that the target has
    Auto,
    /// A process for each test
    Spawn,
    /// One process for many tests
    Session,
    /// The target's library
    Library,
}

/// Which findings are a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum FailOn {
    /// All
    Any,
    /// Crashes and wrong answers
    Crash,
    /// Wrong answers, models, cores and proofs
    Soundness,
}

impl FailOn {
    /// The least severity that fails.
    pub fn severity(self) -> Severity {
        match self {
            FailOn::Any => Severity::Performance,
            FailOn::Crash => Severity::Crash,
            FailOn::Soundness => Severity::Soundness,
        }
    }
}

impl From<Backend> for Way {
    fn from(backend: Backend) -> Way {
        match backend {
            Backend::Auto => Way::Auto,
            Backend::Spawn => Way::Spawn,
            Backend::Session => Way::Session,
            Backend::Library => Way::Library,
        }
    }
}

impl Args {
    /// The plan, but for its targets.
    pub fn plan(&self) -> Plan {
        let plan = Plan::default();
        Plan {
            seeds: self.seeds.clone(),
            strategy: self.strategy.clone(),
            noise: self.noise,
            together: self.together,
            seed: self.seed,
            jobs: self.jobs.map_or(plan.jobs, usize::from),
            time: self.time,
            tests: self.tests,
            timeout: self.timeout,
            memory: self.memory,
            backend: self.backend.into(),
            null: self.null,
            recheck: self.recheck,
            reduce: !self.no_reduce,
            class: self.class.clone(),
            contradict: self.contradict,
            guided: match (self.guided, self.no_guided) {
                (true, _) => Guidance::On,
                (_, true) => Guidance::Off,
                _ => Guidance::Auto,
            },
            corpus: self.corpus.as_deref().map(absolute),
            tune: self.tune.then(|| Tuning {
                options: self.options,
                correlations: self.correlations.clone(),
                ..Tuning::default()
            }),
            ..plan
        }
    }
}

fn class(text: &str) -> Result<Class, String> {
    let known: Vec<&str> = Class::all().map(Class::name).collect();
    Class::named(text).ok_or_else(|| format!("there is no class `{text}`; there are {}", known.join(", ")))
}

fn setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    let name = name.trim().trim_start_matches(['-', ':']);
    if name.is_empty() {
        return Err("the name is missing".to_owned());
    }
    Ok(Setting { name: name.to_owned(), value: value.trim().to_owned() })
}
