//! An entry as a file.
//!
//! ```text
//! smtquake input 2
//! 5f0c…                            a checksum of all that follows
//! choices QF_BV 213 980 7 0.003100 31  kind, logic (- for none), bytes, bytes of text, features, seconds, bytes of options
//! <the bytes><the text><the features, eight bytes each><the target and its options, a line each>
//! ```
//!
//! Version 1 had no options.

use std::str;

use thiserror::Error;

use crate::feature::Feature;
use crate::input::{Entry, Input, Under};

/// The version of the format that is written.
pub const VERSION: u32 = 2;

const MAGIC: &str = "smtquake input";
/// Hexadecimal digits of the checksum.
const DIGITS: usize = 32;

/// Why a file is no entry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// It begins with something else.
    #[error("it is no input of a guided corpus")]
    Foreign,
    /// A version that this program does not know.
    #[error("it has version {0} of the format, and this smtquake knows version {VERSION}")]
    Version(String),
    /// It is not what was written.
    #[error("it is damaged: its checksum does not fit")]
    Damaged,
    /// What was written makes no sense.
    #[error("it makes no sense: {0}")]
    Senseless(&'static str),
}

/// The file of an entry.
pub fn encode(entry: &Entry) -> Vec<u8> {
    let Entry { input, under, text, features, seconds } = entry;
    let logic = if input.logic().is_empty() { "-" } else { input.logic() };
    let (bytes, count) = (input.bytes(), features.len());
    let under = under.as_ref().map(Under::to_string).unwrap_or_default();
    let (kind, length, text_length, under_length) = (input.kind(), bytes.len(), text.len(), under.len());
    let head = format!("{kind} {logic} {length} {text_length} {count} {seconds:.6} {under_length}\n");
    let mut rest = [head.as_bytes(), bytes, text].concat();
    features.iter().for_each(|feature| rest.extend_from_slice(&feature.0.to_le_bytes()));
    rest.extend_from_slice(under.as_bytes());
    let mut file = format!("{MAGIC} {VERSION}\n{}\n", checksum(&rest)).into_bytes();
    file.append(&mut rest);
    file
}

/// The entry of a file.
pub fn decode(file: &[u8]) -> Result<Entry, FileError> {
    let (first, file) = line(file).ok_or(FileError::Foreign)?;
    let version =
        first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')).ok_or(FileError::Foreign)?;
    let version = match version.parse() {
        Ok(version @ 1..=VERSION) => version,
        _ => return Err(FileError::Version(version.chars().take(12).collect())),
    };
    let (sum, rest) = line(file).ok_or(FileError::Damaged)?;
    if sum != checksum(rest) {
        return Err(FileError::Damaged);
    }
    let (head, rest) = line(rest).ok_or(FileError::Senseless("its head is missing"))?;
    let mut words: Vec<&str> = head.split(' ').collect();
    if version == 1 {
        words.push("0");
    }
    let [kind, logic, bytes, text, features, seconds, under] = words[..] else {
        return Err(FileError::Senseless("its head has not as many words as it should"));
    };
    let number = |word: &str| word.parse::<usize>().map_err(|_| FileError::Senseless("a length is a number"));
    let (bytes, text, features, under) = (number(bytes)?, number(text)?, number(features)?, number(under)?);
    let seconds = seconds.parse::<f32>().map_err(|_| FileError::Senseless("a time is a number"))?;
    let of_features = features.checked_mul(8).ok_or(FileError::Senseless("its lengths do not fit"))?;
    let length = [bytes, text, of_features, under].into_iter().try_fold(0usize, usize::checked_add);
    if length != Some(rest.len()) {
        return Err(FileError::Senseless("its lengths do not fit"));
    }
    let (bytes, rest) = rest.split_at(bytes);
    let (text, rest) = rest.split_at(text);
    let (tail, under) = rest.split_at(of_features);
    let under = match str::from_utf8(under) {
        Ok("") => None,
        Ok(under) => Some(Under::parse(under).ok_or(FileError::Senseless("an option has a value"))?),
        Err(_) => return Err(FileError::Senseless("its options are no text")),
    };
    let input = match kind {
        "choices" => Input::Choices { logic: logic.to_owned(), bytes: bytes.to_vec() },
        "script" => Input::Script(bytes.to_vec()),
        _ => return Err(FileError::Senseless("there is no such kind of input")),
    };
    let feature = |bytes: &[u8]| Feature(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
    let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    let features = tail.chunks_exact(8).map(feature).collect();
    Ok(Entry { input, under, text: text.to_vec(), features, seconds })
}

/// The first line, and what comes behind it.
fn line(file: &[u8]) -> Option<(&str, &[u8])> {
    let end = file.iter().position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&file[..end]).ok()?, &file[end + 1..]))
}

fn checksum(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> [Entry; 3] {
        let choices = Input::Choices { logic: "QF_BV".to_owned(), bytes: vec![0, 10, 255, 10] };
        let features = vec![Feature(7), Feature(u64::MAX), Feature(1 << 40)];
        let script = Input::Script(b"(check-sat)\n".to_vec());
        let text = b"(check-sat)".to_vec();
        let choices = Entry { under: None, input: choices, text, features, seconds: 0.25 };
        let under = Under::parse("z3@5.4.0\nsmt.relevancy=0\nmodel=true");
        [Entry { under, ..choices.clone() }, choices, Entry::unseen(script)]
    }

    #[test]
    fn what_was_written_is_read() {
        for entry in entries() {
            assert_eq!(decode(&encode(&entry)), Ok(entry));
        }
    }

    #[test]
    fn the_first_version_is_read_too() {
        let rest = "script - 11 0 0 0.000000\n(check-sat)";
        let file = format!("{MAGIC} 1\n{}\n{rest}", checksum(rest.as_bytes()));
        assert_eq!(decode(file.as_bytes()), Ok(Entry::unseen(Input::Script(b"(check-sat)".to_vec()))));
    }

    #[test]
    fn no_damage_goes_unseen() {
        for entry in entries() {
            let file = encode(&entry);
            for at in 0..file.len() {
                assert!(decode(&file[..at]).is_err(), "cut at {at}");
                let mut other = file.clone();
                other[at] ^= 0x10;
                assert!(decode(&other).is_err(), "changed at {at}");
            }
            assert_eq!(decode(&[file.as_slice(), b"x"].concat()), Err(FileError::Damaged));
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let file = String::from_utf8(encode(&entries()[2])).unwrap();
        let later = file.replacen("input 2", "input 3", 1);
        assert_eq!(decode(later.as_bytes()), Err(FileError::Version("3".to_owned())));
        assert_eq!(decode(b"(check-sat)\n"), Err(FileError::Foreign));
        let rest = "song - 0 0 0 0.0\n";
        let made = format!("{MAGIC} 1\n{}\n{rest}", checksum(rest.as_bytes()));
        assert!(matches!(decode(made.as_bytes()), Err(FileError::Senseless(_))));
    }
}
