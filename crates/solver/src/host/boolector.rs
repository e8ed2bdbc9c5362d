//! Boolector, by its C interface, whose SMT-LIB parser runs the script and prints the answers itself.

use std::ffi::{c_char, c_void};
use std::ptr;

use super::engine::Engine;
use super::printer::{flush, print_error};
use super::symbols::{Symbols, c_text, rust_text};
use super::{Guest, HostError};
use crate::options::OptionRecord;

type Btor = *mut c_void;

/// `BOOLECTOR_PARSE_ERROR`.
const PARSE_ERROR: i32 = 1;

type Parse = unsafe extern "C" fn(
    Btor,
    *mut libc::FILE,
    *const c_char,
    *mut libc::FILE,
    *mut *mut c_char,
    *mut i32,
) -> i32;

/// A loaded Boolector.
pub(super) struct Boolector {
    functions: Functions,
    settings: Vec<(String, String)>,
    // The functions above live as long as this.
    _library: Symbols,
}

/// The functions in use, as `boolector.h` declares them.
struct Functions {
    new: unsafe extern "C" fn() -> Btor,
    delete: unsafe extern "C" fn(Btor),
    parse_smt2: Parse,
    set_opt: unsafe extern "C" fn(Btor, u32, u32),
    first_opt: unsafe extern "C" fn(Btor) -> u32,
    next_opt: unsafe extern "C" fn(Btor, u32) -> u32,
    has_opt: unsafe extern "C" fn(Btor, u32) -> bool,
    get_opt_lng: unsafe extern "C" fn(Btor, u32) -> *const c_char,
    get_opt_shrt: unsafe extern "C" fn(Btor, u32) -> *const c_char,
    get_opt_desc: unsafe extern "C" fn(Btor, u32) -> *const c_char,
    get_opt_dflt: unsafe extern "C" fn(Btor, u32) -> u32,
    get_opt_min: unsafe extern "C" fn(Btor, u32) -> u32,
    get_opt_max: unsafe extern "C" fn(Btor, u32) -> u32,
}

impl Functions {
    fn find(library: &Symbols) -> Result<Functions, HostError> {
        // SAFETY: the types above are those of the header, unchanged from 3.0.0 to 3.2.4. The library stays
        // loaded beside the functions.
        unsafe {
            Ok(Functions {
                new: library.function("boolector_new")?,
                delete: library.function("boolector_delete")?,
                parse_smt2: library.function("boolector_parse_smt2")?,
                set_opt: library.function("boolector_set_opt")?,
                first_opt: library.function("boolector_first_opt")?,
                next_opt: library.function("boolector_next_opt")?,
                has_opt: library.function("boolector_has_opt")?,
                get_opt_lng: library.function("boolector_get_opt_lng")?,
                get_opt_shrt: library.function("boolector_get_opt_shrt")?,
                get_opt_desc: library.function("boolector_get_opt_desc")?,
                get_opt_dflt: library.function("boolector_get_opt_dflt")?,
                get_opt_min: library.function("boolector_get_opt_min")?,
                get_opt_max: library.function("boolector_get_opt_max")?,
            })
        }
    }

    /// Every option with its number.
    fn options(&self, btor: Btor) -> Vec<(u32, OptionRecord)> {
        let mut all = Vec::new();
        // SAFETY: the solver lives; this is the loop that the header gives.
        let mut option = unsafe { (self.first_opt)(btor) };
        // SAFETY: as above.
        while unsafe { (self.has_opt)(btor, option) } {
            // SAFETY: the option is there; the texts are the solver's own and are copied.
            all.push((option, unsafe { self.record(btor, option) }));
            // SAFETY: as above.
            option = unsafe { (self.next_opt)(btor, option) };
        }
        all
    }

