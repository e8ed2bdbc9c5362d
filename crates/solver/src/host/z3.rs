//! Z3, by the one function of its C interface that runs scripts.
//!
//! `Z3_eval_smtlib2_string` gives everything that was printed only when it comes back, so a script is handed
//! over in parts that end with a command that may take long: what was answered before a crash is then known.

use std::ffi::{c_char, c_int, c_void};

use super::engine::Engine;
use super::printer::print;
use super::symbols::{Symbols, c_text, rust_text};
use super::{Guest, HostError};
use crate::options::OptionRecord;

type Context = *mut c_void;

/// A loaded Z3.
pub(super) struct Z3 {
    functions: Functions,
    settings: Vec<(String, String)>,
    // The functions above live as long as this.
    _library: Symbols,
}

/// The functions in use, as `z3_api.h` declares them.
struct Functions {
    mk_config: unsafe extern "C" fn() -> *mut c_void,
    del_config: unsafe extern "C" fn(*mut c_void),
    mk_context: unsafe extern "C" fn(*mut c_void) -> Context,
    del_context: unsafe extern "C" fn(Context),
    set_error_handler: unsafe extern "C" fn(Context, Option<unsafe extern "C" fn(Context, c_int)>),
    global_param_set: unsafe extern "C" fn(*const c_char, *const c_char),
    global_param_reset_all: unsafe extern "C" fn(),
    eval_smtlib2_string: unsafe extern "C" fn(Context, *const c_char) -> *const c_char,
}

impl Functions {
    fn find(library: &Symbols) -> Result<Functions, HostError> {
        // SAFETY: the types above are those of the header. The library stays loaded beside the functions.
        unsafe {
            Ok(Functions {
                mk_config: library.function("Z3_mk_config")?,
                del_config: library.function("Z3_del_config")?,
                mk_context: library.function("Z3_mk_context")?,
                del_context: library.function("Z3_del_context")?,
                set_error_handler: library.function("Z3_set_error_handler")?,
                global_param_set: library.function("Z3_global_param_set")?,
                global_param_reset_all: library.function("Z3_global_param_reset_all")?,
                eval_smtlib2_string: library.function("Z3_eval_smtlib2_string").map_err(|error| {
                    HostError::Load(format!("{error}: Z3's library runs scripts from release 4.8 on"))
                })?,
            })
        }
    }
}

/// An error is part of the text that comes back; without a handler it would end the process.
unsafe extern "C" fn ignore(_: Context, _: c_int) {}

impl Z3 {
    pub(super) fn load(guest: &Guest) -> Result<Z3, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        Ok(Z3 { functions, settings: guest.settings.clone(), _library: library })
    }
}

impl Engine for Z3 {
    fn run(&mut self, script: &[u8], last: bool) -> i32 {
        let f = &self.functions;
        // What the last script set with set-option is set for the process.
        // SAFETY: it takes nothing.
        unsafe { (f.global_param_reset_all)() };
        for (name, value) in &self.settings {
            let (name, value) = (c_text(name.as_bytes()), c_text(value.as_bytes()));
            // SAFETY: both texts outlive the call.
            unsafe { (f.global_param_set)(name.as_ptr(), value.as_ptr()) };
        }
        // SAFETY: the configuration lives until the context is made.
        let context = unsafe {
            let config = (f.mk_config)();
            let context = (f.mk_context)(config);
            (f.del_config)(config);
            (f.set_error_handler)(context, Some(ignore));
            context
        };
        let mut failed = false;
        for part in Parts::of(script) {
            // SAFETY: the context lives; what it gives is copied before it is used again.
            let said = unsafe { rust_text((f.eval_smtlib2_string)(context, c_text(&part).as_ptr())) };
            failed |= said.contains("(error \"");
            print(said.as_bytes());
        }
        if !last {
            // SAFETY: the context lives, and nothing of it is used after.
            unsafe { (f.del_context)(context) };
        }
        // The executable goes on after an error, and ends with this code if there was one.
        i32::from(failed)
    }

    /// They are asked from the executable, which tells what they mean: the library cannot list them.
    fn options(&mut self) -> Vec<OptionRecord> {
        Vec::new()
    }
}

/// A script in parts, each at its place: with as many line ends before it as stand before it in the script,
/// so that error messages give the right line.
struct Parts<'a> {
    script: &'a [u8],
    at: usize,
}

impl<'a> Parts<'a> {
    fn of(script: &'a [u8]) -> Parts<'a> {
        Parts { script, at: 0 }
    }
}

impl Iterator for Parts<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let start = self.at;
        if start >= self.script.len() {
            return None;
        }
        loop {
            match next_command(self.script, self.at) {
                Some((name, end)) => {
                    self.at = end;
                    if name == b"exit" {
                        self.at = self.script.len();
                        return Some(placed(self.script, start, end));
                    }
                    if name.starts_with(b"check-") || name.starts_with(b"get-") || name == b"echo" {
                        return Some(placed(self.script, start, end));
                    }
                }
                None => {
                    self.at = self.script.len();
                    return Some(placed(self.script, start, self.script.len()));
                }
            }
        }
    }
}

fn placed(script: &[u8], start: usize, end: usize) -> Vec<u8> {
    let lines = memchr::memchr_iter(b'\n', &script[..start]).count();
    let line_start = memchr::memrchr(b'\n', &script[..start]).map_or(0, |newline| newline + 1);
    let mut part = vec![b'\n'; lines];
    part.resize(lines + (start - line_start), b' ');
    part.extend_from_slice(&script[start..end]);
    part
}

/// The name of the next command at `at` or later, and where the command ends; `None` when none ends.
fn next_command(script: &[u8], mut at: usize) -> Option<(&[u8], usize)> {
    let (mut depth, mut name_at) = (0usize, None);
    loop {
        let byte = *script.get(at)?;
        let past = |close: u8| memchr::memchr(close, &script[at + 1..]).map(|n| at + n + 2);
        at = match byte {
            // A doubled quote closes and opens again.
            b'"' | b'|' => past(byte)?,
            b';' => past(b'\n')?,
            b'(' => {
                depth += 1;
                if depth == 1 {
                    name_at = Some(at + 1);
                }
                at + 1
            }
            b')' => {
                depth = depth.saturating_sub(1);
                if let (0, Some(start)) = (depth, name_at) {
                    let body = script[start..at].trim_ascii_start();
                    let name =
                        body.split(|b| b.is_ascii_whitespace() || *b == b'(').next().unwrap_or_default();
                    return Some((name, at + 1));
                }
                at + 1
            }
            _ => at + 1,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(script: &str) -> Vec<String> {
        Parts::of(script.as_bytes()).map(|part| String::from_utf8(part).unwrap()).collect()
    }

    #[test]
    fn a_part_ends_where_an_answer_is_due_and_begins_at_its_place() {
        let script = "(assert (= x \")\"));)\n(check-sat) (get-model)\n(push 1)\n(check-sat)\n";
        assert_eq!(
            parts(script),
            [
                "(assert (= x \")\"));)\n(check-sat)",
                "\n            (get-model)",
                "\n                       \n(push 1)\n(check-sat)",
                "\n\n\n           \n",
            ]
        );
    }

    #[test]
    fn nothing_is_read_after_the_end() {
        assert_eq!(parts("(exit)(check-sat)"), ["(exit)"]);
    }

    #[test]
    fn what_does_not_close_is_handed_over_whole() {
        for open in ["(check-sat", "(echo \"a", "; only a comment", "(a |b)"] {
            assert_eq!(parts(open), [open]);
        }
        assert_eq!(parts(""), [""; 0]);
    }
}
