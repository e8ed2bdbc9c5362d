//! Which function and which line an edge stands in.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use addr2line::{Loader, demangle_auto};
use object::{File as Module, ReadCache};
use serde::Serialize;

use super::edges::{EdgesError, sites};

/// The functions and lines of a coverage build, by its symbols and debug information.
#[derive(Debug, Default)]
pub struct Names {
    functions: Vec<Function>,
    files: Vec<String>,
    /// Those of each edge.
    places: Vec<Place>,
    lines: usize,
}

/// Where an edge stands: indices into what a [`Names`] lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Place {
    function: u32,
    file: u32,
    line: u32,
}

#[derive(Debug)]
struct Function {
    name: String,
    /// Of its first edge; code that was inlined may come from others.
    file: u32,
    edges: u32,
}

/// How much of a build was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// Edges that were reached.
    pub edges: usize,
    /// Edges in all.
    pub edges_in_all: usize,
    /// Lines that were reached, of those where an edge stands.
    pub lines: usize,
    /// Lines where an edge stands.
    pub lines_in_all: usize,
    /// Functions that were reached.
    pub functions: usize,
    /// Functions in all.
    pub functions_in_all: usize,
}

/// A function, and how much of it was reached.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FunctionReached {
    /// Its name.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// Its edges that were reached.
    pub edges: usize,
    /// Its edges in all.
    pub edges_in_all: usize,
}

impl Names {
    /// Reads those of a build.
    pub fn read(path: &Path) -> Result<Names, EdgesError> {
        let cache = ReadCache::new(File::open(path)?);
        let sites = sites(&Module::parse(&cache)?)?;
        let loader = Loader::new(path).map_err(|error| EdgesError::Names(error.to_string()))?;
        let mut names = Names::default();
        let (mut functions, mut files) = (HashMap::new(), HashMap::new());
        for site in sites {
            let address = site.address;
            let location = loader.find_location(address).ok().flatten();
            let file = location.as_ref().and_then(|location| location.file).unwrap_or("?");
            let file = *files.entry(file.to_owned()).or_insert_with(|| {
                names.files.push(file.to_owned());
                names.files.len() as u32 - 1
            });
            let symbol = loader.find_symbol_info(address);
            let start = symbol.as_ref().map_or(0, |symbol| symbol.address());
            let function = *functions.entry(start).or_insert_with(|| {
                let name = symbol.map_or("?", |symbol| symbol.name());
                let name = demangle_auto(Cow::Borrowed(name), None).into_owned();
                names.functions.push(Function { name, file, edges: 0 });
                names.functions.len() as u32 - 1
            });
            names.functions[function as usize].edges += 1;
            let line = location.and_then(|location| location.line).unwrap_or(0);
            names.places.push(Place { function, file, line });
        }
        names.lines = lines_of(names.places.iter());
        Ok(names)
    }

    /// How much the edges make that were reached, told by their numbers.
    pub fn reached(&self, was_reached: impl Fn(usize) -> bool) -> Reached {
        let reached =
            || self.places.iter().enumerate().filter(|(edge, _)| was_reached(*edge)).map(|(_, place)| place);
        let mut functions = vec![false; self.functions.len()];
        reached().for_each(|place| functions[place.function as usize] = true);
        Reached {
            edges: reached().count(),
            edges_in_all: self.places.len(),
            lines: lines_of(reached()),
            lines_in_all: self.lines,
            functions: functions.into_iter().filter(|reached| *reached).count(),
            functions_in_all: self.functions.len(),
        }
    }

    /// Every function, in the order of their edges, and how much of it was reached.
    pub fn functions(&self, was_reached: impl Fn(usize) -> bool) -> Vec<FunctionReached> {
        let mut edges = vec![0; self.functions.len()];
        for (edge, place) in self.places.iter().enumerate() {
            edges[place.function as usize] += usize::from(was_reached(edge));
        }
        let told = |(function, edges): (&Function, usize)| FunctionReached {
            name: function.name.clone(),
            file: self.files[function.file as usize].clone(),
            edges,
            edges_in_all: function.edges as usize,
        };
        self.functions.iter().zip(edges).map(told).collect()
    }

    /// Where an edge stands: function, file and line.
    pub fn place(&self, edge: usize) -> Option<(&str, &str, u32)> {
        let place = self.places.get(edge)?;
        let (function, file) = (&self.functions[place.function as usize], &self.files[place.file as usize]);
        Some((&function.name, file, place.line))
    }
}

fn lines_of<'a>(places: impl Iterator<Item = &'a Place>) -> usize {
    let mut lines: Vec<(u32, u32)> = places.map(|place| (place.file, place.line)).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reached_is_counted_once() {
        let function = |name: &str, edges| Function { name: name.to_owned(), file: 0, edges };
        let place = |function, line| Place { function, file: 0, line };
        let names = Names {
            functions: vec![function("f", 3), function("g", 1)],
            files: vec!["a.c".to_owned()],
            places: vec![place(0, 1), place(0, 1), place(0, 2), place(1, 9)],
            lines: 3,
        };
        let reached = names.reached(|edge| edge < 2);
        assert_eq!((reached.edges, reached.lines, reached.functions), (2, 1, 1));
        assert_eq!((reached.edges_in_all, reached.lines_in_all, reached.functions_in_all), (4, 3, 2));
        let edges: Vec<_> =
            names.functions(|edge| edge < 2).iter().map(|it| (it.edges, it.edges_in_all)).collect();
        assert_eq!(edges, [(2, 3), (0, 1)]);
        assert_eq!(names.place(3), Some(("g", "a.c", 9)));
    }
}
