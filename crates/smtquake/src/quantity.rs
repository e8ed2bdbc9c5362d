//! Durations and sizes, as people write them.

use std::time::Duration;

const DURATIONS: &[(&str, f64)] = &[("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
const SIZES: &[(&str, f64)] = &[("k", 1024.0), ("m", 1048576.0), ("g", 1073741824.0), ("t", 1099511627776.0)];

/// Reads `500ms`, `1.5s`, `2m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let seconds = scaled(text, DURATIONS).ok_or("write for example `500ms`, `10s` or `2m`")?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        Ok(_) => Err("it must be more than nothing".to_owned()),
        Err(_) => Err("it is too long".to_owned()),
    }
}

/// Reads `512M`, `2G`, `1.5GiB`: bytes, in powers of 1024.
pub fn size(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let short = lower.strip_suffix("ib").or(lower.strip_suffix('b')).unwrap_or(&lower);
    let bytes = scaled(short, SIZES).ok_or("write for example `512M` or `2G`")?;
    match bytes {
        // Larger than any machine, and still far from where a float rounds into overflow.
        _ if bytes >= 1e18 => Err("it is too large".to_owned()),
        _ if bytes < 1.0 => Err("it must be more than nothing".to_owned()),
        _ => Ok(bytes as u64),
    }
}

/// A decimal number times its unit; `None` when the text is something else.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(end);
    let (_, factor) = units.iter().find(|(name, _)| *name == unit.trim())?;
    Some(number.parse::<f64>().ok()? * factor)
}

/// `12 KB`, `3.4 MB`: three digits are enough to compare by.
pub fn size_text(bytes: u64) -> String {
    let mut amount = bytes as f64;
    let mut units = ["B", "KB", "MB", "GB", "TB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for next in units {
        if amount < 1000.0 {
            break;
        }
        amount /= 1024.0;
        unit = next;
    }
    let decimals = usize::from(amount < 10.0 && unit != "B");
    format!("{amount:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_in_their_units() {
        for (text, millis) in
            [("10s", 10_000), ("500ms", 500), ("2m", 120_000), ("1.5s", 1_500), ("1h", 3_600_000)]
        {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "10", "s", "-1s", "1.2.3s", "10 parsecs", "0s", "99999999999999999999h", "nans"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read_in_their_units() {
        for (text, bytes) in [("2G", 2 << 30), ("512M", 512 << 20), ("1.5GiB", 3 << 29), ("64kb", 64 << 10)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "2", "G", "-2G", "2X", "0M", "9999999999T"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_short() {
        let shown = [12, 4 << 10, 18_500_000, 3 << 30].map(size_text);
        assert_eq!(shown, ["12 B", "4.0 KB", "18 MB", "3.0 GB"]);
    }
}
