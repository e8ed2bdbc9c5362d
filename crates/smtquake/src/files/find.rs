//! From the paths of the command line to the files to read.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

/// Something to read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A folder that could not be listed, and why.
    Unlisted(PathBuf, String),
}

impl Input {
    /// How reports call it.
    pub fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) | Input::Unlisted(path, _) => path.display().to_string(),
        }
    }

    /// Its bytes. More than a script can have is not read: the parser will refuse it.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self {
            Input::Stdin => io::stdin().lock().take(READ_LIMIT).read_to_end(&mut bytes)?,
            Input::File(path) => {
                let file = fs::File::open(path)?;
                if let Ok(metadata) = file.metadata() {
                    // The size is what the file system says, and may be more than there is memory.
                    bytes.try_reserve_exact(metadata.len().min(READ_LIMIT) as usize + 1)?;
                }
                file.take(READ_LIMIT).read_to_end(&mut bytes)?
            }
            Input::Unlisted(_, reason) => return Err(io::Error::other(reason.clone())),
        };
        Ok(bytes)
    }
}

/// The parser addresses fewer bytes than this.
const READ_LIMIT: u64 = u32::MAX as u64;

/// What the command line asks to read.
#[derive(Debug)]
pub struct Inputs {
    /// Everything to read, in the order of the command line and then of names.
    pub list: Vec<Input>,
    /// Whether it is one file that the user named, not what a folder happened to hold.
    pub single: bool,
}

impl Inputs {
    /// Finds the inputs. A path that does not exist is an error; a file that cannot be read is found later.
    pub fn find(paths: &[PathBuf]) -> anyhow::Result<Inputs> {
        let mut list = Vec::new();
        let mut folders = 0;
        for path in paths {
            if path == Path::new("-") {
                ensure!(!list.contains(&Input::Stdin), "standard input can be read only once");
                list.push(Input::Stdin);
                continue;
            }
            match fs::metadata(path) {
                Ok(metadata) if metadata.is_dir() => {
                    folders += 1;
                    add_folder(path, &mut list);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot read {}", path.display()));
                }
                // Other errors are told when it is read.
                Ok(_) | Err(_) => list.push(Input::File(path.clone())),
            }
        }
        if list.is_empty() {
            bail!("there is no .smt2 file below {}", paths[0].display());
        }
        let single = folders == 0 && list.len() == 1;
        Ok(Inputs { list, single })
    }
}

/// Adds the scripts below a folder, in the order of their names. Links are followed, but no folder is entered
/// twice: links may form loops.
fn add_folder(top: &Path, list: &mut Vec<Input>) {
    let mut entered = HashSet::new();
    let mut pending = vec![top.to_owned()];
    while let Some(path) = pending.pop() {
        let Ok(metadata) = fs::metadata(&path) else {
            // A link to nowhere that looks like a script is one that cannot be read.
            if is_script(&path) {
                list.push(Input::File(path));
            }
            continue;
        };
        if metadata.is_dir() {
            match entries(&path, &mut entered) {
                // The last of the stack comes first.
                Ok(entries) => pending.extend(entries.into_iter().rev()),
                Err(error) => list.push(Input::Unlisted(path, error.to_string())),
            }
        } else if metadata.is_file() && is_script(&path) {
            // Pipes and devices are left alone: reading them may never end.
            list.push(Input::File(path));
        }
    }
}

/// The paths in a folder, sorted; none when it was listed before.
fn entries(folder: &Path, entered: &mut HashSet<PathBuf>) -> io::Result<Vec<PathBuf>> {
    if !entered.insert(folder.canonicalize()?) {
        return Ok(Vec::new());
    }
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn is_script(path: &Path) -> bool {
    path.extension() == Some(OsStr::new("smt2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let found = Inputs::find(&[folder.to_owned()]).expect("some scripts");
        let relative = |input: &Input| input.name().replace(&format!("{}/", folder.display()), "");
        found.list.iter().map(relative).collect()
    }

    #[test]
    fn folders_are_searched_in_order_for_scripts_only() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("b/c")).unwrap();
        for file in ["z.smt2", "b/c/y.smt2", "a.smt2", "b/notes.txt", "b/smt2"] {
            fs::write(folder.path().join(file), "").unwrap();
        }
        assert_eq!(names(folder.path()), ["a.smt2", "b/c/y.smt2", "z.smt2"]);
    }

    #[cfg(unix)]
    #[test]
    fn loops_of_links_end() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("sub")).unwrap();
        fs::write(folder.path().join("sub/a.smt2"), "").unwrap();
        std::os::unix::fs::symlink(folder.path(), folder.path().join("sub/up")).unwrap();
        std::os::unix::fs::symlink(folder.path().join("self"), folder.path().join("self")).unwrap();
        assert_eq!(names(folder.path()), ["sub/a.smt2"]);
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Inputs::find(&[folder.path().join("none.smt2")]).is_err());
        assert!(Inputs::find(&[folder.path().to_owned()]).is_err());
        assert!(Inputs::find(&["-".into(), "-".into()]).is_err());
    }

    #[test]
    fn only_a_named_file_is_single() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        fs::write(&file, "").unwrap();
        fs::write(folder.path().join("b.smt2"), "").unwrap();
        assert!(Inputs::find(std::slice::from_ref(&file)).unwrap().single);
        assert!(!Inputs::find(&[folder.path().to_owned()]).unwrap().single);
        assert!(!Inputs::find(&[file.clone(), file]).unwrap().single);
    }
}
