//! One library with all mutants, or without any.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};

use super::schemata::{Site, wrapped};
use super::sources::Sources;

/// The page's side of the mutants, in C.
const HEADER: &str = include_str!("mutants.h");
const PAGE: &str = include_str!("mutants.c");

/// What every file is compiled with: as in a release of Boolector, assertions off.
const FLAGS: &[&str] = &[
    "-std=gnu99",
    "-O2",
    "-fPIC",
    "-w",
    "-DNDEBUG",
    "-DNBTORLOG",
    "-DBTOR_USE_CADICAL",
    "-DBTOR_HAVE_SIGNALS",
];

/// Room for the numbers of one file's statements.
const STEP: usize = 4000;

/// A library that was built.
pub(super) struct Built {
    /// Where it is.
    pub(super) library: PathBuf,
    /// The statements that can be spoiled, by number; most numbers are nobody's.
    pub(super) sites: Vec<Option<Site>>,
}

/// Builds Boolector with its mutants into a folder.
pub(super) fn build(sources: &Sources, folder: &Path, more: &[&str]) -> Result<Built> {
    let (library, list, key) = (folder.join("libboolector.so"), folder.join("sites.json"), key(more));
    if library.exists() && fs::read_to_string(folder.join("key")).is_ok_and(|known| known == key) {
        let sites = serde_json::from_slice(&fs::read(&list)?).with_context(|| list.display().to_string())?;
        return Ok(Built { library, sites });
    }
    eprintln!("building Boolector with a mutant at every statement");
    needs()?;
    let objects = folder.join("objects");
    fs::create_dir_all(&objects).with_context(|| objects.display().to_string())?;
    fs::write(folder.join("mutants.h"), HEADER)?;
    fs::write(folder.join("mutants.c"), PAGE)?;
    fs::write(folder.join("btorconfig.h"), config())?;
    let names = listed(&sources.boolector)?;
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workshop = Workshop { sources, folder, more };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(name) = names.get(at) else { break };
                    let result = workshop.compile(name, at * STEP);
                    done.lock().unwrap_or_else(|poison| poison.into_inner()).push((at, result));
                }
            });
        }
    });
    let mut sites = vec![None; names.len() * STEP];
    let mut linked = Vec::new();
    for (at, result) in done.into_inner().unwrap_or_else(|poison| poison.into_inner()) {
        let (object, found) = result?;
        linked.push(object);
        for (i, site) in found.into_iter().enumerate() {
            sites[at * STEP + i] = site;
        }
    }
    let parser = sources.btor2tools.join("btor2parser/btor2parser.c");
    for (source, object) in [(folder.join("mutants.c"), "mutants.o"), (parser, "btor2parser.o")] {
        let object = objects.join(object);
        workshop.run_compiler(&source, &object, &[])?;
        linked.push(object);
    }
    linked.sort();
    let mut link = Command::new("cc");
    link.arg("-shared").arg("-o").arg(&library).args(&linked).args(more);
    succeed(link.args(["-Wl,-Bsymbolic", "-lcadical", "-lstdc++", "-lm", "-ldl"]), "the library")?;
    fs::write(&list, serde_json::to_vec(&sites)?)?;
    fs::write(folder.join("key"), key)?;
    Ok(Built { library, sites })
}

/// What a library depends on: it is built again when any of this has changed.
fn key(more: &[&str]) -> String {
    format!("{more:?}\n{}\n{}\n{HEADER}\n{PAGE}", include_str!("build.rs"), include_str!("schemata.rs"))
}

struct Workshop<'a> {
    sources: &'a Sources,
    folder: &'a Path,
    more: &'a [&'a str],
}

