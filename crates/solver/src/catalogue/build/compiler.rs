//! Compilers that count: scripts by the usual names, first on `PATH`, that call the real ones.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::child;
use super::super::error::{CatalogueError, IoContext};
use super::super::system::is_executable;
use super::recipe::Need;
use crate::coverage::RUNTIME;

/// Names under which build systems look for compilers, and whether they are for C++.
const NAMES: &[(&str, bool)] =
    &[("cc", false), ("gcc", false), ("clang", false), ("c++", true), ("g++", true), ("clang++", true)];

/// The variable by which the user names a compiler, and the usual names.
type Wanted = (&'static str, &'static [&'static str]);
const C: Wanted = ("CC", &["cc", "gcc", "clang"]);
const CXX: Wanted = ("CXX", &["c++", "g++", "clang++"]);

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
        let c = find(C).ok_or_else(|| CatalogueError::NoCompiler { language: "C", why: missing(C) })?;
        let cxx = find(CXX);
        let compilers = Compilers { c, cxx, folder: folder.to_owned() };
        fs::create_dir_all(folder).at(folder, "make the folder")?;
        let (source, object) = (folder.join("runtime.c"), folder.join("runtime.o"));
        fs::write(&source, RUNTIME).at(&source, "write")?;
        let mut compile = Command::new(&compilers.c);
        compile.args(["-O2", "-fPIC", "-c"]).arg(&source).arg("-o").arg(&object);
        compilers.succeed(&mut compile)?;
        let mut trial = Command::new(&compilers.c);
        trial.args(flags(&compilers.c).split(' ')).args(["-fsyntax-only", "-x", "c", "/dev/null"]);
        compilers.succeed(&mut trial)?;
        for (name, is_cxx) in NAMES {
            let real = if *is_cxx { compilers.cxx.as_deref() } else { Some(compilers.c.as_path()) };
            if let Some(real) = real {
                write_script(&folder.join(name), real, &object)?;
            }
        }
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

    fn succeed(&self, command: &mut Command) -> Result<(), CatalogueError> {
        let said = child::run(command, "", Duration::from_secs(60));
        let why = match said {
            Ok(output) if output.success() => return Ok(()),
            Ok(output) => output.last_words(),
            Err(error) => error.to_string(),
        };
        Err(CatalogueError::NoCompiler { language: "C", why: format!("{}: {why}", self.c.display()) })
    }
}

/// gcc counts blocks, clang edges; both keep lines.
fn flags(compiler: &Path) -> &'static str {
    let said = child::run(Command::new(compiler).arg("--version"), "", Duration::from_secs(10));
    match said.is_ok_and(|output| output.stdout.contains("clang")) {
        true => "-gline-tables-only -fsanitize-coverage=edge,trace-pc",
        false => "-g1 -fsanitize-coverage=trace-pc",
    }
}

/// Counting is for what is compiled, the runtime for what is linked: a program or a library.
fn write_script(path: &Path, real: &Path, runtime: &Path) -> Result<(), CatalogueError> {
    let (compiler, flags) = (quoted(real), flags(real));
    let script = format!(
        "#!/bin/sh\n\
         links=yes inputs=no\n\
         for argument; do\n\
         \x20 case $argument in\n\
         \x20   -c|-S|-E|-M|-MM|-r|-fsyntax-only|--version|--help*|-dump*|-print*) links=no ;;\n\
         \x20   -*) ;;\n\
         \x20   *) inputs=yes ;;\n\
         \x20 esac\n\
         done\n\
         if [ $links = yes ] && [ $inputs = yes ]; then\n\
         \x20 exec {compiler} {flags} \"$@\" {}\n\
         fi\n\
         exec {compiler} {flags} \"$@\"\n",
        quoted(runtime)
    );
    // Written aside: a build that is still running may be reading it.
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
