//! The edges of a coverage build, by the table that its assembler wrote.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use object::{File as Module, Object, ObjectSection, ObjectSymbol, ReadCache};
use thiserror::Error;

use super::{LINE, PAGE};

/// The symbols of the linker that `runtime.c` asks for.
const FIRST: &str = "__ehdr_start";
const LAST: &str = "etext";

/// The sections of `edge.s`.
const COUNTERS: &str = "smtquake_counters";
const TABLE: &str = ".debug_smtquake";

/// The counters of a program or library, and which of them are an edge's.
///
/// Nearly all are; between them are bytes that the linker put there. A bit for each counter and the number of bits before
/// each line of 64 make an edge's number of a counter's in a few instructions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    code: u64,
    bits: Vec<u64>,
    before: Vec<u32>,
    count: u32,
}

/// Where an edge is, and where it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Site {
    pub(super) counter: u64,
    pub(super) address: u64,
}

/// Why a file's edges are not known.
#[derive(Debug, Error)]
pub enum EdgesError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Read(#[from] io::Error),
    /// It is no program of this system.
    #[error("it cannot be taken apart: {0}")]
    Format(#[from] object::Error),
    /// It was not built by `smtquake solver build --coverage`.
    #[error(
        "it does not count what it runs: it was not linked by the compiler that `smtquake solver build` puts first on PATH"
    )]
    NoCoverage,
    /// It counts, but nothing in it was compiled to be counted.
    #[error(
        "nothing in it is counted: its files were not compiled by the compiler that `smtquake solver build` puts first on PATH, or it was stripped"
    )]
    Empty,
    /// Its counters share a page with something else.
    #[error("its counters do not begin and end with a page: its linker did not put our runtime last")]
    Pages,
    /// Its debug information cannot be read.
    #[error("its functions and lines cannot be read: {0}")]
    Names(String),
}

impl Edges {
    /// Finds the edges of a program or library.
    pub fn find(path: &Path) -> Result<Edges, EdgesError> {
        let cache = ReadCache::new(File::open(path)?);
        let file = Module::parse(&cache)?;
        let mut known = [None; 2];
        for symbol in file.symbols() {
            let name = symbol.name().unwrap_or_default();
            if let Some(at) = [FIRST, LAST].iter().position(|wanted| *wanted == name) {
                known[at] = Some(symbol.address());
            }
        }
        let ([Some(first), Some(last)], Some(counters)) = (known, file.section_by_name(COUNTERS)) else {
            return Err(EdgesError::NoCoverage);
        };
        if !counters.address().is_multiple_of(PAGE as u64) || !counters.size().is_multiple_of(PAGE as u64) {
            return Err(EdgesError::Pages);
        }
        let sites = sites(&file)?;
        if sites.is_empty() {
            return Err(EdgesError::Empty);
        }
        Ok(Edges::at(last - first, counters.size(), sites.iter().map(|site| site.counter)))
    }

    /// Edges with these of a module's counters.
    fn at(code: u64, counters: u64, of_edges: impl IntoIterator<Item = u64>) -> Edges {
        let mut bits = vec![0u64; counters as usize / LINE];
        for counter in of_edges {
            if let Some(line) = bits.get_mut(counter as usize / LINE) {
                *line |= 1 << (counter as usize % LINE);
            }
        }
        Edges::of_bits(code, bits)
    }

