//! The smtquake program: reads the command line and hands over to one module per subcommand.

mod commands;
mod diagnostics;
mod document;
mod exit;
mod files;
mod plot;
mod quantity;
mod signals;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use exit::Exit;

/// Finds the bugs in SMT solvers.
#[derive(Parser)]
#[command(version, propagate_version = true, arg_required_else_help = true, after_help = Exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One variant per file or folder of `commands/`; its doc comment there is its help text.
#[derive(Subcommand)]
enum Command {
    Parse(commands::parse::Args),
    Eval(commands::eval::Args),
    Fuzz(Box<commands::fuzz::Args>),
    Generate(commands::generate::Args),
    Corpus(commands::corpus::Args),
    Learn(commands::learn::Args),
    Experiment(commands::experiment::Args),
    Bugs(commands::bugs::Args),
    Reduce(commands::reduce::Args),
    Replay(commands::replay::Args),
    Bisect(commands::bisect::Args),
    Report(commands::report::Args),
    Export(commands::export::Args),
    Rules(commands::rules::Args),
    Run(commands::run::Args),
    Solver(commands::solver::Args),
    Api(commands::api::Args),
}

impl Command {
    fn run(&self) -> anyhow::Result<Exit> {
        match self {
            Command::Parse(args) => commands::parse::run(args),
            Command::Eval(args) => commands::eval::run(args),
            Command::Fuzz(args) => commands::fuzz::run(args),
            Command::Generate(args) => commands::generate::run(args),
            Command::Corpus(args) => commands::corpus::run(args),
            Command::Learn(args) => commands::learn::run(args),
            Command::Experiment(args) => commands::experiment::run(args),
            Command::Bugs(args) => commands::bugs::run(args),
            Command::Reduce(args) => commands::reduce::run(args),
            Command::Replay(args) => commands::replay::run(args),
            Command::Bisect(args) => commands::bisect::run(args),
            Command::Report(args) => commands::report::run(args),
            Command::Export(args) => commands::export::run(args),
            Command::Rules(args) => commands::rules::run(args),
            Command::Run(args) => commands::run::run(args),
            Command::Solver(args) => commands::solver::run(args),
            Command::Api(args) => commands::api::run(args),
        }
    }
}

fn main() -> ExitCode {
    // Nothing else may run in a process that loads solver libraries.
    solver::host::serve_if_asked();
    api::serve_if_asked();
    // A mistake on the command line ends here, with exit code 2 by clap's own convention.
    let cli = Cli::parse();
    match cli.command.run() {
        Ok(exit) => exit.into(),
        // Whoever reads our output has seen enough.
        Err(error) if terminal::is_closed_pipe(&error) => Exit::Success.into(),
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            Exit::BadUse.into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
