//! An entry as a file.
//!
//! ```text
//! smtquake input 1
//! 5f0c…                            a checksum of all that follows
//! choices QF_BV 213 980 7 0.003100     kind, logic (- for none), bytes, bytes of text, features, seconds
//! <the bytes><the text><the features, eight bytes each>
//! ```

use std::str;

use thiserror::Error;

use crate::feature::Feature;
use crate::input::{Entry, Input};

/// The version of the format that is written.
pub const VERSION: u32 = 1;

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
    let Entry { input, text, features, seconds } = entry;
    let logic = if input.logic().is_empty() { "-" } else { input.logic() };
    let (bytes, count) = (input.bytes(), features.len());
    let head = format!("{} {logic} {} {} {count} {seconds:.6}\n", input.kind(), bytes.len(), text.len());
    let mut rest = [head.as_bytes(), bytes, text].concat();
    features.iter().for_each(|feature| rest.extend_from_slice(&feature.0.to_le_bytes()));
    let mut file = format!("{MAGIC} {VERSION}\n{}\n", checksum(&rest)).into_bytes();
    file.append(&mut rest);
    file
}

/// The entry of a file.
pub fn decode(file: &[u8]) -> Result<Entry, FileError> {
    let (first, file) = line(file).ok_or(FileError::Foreign)?;
    let version =
        first.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(' ')).ok_or(FileError::Foreign)?;
    if version != VERSION.to_string() {
        return Err(FileError::Version(version.chars().take(12).collect()));
    }
    let (sum, rest) = line(file).ok_or(FileError::Damaged)?;
    if sum != checksum(rest) {
        return Err(FileError::Damaged);
    }
    let (head, rest) = line(rest).ok_or(FileError::Senseless("its head is missing"))?;
    let words: Vec<&str> = head.split(' ').collect();
    let [kind, logic, bytes, text, features, seconds] = words[..] else {
        return Err(FileError::Senseless("its head has six words"));
    };
    let number = |word: &str| word.parse::<usize>().map_err(|_| FileError::Senseless("a length is a number"));
    let (bytes, text, features) = (number(bytes)?, number(text)?, number(features)?);
    let seconds = seconds.parse::<f32>().map_err(|_| FileError::Senseless("a time is a number"))?;
    let length =
        features.checked_mul(8).and_then(|sum| sum.checked_add(text)).and_then(|sum| sum.checked_add(bytes));
    if length != Some(rest.len()) {
        return Err(FileError::Senseless("its lengths do not fit"));
    }
    let (bytes, rest) = rest.split_at(bytes);
    let (text, tail) = rest.split_at(text);
    let input = match kind {
        "choices" => Input::Choices { logic: logic.to_owned(), bytes: bytes.to_vec() },
        "script" => Input::Script(bytes.to_vec()),
        _ => return Err(FileError::Senseless("there is no such kind of input")),
    };
    let feature = |bytes: &[u8]| Feature(bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)));
    let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
    let features = tail.chunks_exact(8).map(feature).collect();
    Ok(Entry { input, text: text.to_vec(), features, seconds })
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

    fn entries() -> [Entry; 2] {
        let choices = Input::Choices { logic: "QF_BV".to_owned(), bytes: vec![0, 10, 255, 10] };
        let features = vec![Feature(7), Feature(u64::MAX), Feature(1 << 40)];
        let script = Input::Script(b"(check-sat)\n".to_vec());
        let text = b"(check-sat)".to_vec();
        let choices = Entry { input: choices, text, features, seconds: 0.25 };
        [choices, Entry { input: script, text: Vec::new(), features: Vec::new(), seconds: 0.0 }]
    }

    #[test]
    fn what_was_written_is_read() {
        for entry in entries() {
            assert_eq!(decode(&encode(&entry)), Ok(entry));
        }
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
        let file = String::from_utf8(encode(&entries()[1])).unwrap();
        let later = file.replacen("input 1", "input 2", 1);
        assert_eq!(decode(later.as_bytes()), Err(FileError::Version("2".to_owned())));
        assert_eq!(decode(b"(check-sat)\n"), Err(FileError::Foreign));
        let rest = "song - 0 0 0 0.0\n";
        let made = format!("{MAGIC} 1\n{}\n{rest}", checksum(rest.as_bytes()));
        assert!(matches!(decode(made.as_bytes()), Err(FileError::Senseless(_))));
    }
}