    fn of_bits(code: u64, bits: Vec<u64>) -> Edges {
        let mut count = 0;
        let mut before = Vec::with_capacity(bits.len());
        for line in &bits {
            before.push(count);
            count += line.count_ones();
        }
        Edges { code, bits, before, count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The length of the module's code, by which a map is known to be for it.
    pub(super) fn code(&self) -> u64 {
        self.code
    }

    /// Lines of counters.
    pub(super) fn lines(&self) -> usize {
        self.bits.len()
    }

    /// The edge that counts at a place of a line.
    #[inline]
    pub(super) fn number(&self, line: usize, place: usize) -> Option<usize> {
        let (bits, before) = (*self.bits.get(line)?, *self.before.get(line)?);
        let below = bits & ((1 << place) - 1);
        (bits & (1 << place) != 0).then(|| (before + below.count_ones()) as usize)
    }

    /// The edges of a file, remembered in a folder of facts; `None` for a file that does not count.
    pub(crate) fn remembered(path: &Path, facts: &Path) -> Option<Edges> {
        let place = facts.join(format!("edges-{}", path.file_name()?.to_string_lossy()));
        let remembered = fs::read(&place).ok().and_then(|bytes| Edges::decode(&bytes));
        let edges = remembered.unwrap_or_else(|| {
            let found = Edges::find(path).unwrap_or_default();
            // What cannot be kept is found again.
            let aside = place.with_extension(format!("tmp-{}", std::process::id()));
            let _ = fs::create_dir_all(facts)
                .and_then(|()| fs::write(&aside, found.encode()))
                .and_then(|()| fs::rename(&aside, &place));
            found
        });
        Some(edges).filter(|edges| !edges.is_empty())
    }

    fn encode(&self) -> Vec<u8> {
        let head = [FORMAT, self.code, u64::from(self.count)];
        head.iter().chain(&self.bits).flat_map(|word| word.to_le_bytes()).collect()
    }

    fn decode(bytes: &[u8]) -> Option<Edges> {
        let (words, []) = bytes.as_chunks() else { return None };
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let [format, code, count] = [words.next()?, words.next()?, words.next()?];
        if format != FORMAT {
            return None;
        }
        let edges = Edges::of_bits(code, words.collect());
        (edges.len() as u64 == count).then_some(edges)
    }
}

/// The layout of the file of remembered edges.
const FORMAT: u64 = 2;

/// The edges of a module in the order of their counters. What the linker dropped is zero in the table; functions that it
/// found twice may be there twice.
pub(super) fn sites<'data>(module: &impl Object<'data>) -> Result<Vec<Site>, EdgesError> {
    let counters = module.section_by_name(COUNTERS).ok_or(EdgesError::NoCoverage)?;
    let Some(table) = module.section_by_name(TABLE) else { return Ok(Vec::new()) };
    let table = table.uncompressed_data()?;
    let (pairs, _) = table.as_chunks::<16>();
    let site = |pair: &[u8; 16]| {
        let [address, counter] = *pair.as_chunks::<8>().0 else { return None };
        let (address, counter) = (u64::from_le_bytes(address), u64::from_le_bytes(counter));
        let counter = counter.checked_sub(counters.address())?;
        (address != 0 && counter < counters.size()).then_some(Site { counter, address })
    };
    let mut sites: Vec<Site> = pairs.iter().filter_map(site).collect();
    sites.sort_unstable();
    sites.dedup_by_key(|site| site.counter);
    Ok(sites)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_numbered_by_their_counters() {
        let counters = [3, 63, 64, 200];
        let edges = Edges::at(9000, 4096, counters);
        assert_eq!((edges.len(), edges.lines()), (4, 64));
        for (number, counter) in counters.into_iter().enumerate() {
            assert_eq!(edges.number(counter as usize / LINE, counter as usize % LINE), Some(number));
        }
        assert_eq!(edges.number(0, 4), None);
        assert_eq!(edges.number(99, 0), None);
    }

    #[test]
    fn edges_are_remembered_and_damaged_memories_are_not_believed() {
        let edges = Edges::at(9000, 4096, [3, 63, 64, 200]);
        let bytes = edges.encode();
        assert_eq!(Edges::decode(&bytes), Some(edges));
        assert_eq!(Edges::decode(&Edges::default().encode()), Some(Edges::default()));
        assert_eq!(Edges::decode(&bytes[..bytes.len() - 1]), None);
        let mut flipped = bytes.clone();
        flipped[24] ^= 1;
        assert_eq!(Edges::decode(&flipped), None);
        assert_eq!(Edges::decode(b"nonsense"), None);
    }
}
