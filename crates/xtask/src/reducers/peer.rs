//! ddSMT, in an environment of its own.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use solver::catalogue::{Catalogue, Launch};
use solver::target::Target;

use super::Args;
use super::case::{Case, Kind};

/// An installed ddSMT.
pub struct Peer {
    program: PathBuf,
}

impl Peer {
    /// Installs it by pip, unless it is there.
    pub fn install() -> Result<Peer> {
        let home = std::env::current_exe()?.with_file_name("ddsmt-environment");
        let program = home.join("bin/ddsmt");
        if !program.is_file() {
            let made = Command::new("python3").args(["-m", "venv"]).arg(&home).status().context("python3")?;
            ensure!(made.success(), "python3 cannot make a virtual environment");
            let got = Command::new(home.join("bin/pip")).args(["install", "-q", "ddsmt"]).status()?;
            ensure!(got.success(), "pip cannot install ddsmt");
        }
        Ok(Peer { program })
    }

    /// Its command line for a script.
    pub fn command(&self, args: &Args, case: &Case, strategy: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["-q", "--strategy", strategy, "-j", &args.jobs.to_string()]);
        match &case.kind {
            Kind::WrongAnswer => {
                let [wrong, right] = ["z3@4.8.12", "z3@5.4.0"].map(|name| program(name).unwrap_or_default());
                command.arg("-c").arg(right).arg(&case.file).arg(&case.output).arg(wrong)
            }
            Kind::Predicate(script) => {
                command.arg("--ignore-output").arg(&case.file).arg(&case.output).arg(script)
            }
        };
        command
    }
}

/// The executable of a release, which is fetched when it is not there.
pub fn program(text: &str) -> Result<PathBuf> {
    let target: Target = text.parse()?;
    let catalogue = Catalogue::open_default()?;
    if catalogue.resolve(&target).is_err() {
        catalogue.add(&target, &mut |_, _| {})?;
    }
    match catalogue.resolve(&target)?.launch {
        Launch::Process { program, .. } => Ok(program),
        Launch::Library { .. } => anyhow::bail!("{text} has no executable"),
    }
}
