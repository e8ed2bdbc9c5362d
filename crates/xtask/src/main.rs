//! Experiments and checks that are too long, or need too much, for the test suite: `cargo xtask <command>`.

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Experiments and checks of smtquake's own")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare the evaluator with real solvers on random ground terms of every operator
    Agree(xtask::agree::Args),
    /// Measure how many rounds of calls are made in a second of processor time
    ApiThroughput(xtask::throughput::Args),
    /// Generate scripts with and without guidance, and count the features that they show
    CompareGuided(xtask::guided::Args),
    /// Reduce scripts with smtquake and with ddSMT, side by side
    CompareReducers(xtask::reducers::Args),
    /// Run campaigns with other options and without, and count the bugs by the options that they need
    CompareTuned(xtask::tuned::Args),
    /// Mutate seeds with smtquake and with yinyang's opfuzz and typefuzz, side by side
    CompareYinyang(xtask::mutators::Args),
    /// Measure what counting costs a solver, beside one that does not count
    CoverageOverhead(xtask::overhead::Args),
    /// Spoil statements of Boolector, and see how many of them rounds of calls notice
    Defects(xtask::defects::Args),
    /// Check the models that real solvers give for scripts
    Models(xtask::models::Args),
}

fn main() -> anyhow::Result<()> {
    // Solvers that are libraries run in this program, started again.
    solver::host::serve_if_asked();
    api::serve_if_asked();
    match Cli::parse().command {
        Command::Agree(args) => {
            let report = xtask::agree::run(&args)?;
            print!("{report}");
            if report.disagreements() > 0 {
                std::process::exit(1);
            }
            Ok(())
        }
        Command::ApiThroughput(args) => {
            print!("{}", xtask::throughput::run(&args)?);
            Ok(())
        }
        Command::CompareGuided(args) => {
            if let Some(report) = xtask::guided::run(&args)? {
                print!("{report}");
            }
            Ok(())
        }
        Command::CompareReducers(args) => {
            print!("{}", xtask::reducers::run(&args)?);
            Ok(())
        }
        Command::CompareTuned(args) => {
            if let Some(report) = xtask::tuned::run(&args)? {
                print!("{report}");
            }
            Ok(())
        }
        Command::CompareYinyang(args) => {
            let report = xtask::mutators::run(&args)?;
            if args.json {
                println!("{}", report.json()?);
            } else {
                print!("{report}");
            }
            Ok(())
        }
        Command::CoverageOverhead(args) => {
            print!("{}", xtask::overhead::run(&args)?);
            Ok(())
        }
        Command::Defects(args) => {
            print!("{}", xtask::defects::run(&args)?);
            Ok(())
        }
        Command::Models(args) => {
            let report = xtask::models::run(&args)?;
            print!("{report}");
            if report.wrong() > 0 {
                std::process::exit(1);
            }
            Ok(())
        }
    }
}
