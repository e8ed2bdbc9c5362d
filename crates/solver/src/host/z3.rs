//! Z3, by the one function of its C interface that runs scripts.
//!
//! `Z3_eval_smtlib2_string` gives everything that was printed only when it comes back, so a script is handed
//! over in parts that end with a command that may take long: what was answered before a crash is then known.

use std::ffi::{c_char, c_int, c_void};

use super::engine::Engine;
use super::printer::print;
use super::symbols::{Symbols, c_text, rust_text};
use super::{Guest, HostError, zygote};
use crate::options::OptionRecord;

type Context = *mut c_void;

/// A loaded Z3.
pub(super) struct Z3 {
    functions: Functions,
    settings: Vec<(String, String)>,
    /// Whether it counts lines on from part to part, as newer releases do.
    counts_on: bool,
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

impl Functions {
    fn new_context(&self) -> Context {
        // SAFETY: the configuration lives until the context is made.
        unsafe {
            let config = (self.mk_config)();
            let context = (self.mk_context)(config);
            (self.del_config)(config);
            (self.set_error_handler)(context, Some(ignore));
            context
        }
    }

    fn eval(&self, context: Context, commands: &[u8]) -> String {
        // SAFETY: the context lives; what it gives is copied before it is used again.
        unsafe { rust_text((self.eval_smtlib2_string)(context, c_text(commands).as_ptr())) }
    }

    /// Whether the second text that a context is given begins where the first has ended.
    fn count_on(&self) -> bool {
        let context = self.new_context();
        self.eval(context, b"(echo \"\")\n\n\n");
        self.eval(context, b"(assert nobody-has-declared-this)").contains("line 4 ")
    }
}

/// An error is part of the text that comes back; without a handler it would end the process.
unsafe extern "C" fn ignore(_: Context, _: c_int) {}

impl Z3 {
    pub(super) fn load(guest: &Guest) -> Result<Z3, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        let counts_on = zygote::ask_in_child(|| functions.count_on());
        Ok(Z3 { functions, settings: guest.settings.clone(), counts_on, _library: library })
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
        let context = f.new_context();
        let mut failed = false;
        for part in Parts::of(script) {
            let said = match self.counts_on {
                true => f.eval(context, part.text),
                false => f.eval(context, &part.at_its_place()),
            };
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

/// A script in parts, each of which ends where an answer is due.
struct Parts<'a> {
    script: &'a [u8],
    at: usize,
}

/// A part of a script.
struct Part<'a> {
    before: &'a [u8],
    text: &'a [u8],
}

impl Part<'_> {
    /// The part with as many line ends and spaces before it as put it at its place in the script, so that error
    /// messages give the right line.
    fn at_its_place(&self) -> Vec<u8> {
        let lines = memchr::memchr_iter(b'\n', self.before).count();
        let line_start = memchr::memrchr(b'\n', self.before).map_or(0, |newline| newline + 1);
        let mut placed = vec![b'\n'; lines];
        placed.resize(lines + (self.before.len() - line_start), b' ');
        placed.extend_from_slice(self.text);
        placed
    }
}

impl<'a> Parts<'a> {
    fn of(script: &'a [u8]) -> Parts<'a> {
        Parts { script, at: 0 }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let start = self.at;
        if start >= self.script.len() {
            return None;
        }
        loop {
            let (name, end) = next_command(self.script, self.at).unwrap_or((b"", self.script.len()));
            self.at = end;
            let answers = name.starts_with(b"check-") || name.starts_with(b"get-") || name == b"echo";
            if answers || name == b"exit" || end == self.script.len() {
                if name == b"exit" {
                    self.at = self.script.len();
                }
                return Some(Part { before: &self.script[..start], text: &self.script[start..end] });
            }
        }
    }
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
        Parts::of(script.as_bytes()).map(|part| String::from_utf8(part.at_its_place()).unwrap()).collect()
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
