//! Compilers that count: scripts by the usual names, first on `PATH`, that call the real ones, with an assembler that
//! writes counters where they call for them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::child;
use super::super::error::{CatalogueError, IoContext};
use super::super::system::is_executable;
use super::recipe::Need;
use crate::coverage::{EDGE, Edges, RUNTIME};

/// Names under which build systems look for compilers, and whether they are for C++.
const NAMES: &[(&str, bool)] =
    &[("cc", false), ("gcc", false), ("clang", false), ("c++", true), ("g++", true), ("clang++", true)];

/// The variable by which the user names a compiler, and the usual names.
type Wanted = (&'static str, &'static [&'static str]);
const C: Wanted = ("CC", &["cc", "gcc", "clang"]);
const CXX: Wanted = ("CXX", &["c++", "g++", "clang++"]);

/// The scripts, with the paths of this machine to be filled in.
const COMPILER: &str = include_str!("compiler.sh");
const ASSEMBLER: &str = include_str!("assembler.sh");

/// By this it is known whether a compiler's edges arrive in what it links.
const TRIAL: &str = "int main (int count, char **arguments) { return count > 9 ? arguments[9][0] : 0; }\n";

/// The real compilers, and the folder of those that count.
#[derive(Debug)]
pub(super) struct Compilers {
    c: PathBuf,
    cxx: Option<PathBuf>,
    /// The scripts.
    folder: PathBuf,
}

impl Compilers {
    /// Finds the real ones and writes those that count into `folder`.
    pub(super) fn prepare(folder: &Path) -> Result<Compilers, CatalogueError> {
        if cfg!(not(target_arch = "x86_64")) {
            return Err(CatalogueError::Machine);
        }
        let c = find(C).ok_or_else(|| CatalogueError::NoCompiler { language: "C", why: missing(C) })?;
        let cxx = find(CXX);
        let compilers = Compilers { c, cxx, folder: folder.to_owned() };
        fs::create_dir_all(folder).at(folder, "make the folder")?;
        let (source, object) = (folder.join("runtime.c"), folder.join("runtime.o"));
        fs::write(&source, RUNTIME).at(&source, "write")?;
        let mut compile = Command::new(&compilers.c);
        compile.args(["-O2", "-fPIC", "-c"]).arg(&source).arg("-o").arg(&object);
        succeed("C", &compilers.c, &mut compile)?;
        let assembler = folder.join("assembler");
        write_assembler(&assembler, &compilers.c)?;
        for (real, is_for_cxx) in [(Some(&compilers.c), false), (compilers.cxx.as_ref(), true)] {
            let Some(real) = real else { continue };
            let script = compiler(real, &assembler, &object);
            for (name, _) in NAMES.iter().filter(|(_, is_cxx)| *is_cxx == is_for_cxx) {
                write_executable(&folder.join(name), &script)?;
            }
        }
        compilers.try_out()?;
        Ok(compilers)
    }

    /// Variables by which a build finds its compilers: `CC` and `CXX` count, `PLAIN_CC` and `PLAIN_CXX` do not.
    pub(super) fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        let mut variables = vec![("CC", self.folder.join("cc")), ("PLAIN_CC", self.c.clone())];
        if let Some(cxx) = &self.cxx {
            variables.extend([("CXX", self.folder.join("c++")), ("PLAIN_CXX", cxx.clone())]);
        }
        variables
    }

    /// Where the scripts are.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Says all at once what a recipe lacks.
    pub(super) fn check(&self, needs: &[&Need], cxx: bool) -> Result<(), CatalogueError> {
        if cxx && self.cxx.is_none() {
            return Err(CatalogueError::NoCompiler { language: "C++", why: missing(CXX) });
        }
        let lacking: Vec<&Need> = needs.iter().copied().filter(|need| !self.has(need)).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        let what: Vec<&str> =
            lacking.iter().filter_map(|need| need.header.as_deref().or(need.program.as_deref())).collect();
        let mut packages: Vec<&str> = lacking.iter().map(|need| need.package.as_str()).collect();
        packages.dedup();
        Err(CatalogueError::Lacking { what: what.join(", "), packages: packages.join(" ") })
    }

    fn has(&self, need: &Need) -> bool {
        if let Some(program) = &need.program {
            return on_path(program).is_some();
        }
        let compiler = self.cxx.as_ref().unwrap_or(&self.c);
        let Some(header) = &need.header else { return true };
        let mut command = Command::new(compiler);
        // Found, not compiled: it may want others first.
        command.args(["-fsyntax-only", "-x", "c++", "-"]);
        let text = format!("#if !__has_include(<{header}>)\n#error no\n#endif\n");
        child::run(&mut command, &text, Duration::from_secs(60)).is_ok_and(|output| output.success())
    }

    /// A build of half an hour should not end with the news that nothing counts.
    fn try_out(&self) -> Result<(), CatalogueError> {
        let source = self.folder.join("trial.c");
        fs::write(&source, TRIAL).at(&source, "write")?;
        let program = self.folder.join("trial");
        for (language, name, real) in [("C", "cc", Some(&self.c)), ("C++", "c++", self.cxx.as_ref())] {
            let Some(real) = real else { continue };
            // Of an earlier try.
            let _ = fs::remove_file(&program);
            let mut compile = Command::new(self.folder.join(name));
            succeed(language, real, compile.arg(&source).arg("-o").arg(&program))?;
            if !program.is_file() {
                return Err(unfit(language, real, "it makes no program of a line of C"));
            }
            Edges::find(&program).map_err(|error| unfit(language, real, &error.to_string()))?;
        }
        Ok(())
    }
}

fn succeed(language: &'static str, compiler: &Path, command: &mut Command) -> Result<(), CatalogueError> {
    match child::run(command, "", Duration::from_secs(60)) {
        Ok(output) if output.success() => Ok(()),
        Ok(output) => Err(unfit(language, compiler, &output.last_words())),
        Err(error) => Err(unfit(language, compiler, &error.to_string())),
    }
}

fn unfit(language: &'static str, compiler: &Path, why: &str) -> CatalogueError {
    CatalogueError::NoCompiler { language, why: format!("{}: {why}", compiler.display()) }
}

/// What a compiler is told before and after what it is told by the build: gcc counts blocks, clang edges; both keep lines.
/// clang has an assembler of its own, a run-time for its own coverage, and, when it optimises while linking, no assembler.
fn flags(compiler: &Path) -> (&'static str, &'static str) {
    let said = child::run(Command::new(compiler).arg("--version"), "", Duration::from_secs(10));
    match said.is_ok_and(|output| output.stdout.contains("clang")) {
        true => (
            "-Qunused-arguments -gline-tables-only -fsanitize-coverage=edge,trace-pc \
             -fno-sanitize-link-runtime -fno-integrated-as",
            "-fno-lto",
        ),
        false => ("-g1 -fsanitize-coverage=trace-pc", ""),
    }
}

/// An assembler that counts, alone in a folder for `-B`.
fn write_assembler(folder: &Path, compiler: &Path) -> Result<(), CatalogueError> {
    fs::create_dir_all(folder).at(folder, "make the folder")?;
    let edge = folder.join("edge.s");
    fs::write(&edge, EDGE).at(&edge, "write")?;
    let asked = child::run(Command::new(compiler).arg("-print-prog-name=as"), "", Duration::from_secs(10));
    let named = asked.map(|output| output.stdout.trim().to_owned()).unwrap_or_default();
    let real = on_path(&named).or_else(|| on_path("as")).unwrap_or_else(|| PathBuf::from("as"));
    let script = ASSEMBLER.replace("@AS@", &quoted(&real)).replace("@EDGE@", &quoted(&edge));
    write_executable(&folder.join("as"), &script)
}

/// The script of a compiler that counts.
fn compiler(real: &Path, assembler: &Path, runtime: &Path) -> String {
    let (before, after) = flags(real);
    COMPILER
        .replace("@COMPILER@", &quoted(real))
        .replace("@BEFORE@", before)
        .replace("@ASSEMBLER@", &quoted(assembler))
        .replace("@AFTER@", after)
        .replace("@RUNTIME@", &quoted(runtime))
}

/// Written aside: a build that is still running may be reading it.
fn write_executable(path: &Path, script: &str) -> Result<(), CatalogueError> {
    let aside = path.with_extension("part");
    fs::write(&aside, script).at(&aside, "write")?;
    make_executable(&aside).at(&aside, "set the permissions of")?;
    fs::rename(&aside, path).at(path, "write")
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}

/// The compiler that the user names, else the first of the usual ones.
fn find(wanted: Wanted) -> Option<PathBuf> {
    match named(wanted) {
        Some(name) => on_path(&name),
        None => wanted.1.iter().find_map(|name| on_path(name)),
    }
}

/// Why there is none.
fn missing(wanted: Wanted) -> String {
    match named(wanted) {
        Some(name) => format!("{} names `{name}`, which is no program here", wanted.0),
        None => format!("none of `{}` is on PATH", wanted.1.join("`, `")),
    }
}

fn named((variable, _): Wanted) -> Option<String> {
    env::var(variable).ok().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

fn on_path(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_executable(path));
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}
