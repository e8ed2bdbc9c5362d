//! `Cvc5OptionInfo`, whose layout has changed twice.

use std::ffi::{c_char, c_void};

use crate::host::symbols::rust_text;
use crate::options::OptionRecord;

/// Where the parts of the struct lie, in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// `is_set_by_user`, `is_expert`, `is_regular`, one byte each.
    flags: usize,
    category: Option<usize>,
    info_bool: usize,
    /// `info_str` and, in a fixed distance from it, the others.
    info_str: usize,
}

impl Layout {
    /// The layout of a release: 1.3.0 added what an option excludes, 1.3.1 its category.
    pub(super) fn of(version: &str, has_categories: bool) -> Layout {
        if has_categories {
            Layout { flags: 48, category: Some(52), info_bool: 56, info_str: 64 }
        } else if version.starts_with("1.2") {
            Layout { flags: 32, category: None, info_bool: 35, info_str: 40 }
        } else {
            Layout { flags: 48, category: None, info_bool: 51, info_str: 56 }
        }
    }
}

/// Room for the struct of any release, aligned for its widest member.
#[derive(Debug)]
pub(super) struct Info([u64; 64]);

impl Default for Info {
    fn default() -> Info {
        Info([0; 64])
    }
}

impl Info {
    pub(super) fn place(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }

    fn byte(&self, at: usize) -> u8 {
        self.0[at / 8].to_ne_bytes()[at % 8]
    }

    fn word(&self, at: usize) -> u64 {
        self.0[at / 8]
    }

    /// # Safety
    ///
    /// At `at` there must be a pointer that is null or points to a text.
    unsafe fn text(&self, at: usize) -> String {
        // SAFETY: the caller's promise.
        unsafe { rust_text(self.word(at) as usize as *const c_char) }
    }

    /// # Safety
    ///
    /// At `at` there must be a count, and behind it a pointer to as many texts.
    unsafe fn texts(&self, at: usize) -> Vec<String> {
        let (count, texts) = (self.word(at) as usize, self.word(at + 8) as usize as *const *const c_char);
        // SAFETY: the caller's promise.
        (0..count).map(|i| unsafe { rust_text(*texts.add(i)) }).collect()
    }

    /// # Safety
    ///
    /// `cvc5_get_option_info` of a library with this layout must have filled it in.
    pub(super) unsafe fn record(&self, name: &str, layout: &Layout) -> OptionRecord {
        let text = layout.info_str;
        let (int, uint, double, mode) = (text + 16, text + 56, text + 96, text + 136);
        // `dflt`, `cur`, `min`, `max`, `has_min`, `has_max`.
        let bound = |info: usize, which: usize| {
            (self.byte(info + 32 + which) != 0).then(|| self.word(info + 16 + 8 * which))
        };
        let mut record = OptionRecord {
            name: name.to_owned(),
            // SAFETY: the aliases follow kind and name in every layout.
            aliases: unsafe { self.texts(16) },
            category: Some(self.category(layout).to_owned()),
            ..OptionRecord::default()
        };
        let (kind, default) = match self.byte(0) {
            1 => ("bool", (self.byte(layout.info_bool) != 0).to_string()),
            3 => {
                record.min = bound(int, 0).map(|min| min as i64);
                record.max = bound(int, 1);
                ("int", (self.word(int) as i64).to_string())
            }
            4 => {
                record.min = Some(bound(uint, 0).and_then(|min| i64::try_from(min).ok()).unwrap_or(0));
                record.max = bound(uint, 1).or(Some(u64::MAX));
                ("int", self.word(uint).to_string())
            }
            5 => ("float", f64::from_bits(self.word(double)).to_string()),
            6 => {
                // SAFETY: the struct is of this kind.
                record.values = unsafe { self.texts(mode + 16) };
                // SAFETY: as above.
                ("mode", unsafe { self.text(mode) })
            }
            // SAFETY: the struct is of this kind.
            2 => ("string", unsafe { self.text(text) }),
            // It holds no value of a plain type, such as a stream.
            _ => ("string", String::new()),
        };
        record.kind = kind.to_owned();
        record.default = (kind != "string" || !default.is_empty()).then_some(default);
        record
    }

    fn category(&self, layout: &Layout) -> &'static str {
        match layout.category.map(|at| self.byte(at)) {
            Some(1) => "expert",
            Some(2) => "common",
            Some(3) => "undocumented",
            Some(_) => "regular",
            None if self.byte(layout.flags + 1) != 0 => "expert",
            None if self.byte(layout.flags + 2) != 0 => "regular",
            None => "common",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_number_is_read_from_the_newest_layout() {
        let layout = Layout::of("1.4.2", true);
        let mut info = Info::default();
        info.0[0] = 3;
        info.0[6] = 1 << 32; // the category, at byte 52
        let int = (layout.info_str + 16) / 8;
        info.0[int] = 5;
        info.0[int + 2] = -7i64 as u64;
        info.0[int + 4] = 1; // has_min, not has_max
        // SAFETY: no aliases, and a kind without texts.
        let record = unsafe { info.record("seed", &layout) };
        assert_eq!((record.kind.as_str(), record.default.as_deref()), ("int", Some("5")));
        assert_eq!((record.min, record.max), (Some(-7), None));
        assert_eq!(record.category.as_deref(), Some("expert"));
    }

    #[test]
    fn older_releases_say_expert_by_a_flag() {
        let layout = Layout::of("1.2.0", false);
        let mut info = Info::default();
        info.0[0] = 1;
        info.0[4] = 1 << 8 | 1 << 24; // is_expert at 33, the default at 35
        // SAFETY: no aliases, and a kind without texts.
        let record = unsafe { info.record("b", &layout) };
        assert_eq!((record.kind.as_str(), record.default.as_deref()), ("bool", Some("true")));
        assert_eq!(record.category.as_deref(), Some("expert"));
        assert_ne!(Layout::of("1.3.0", false), layout);
    }
}