    /// # Safety
    ///
    /// The solver must live and have this option.
    unsafe fn record(&self, btor: Btor, option: u32) -> OptionRecord {
        // SAFETY: the caller's promise.
        let (name, short, help) = unsafe {
            let name = rust_text((self.get_opt_lng)(btor, option));
            let short = rust_text((self.get_opt_shrt)(btor, option));
            (name, short, rust_text((self.get_opt_desc)(btor, option)))
        };
        // SAFETY: the caller's promise.
        let (default, min, max) = unsafe {
            let default = (self.get_opt_dflt)(btor, option);
            (default, (self.get_opt_min)(btor, option), (self.get_opt_max)(btor, option))
        };
        let is_bool = (min, max) == (0, 1);
        let mut record = OptionRecord {
            name,
            kind: if is_bool { "bool" } else { "int" }.to_owned(),
            default: Some(if is_bool { (default != 0).to_string() } else { default.to_string() }),
            help,
            aliases: Some(short).filter(|short| !short.is_empty()).into_iter().collect(),
            ..OptionRecord::default()
        };
        if !is_bool {
            (record.min, record.max) = (Some(min.into()), Some(max.into()));
        }
        record
    }
}

impl Boolector {
    pub(super) fn load(guest: &Guest) -> Result<Boolector, HostError> {
        let library = Symbols::load(&guest.library)?;
        let functions = Functions::find(&library)?;
        let mut settings = Vec::new();
        if guest.incremental {
            settings.push(("incremental".to_owned(), "true".to_owned()));
        }
        settings.extend_from_slice(&guest.settings);
        Ok(Boolector { functions, settings, _library: library })
    }

    fn set_up(&self, btor: Btor) -> Result<(), String> {
        if self.settings.is_empty() {
            return Ok(());
        }
        let options = self.functions.options(btor);
        for (name, value) in &self.settings {
            let known =
                options.iter().find(|(_, option)| option.name == *name || option.aliases.contains(name));
            let (number, _) = known.ok_or_else(|| format!("there is no option `{name}`"))?;
            let value = match value.as_str() {
                "true" => 1,
                "false" => 0,
                value => value.parse().map_err(|_| format!("`{value}` is no value of `{name}`"))?,
            };
            // SAFETY: the solver lives and has this option; a value out of its range ends the process.
            unsafe { (self.functions.set_opt)(btor, *number, value) };
        }
        Ok(())
    }

    fn execute(&self, btor: Btor, script: &[u8]) -> Result<(), String> {
        let (script, mut status, mut message) = (c_text(script), 0, ptr::null_mut());
        let length = script.as_bytes().len();
        if length == 0 {
            return Ok(());
        }
        // SAFETY: the stream only reads, and is closed before the script is gone.
        let input = unsafe { libc::fmemopen(script.as_ptr().cast_mut().cast(), length, c"r".as_ptr()) };
        // SAFETY: the standard output is open; the stream is closed below.
        let output = unsafe { libc::fdopen(libc::dup(libc::STDOUT_FILENO), c"w".as_ptr()) };
        if input.is_null() || output.is_null() {
            return Err("no stream can be opened".to_owned());
        }
        // SAFETY: everything lives until the call is over. The message is the solver's own.
        let result = unsafe {
            let (name, parse) = (c"<stdin>".as_ptr(), self.functions.parse_smt2);
            let result = parse(btor, input, name, output, &mut message, &mut status);
            libc::fclose(input);
            libc::fclose(output);
            result
        };
        match (result, message.is_null()) {
            (PARSE_ERROR, false) => {
                // SAFETY: the text lives as long as the solver.
                Err(unsafe { rust_text(message) })
            }
            _ => Ok(()),
        }
    }
}

impl Engine for Boolector {
    fn run(&mut self, script: &[u8], last: bool) -> i32 {
        // SAFETY: it takes nothing.
        let btor = unsafe { (self.functions.new)() };
        let result = self.set_up(btor).and_then(|()| self.execute(btor, script));
        if let Err(message) = &result {
            flush();
            print_error(message);
        }
        if !last {
            // SAFETY: the solver lives, and nothing of it is used after.
            unsafe { (self.functions.delete)(btor) };
        }
        i32::from(result.is_err())
    }

    fn options(&mut self) -> Vec<OptionRecord> {
        // SAFETY: it takes nothing.
        let btor = unsafe { (self.functions.new)() };
        self.functions.options(btor).into_iter().map(|(_, record)| record).collect()
    }
}
