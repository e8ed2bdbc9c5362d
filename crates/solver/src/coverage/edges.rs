//! The edges of a coverage build: where its counting calls are.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use object::{Architecture, Object, ObjectSection, ObjectSymbol, ReadCache, SectionFlags};
use thiserror::Error;

use super::LINE;

/// The symbols of `runtime.c`, and those of the linker that it asks for.
const MARK: &str = "smtquake_coverage_build";
const COUNT: &str = "__sanitizer_cov_trace_pc";
pub(super) const FIRST: &str = "__ehdr_start";
const LAST: &str = "etext";

/// The edges of a program or library, numbered in the order of their addresses.
///
/// The runtime counts by *places*: addresses divided by four, most of which are no edge's. A bit per place and the
/// number of bits before each line of 64 make an edge's number of a place in a few instructions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edges {
    places: u64,
    bits: Vec<u64>,
    before: Vec<u32>,
    count: u32,
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
        "nothing in it is counted: its files were not compiled by the compiler that `smtquake solver build` puts first on PATH"
    )]
    Empty,
    /// Its debug information cannot be read.
    #[error("its functions and lines cannot be read: {0}")]
    Names(String),
    /// Its calls cannot be found on this machine.
    #[error("coverage builds are for x86-64 machines")]
    Machine,
}

impl Edges {
    /// Finds the edges of a program or library.
    pub fn find(path: &Path) -> Result<Edges, EdgesError> {
        let cache = ReadCache::new(File::open(path)?);
        let file = object::File::parse(&cache)?;
        let mut known = [None; 4];
        for symbol in file.symbols() {
            let name = symbol.name().unwrap_or_default();
            if let Some(at) = [MARK, COUNT, FIRST, LAST].iter().position(|wanted| *wanted == name) {
                known[at] = Some(symbol.address());
            }
        }
        let [Some(_), Some(count), Some(first), Some(last)] = known else {
            return Err(EdgesError::NoCoverage);
        };
        if file.architecture() != Architecture::X86_64 {
            return Err(EdgesError::Machine);
        }
        let mut places = Vec::new();
        for section in file.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
            if sh_flags.0 & object::elf::SHF_EXECINSTR.0 != 0 {
                let returns = calls_of(count, section.address(), section.data()?);
                places.extend(returns.map(|address| (address - first) / 4));
            }
        }
        if places.is_empty() {
            return Err(EdgesError::Empty);
        }
        places.sort_unstable();
        Ok(Edges::at((last - first) / 4 + 1, places))
    }

    /// Edges at these places, in order.
    fn at(places: u64, of_edges: impl IntoIterator<Item = u64>) -> Edges {
        let mut bits = vec![0u64; places as usize / LINE + 1];
        for place in of_edges {
            if let Some(line) = bits.get_mut(place as usize / LINE) {
                *line |= 1 << (place as usize % LINE);
            }
        }
        Edges::of_bits(places, bits)
    }

    fn of_bits(places: u64, bits: Vec<u64>) -> Edges {
        let mut count = 0;
        let mut before = Vec::with_capacity(bits.len());
        for line in &bits {
            before.push(count);
            count += line.count_ones();
        }
        Edges { places, bits, before, count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Places of the module that the edges are in.
    pub(super) fn places(&self) -> u64 {
        self.places
    }

    /// The edge at a place of a line.
    #[inline]
    pub(super) fn number(&self, line: usize, place: usize) -> Option<usize> {
        let (bits, before) = (*self.bits.get(line)?, *self.before.get(line)?);
        let below = bits & ((1 << place) - 1);
        (bits & (1 << place) != 0).then(|| (before + below.count_ones()) as usize)
    }

    /// The places of all edges, in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = u64> + '_ {
        let places = |(line, bits): (usize, &u64)| {
            let (line, bits) = (line, *bits);
            (0..LINE).filter(move |at| bits & (1 << at) != 0).map(move |at| (line * LINE + at) as u64)
        };
        self.bits.iter().enumerate().flat_map(places)
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
        let head = [FORMAT, self.places, u64::from(self.count)];
        head.iter().chain(&self.bits).flat_map(|word| word.to_le_bytes()).collect()
    }

    fn decode(bytes: &[u8]) -> Option<Edges> {
        let (words, []) = bytes.as_chunks() else { return None };
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let [format, places, count] = [words.next()?, words.next()?, words.next()?];
        if count == 0 {
            return (format == FORMAT).then(Edges::default);
        }
        let bits: Vec<u64> = words.collect();
        if format != FORMAT || bits.len() != places as usize / LINE + 1 {
            return None;
        }
        let edges = Edges::of_bits(places, bits);
        (edges.len() as u64 == count).then_some(edges)
    }
}

/// The layout of the file of remembered edges.
const FORMAT: u64 = 1;

/// Where calls of a function return to: `E8` and the distance from there. No instruction need be understood: that
/// four bytes after any `E8` happen to be the right distance is a matter of one in four billion.
fn calls_of(function: u64, start: u64, code: &[u8]) -> impl Iterator<Item = u64> + '_ {
    memchr::memchr_iter(0xE8, code).filter_map(move |at| {
        let distance = code.get(at + 1..at + 5)?.try_into().ok().map(i32::from_le_bytes)?;
        let next = start + at as u64 + 5;
        (next.wrapping_add_signed(i64::from(distance)) == function).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_numbered_by_their_places() {
        let places = [3, 63, 64, 200];
        let edges = Edges::at(300, places);
        assert_eq!(edges.len(), 4);
        assert_eq!(edges.all().collect::<Vec<_>>(), places);
        for (number, place) in places.iter().enumerate() {
            assert_eq!(edges.number(*place as usize / LINE, *place as usize % LINE), Some(number));
        }
        assert_eq!(edges.number(0, 4), None);
        assert_eq!(edges.number(99, 0), None);
    }

    #[test]
    fn edges_are_remembered_and_damaged_memories_are_not_believed() {
        let edges = Edges::at(300, [3, 63, 64, 200]);
        let bytes = edges.encode();
        assert_eq!(Edges::decode(&bytes), Some(edges));
        assert_eq!(Edges::decode(&Edges::default().encode()), Some(Edges::default()));
        assert_eq!(Edges::decode(&bytes[..bytes.len() - 8]), None);
        let mut flipped = bytes.clone();
        flipped[24] ^= 1;
        assert_eq!(Edges::decode(&flipped), None);
        assert_eq!(Edges::decode(b"nonsense"), None);
    }

    #[test]
    fn only_calls_of_the_function_count() {
        // At 0x1000: call 0x1010; an E8 that is data; call 0x1020.
        let code = [0xE8, 0x0B, 0, 0, 0, 0xE8, 0xE8, 0x15, 0, 0, 0, 0xE8, 0];
        assert_eq!(calls_of(0x1010, 0x1000, &code).collect::<Vec<_>>(), [0x1005]);
        assert_eq!(calls_of(0x1020, 0x1000, &code).collect::<Vec<_>>(), [0x100B]);
    }
}