impl Workshop<'_> {
    /// Compiles a file with its mutants. A statement that the compiler does not take wrapped is left as it is.
    fn compile(&self, name: &str, first: usize) -> Result<(PathBuf, Vec<Option<Site>>)> {
        let original = self.sources.boolector.join(name);
        let text = fs::read_to_string(&original).with_context(|| original.display().to_string())?;
        let flat = name.replace('/', "_");
        let (source, object) =
            (self.folder.join("objects").join(&flat), self.folder.join("objects").join(format!("{flat}.o")));
        let mut except = Vec::new();
        for _ in 0..20 {
            let (mutated, sites) = wrapped(name, &text, first, &except);
            if sites.len() > STEP {
                bail!("{name} has more than {STEP} statements");
            }
            fs::write(&source, format!("#include \"mutants.h\"\n#line 1 \"{flat}\"\n{mutated}"))?;
            let beside = original.parent().unwrap_or(&original).display().to_string();
            match self.run_compiler(&source, &object, &["-I", &beside]) {
                Ok(()) => {
                    let alive = self.alive(&source, &["-I", &beside])?;
                    let kept =
                        (first..).zip(sites).map(|(n, site)| Some(site).filter(|_| alive.contains(&n)));
                    return Ok((object, kept.collect()));
                }
                Err(error) => {
                    let lines = complained(&error.to_string(), &flat);
                    let new: Vec<usize> = lines
                        .into_iter()
                        .filter(|line| sites.iter().any(|site| site.line == *line))
                        .collect();
                    if new.is_empty() {
                        return Err(error);
                    }
                    except.extend(new);
                }
            }
        }
        bail!("{name} does not compile with mutants in it")
    }

    /// The mutants of a file that the preprocessor leaves: assertions and logs are compiled to nothing.
    fn alive(&self, source: &Path, more: &[&str]) -> Result<HashSet<usize>> {
        let mut preprocess = self.compiler(more);
        let output = preprocess.arg("-E").arg(source).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let calls = text.split("smtquake_goes_on (").skip(1);
        Ok(calls.filter_map(|rest| rest.split(')').next()?.trim().parse().ok()).collect())
    }

    fn compiler(&self, more: &[&str]) -> Command {
        let mut compiler = Command::new("cc");
        let parser = self.sources.btor2tools.join("btor2parser");
        compiler.args(FLAGS).args(self.more).args(more);
        for folder in [self.folder, &self.sources.boolector, &self.sources.btor2tools, &parser] {
            compiler.arg("-I").arg(folder);
        }
        compiler
    }

    fn run_compiler(&self, source: &Path, object: &Path, more: &[&str]) -> Result<()> {
        let mut compile = self.compiler(more);
        compile.arg("-c").arg(source).arg("-o").arg(object);
        succeed(&mut compile, &source.display().to_string())
    }
}

fn succeed(command: &mut Command, what: &str) -> Result<()> {
    let output = command.output().context("`cc` cannot be started: a C compiler is needed")?;
    if !output.status.success() {
        bail!("{what} does not compile: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Says once, before anything is compiled, what is missing.
fn needs() -> Result<()> {
    let header = ["/usr/include/ccadical.h", "/usr/local/include/ccadical.h"];
    if !header.iter().any(|path| Path::new(path).exists()) {
        bail!("CaDiCaL's library is needed to build Boolector: `apt-get install libcadical-dev` brings it");
    }
    Ok(())
}

/// The C files of the library, by Boolector's own list.
fn listed(sources: &Path) -> Result<Vec<String>> {
    let path = sources.join("CMakeLists.txt");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let list = text.split_once("set(libboolector_src_files").and_then(|(_, rest)| rest.split_once(')'));
    let Some((list, _)) = list else { bail!("{} has no list of the library's files", path.display()) };
    Ok(list.split_whitespace().filter(|name| name.ends_with(".c")).map(str::to_owned).collect())
}

/// What CMake would have written into `btorconfig.h`.
fn config() -> String {
    let names = [
        "CC",
        "CXX",
        "CFLAGS",
        "CXXFLAGS",
        "OS",
        "COMPILED",
        "SRC_DIR",
        "BIN_DIR",
        "TEST_DIR",
        "LOG_DIR",
        "OUT_DIR",
        "CONTRIB_DIR",
        "RELEASED",
        "VERSION",
        "GIT_ID",
    ];
    names.iter().map(|name| format!("#define BTOR_{name} \"mutants\"\n")).collect()
}

/// The lines of a file that the compiler complains about.
fn complained(text: &str, file: &str) -> Vec<usize> {
    let prefix = format!("{file}:");
    let line = |text: &str| {
        let rest = &text[text.find(&prefix)? + prefix.len()..];
        let number = rest.split(':').next()?.parse().ok()?;
        text.contains("error:").then_some(number)
    };
    text.lines().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_are_complaints() {
        let text = "a.c:3:5: error: no\na.c:4:1: note: see\nb.c:5:1: error: other\n/x/a.c:9:2: error: yes";
        assert_eq!(complained(text, "a.c"), [3, 9]);
    }
}
