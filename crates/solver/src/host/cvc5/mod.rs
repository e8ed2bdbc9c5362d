//! cvc5, by its C interface and its own SMT-LIB parser (from release 1.2.0 on).
//!
//! What its executable does with a script (`driver_unified.cpp`, `command_executor.cpp`): options first,
//! `incremental` and `wf-checking` off unless asked for, then command by command, until the first that fails.

mod option_info;

use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use super::engine::Engine;
use super::printer::{print, print_error};
use super::symbols::{Symbols, c_text, rust_text};
use super::{Guest, HostError};
use crate::options::OptionRecord;
use option_info::{Info, Layout};

/// `CVC5_INPUT_LANGUAGE_SMT_LIB_2_6`, the first of its enumeration in every release.
const SMT_LIB: c_int = 0;

type Object = *mut c_void;

/// A loaded cvc5.
pub(super) struct Cvc5 {
    functions: Functions,
    settings: Vec<(String, String)>,
    // The functions above live as long as these.
    _libraries: (Symbols, Symbols),
}

/// The functions in use, as `cvc5/c/cvc5.h` and `cvc5/c/cvc5_parser.h` declare them.
struct Functions {
    term_manager_new: unsafe extern "C" fn() -> Object,
    term_manager_delete: unsafe extern "C" fn(Object),
    new: unsafe extern "C" fn(Object) -> Object,
    delete: unsafe extern "C" fn(Object),
    set_option: unsafe extern "C" fn(Object, *const c_char, *const c_char),
    get_option_names: unsafe extern "C" fn(Object, *mut usize) -> *const *const c_char,
    get_option_info: unsafe extern "C" fn(Object, *const c_char, *mut c_void),
    get_version: unsafe extern "C" fn(Object) -> *const c_char,
    /// Only where a failed call comes back: before 1.4 it ended the process.
    error: Option<(unsafe extern "C" fn() -> bool, unsafe extern "C" fn() -> *const c_char)>,
    /// Whether options have a category.
    has_categories: bool,
    symbol_manager_new: unsafe extern "C" fn(Object) -> Object,
    symbol_manager_delete: unsafe extern "C" fn(Object),
    parser_new: unsafe extern "C" fn(Object, Object) -> Object,
    parser_delete: unsafe extern "C" fn(Object),
    parser_set_str_input: unsafe extern "C" fn(Object, c_int, *const c_char, *const c_char),
    parser_next_command: unsafe extern "C" fn(Object, *mut *const c_char) -> Object,
    cmd_invoke: unsafe extern "C" fn(Object, Object, Object) -> *const c_char,
    cmd_get_name: unsafe extern "C" fn(Object) -> *const c_char,
}

impl Functions {
    fn find(solver: &Symbols, parser: &Symbols) -> Result<Functions, HostError> {
        // SAFETY: the types above are those of the headers, whose declarations of these functions have not
        // changed from 1.2.0 to 1.4.2. Both libraries stay loaded beside the functions.
        unsafe {
            Ok(Functions {
                term_manager_new: solver.function("cvc5_term_manager_new")?,
                term_manager_delete: solver.function("cvc5_term_manager_delete")?,
                new: solver.function("cvc5_new")?,
                delete: solver.function("cvc5_delete")?,
                set_option: solver.function("cvc5_set_option")?,
                get_option_names: solver.function("cvc5_get_option_names")?,
                get_option_info: solver.function("cvc5_get_option_info")?,
                get_version: solver.function("cvc5_get_version")?,
                error: solver.optional("cvc5_has_error").zip(solver.optional("cvc5_get_error_message")),
                has_categories: solver
                    .optional::<unsafe extern "C" fn()>("cvc5_modes_option_category_to_string")
                    .is_some(),
                symbol_manager_new: parser.function("cvc5_symbol_manager_new")?,
                symbol_manager_delete: parser.function("cvc5_symbol_manager_delete")?,
                parser_new: parser.function("cvc5_parser_new")?,
                parser_delete: parser.function("cvc5_parser_delete")?,
                parser_set_str_input: parser.function("cvc5_parser_set_str_input")?,
                parser_next_command: parser.function("cvc5_parser_next_command")?,
                cmd_invoke: parser.function("cvc5_cmd_invoke")?,
                cmd_get_name: parser.function("cvc5_cmd_get_name")?,
            })
        }
    }

    /// What went wrong in the last call, where the release tells.
    fn last_error(&self) -> Option<String> {
        let (has_error, message) = self.error?;
        // SAFETY: both take nothing; the message is copied before any other call.
        unsafe { has_error().then(|| rust_text(message())) }
    }
}

impl Cvc5 {
    pub(super) fn load(guest: &Guest) -> Result<Cvc5, HostError> {
        let parser = guest.parser.as_deref().ok_or_else(|| {
            HostError::Load(format!("there is no parser library beside {}", guest.library.display()))
        })?;
        let libraries = (Symbols::load(&guest.library)?, Symbols::load(parser)?);
        let functions = Functions::find(&libraries.0, &libraries.1).map_err(|error| {
            HostError::Load(format!("{error}: cvc5 has a C interface from release 1.2.0 on"))
        })?;
        let mut settings = vec![("incremental".to_owned(), guest.incremental.to_string())];
        if functions.error.is_some() {
            settings.push(("wf-checking".to_owned(), "false".to_owned()));
        }
        settings.extend_from_slice(&guest.settings);
        Ok(Cvc5 { functions, settings, _libraries: libraries })
    }

    /// Sets the options; stops at the first that is refused, with the reason.
    fn set_up(&self, solver: Object) -> Result<(), String> {
        for (name, value) in &self.settings {
            let (name, value) = (c_text(name.as_bytes()), c_text(value.as_bytes()));
            // SAFETY: the solver lives, and both texts outlive the call.
            unsafe { (self.functions.set_option)(solver, name.as_ptr(), value.as_ptr()) };
            self.functions.last_error().map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Parses and invokes the commands of a script, until one fails.
    fn execute(&self, session: &Session) -> Result<(), String> {
        let f = &self.functions;
        loop {
            let mut error = ptr::null();
            // SAFETY: the parser lives, and the place for the error outlives the call.
            let command = unsafe { (f.parser_next_command)(session.parser, &mut error) };
            if !error.is_null() {
                // SAFETY: the text is valid until the parser is asked again.
                return Err(unsafe { rust_text(error) });
            }
            f.last_error().map_or(Ok(()), Err)?;
            if command.is_null() {
                return Ok(());
            }
            // SAFETY: the command lives as long as its parser; the name is copied before the next call.
            let name = unsafe { rust_text((f.cmd_get_name)(command)) };
            if name == "exit" {
                return Ok(());
            }
            // SAFETY: all three live; the text is copied before the next call.
            let said = unsafe { rust_text((f.cmd_invoke)(command, session.solver, session.symbols)) };
            print(said.as_bytes());
            f.last_error().map_or(Ok(()), Err)?;
            if said.starts_with("(error") {
                // It is printed already.
                return Err(String::new());
            }
            if name == "reset" {
                self.set_up(session.solver)?;
            }
        }
    }
}

/// The objects of one script.
struct Session<'a> {
    functions: &'a Functions,
    terms: Object,
    solver: Object,
    symbols: Object,
    parser: Object,
}

impl<'a> Session<'a> {
    fn new(functions: &'a Functions) -> Session<'a> {
        // SAFETY: each is made from those before it, which live until `delete`.
        unsafe {
            let terms = (functions.term_manager_new)();
            let solver = (functions.new)(terms);
            let symbols = (functions.symbol_manager_new)(terms);
            let parser = (functions.parser_new)(solver, symbols);
            Session { functions, terms, solver, symbols, parser }
        }
    }

    fn read(&self, script: &[u8]) {
        let script = c_text(script);
        // SAFETY: the parser lives, and copies both texts.
        unsafe {
            (self.functions.parser_set_str_input)(self.parser, SMT_LIB, script.as_ptr(), c"<stdin>".as_ptr());
        }
    }

    fn delete(self) {
        // SAFETY: each lives, and is deleted before those it was made from.
        unsafe {
            (self.functions.parser_delete)(self.parser);
            (self.functions.symbol_manager_delete)(self.symbols);
            (self.functions.delete)(self.solver);
            (self.functions.term_manager_delete)(self.terms);
        }
    }
}

impl Engine for Cvc5 {
    fn run(&mut self, script: &[u8], last: bool) -> i32 {
        let session = Session::new(&self.functions);
        let result = self.set_up(session.solver).and_then(|()| {
            session.read(script);
            self.execute(&session)
        });
        if let Err(message) = &result
            && !message.is_empty()
        {
            print_error(message);
        }
        // The executable leaves its objects to the system too (`--early-exit`).
        if !last {
            session.delete();
        }
        i32::from(result.is_err())
    }

    fn options(&mut self) -> Vec<OptionRecord> {
        let f = &self.functions;
        let session = Session::new(f);
        // SAFETY: the solver lives; the version is copied at once.
        let version = unsafe { rust_text((f.get_version)(session.solver)) };
        let layout = Layout::of(&version, f.has_categories);
        let mut count = 0;
        // SAFETY: the solver lives, and the count outlives the call.
        let names = unsafe { (f.get_option_names)(session.solver, &mut count) };
        // SAFETY: it is an array of so many texts, until it is asked for again.
        let names: Vec<String> = (0..count).map(|i| unsafe { rust_text(*names.add(i)) }).collect();
        let record = |name: &String| {
            let mut info = Info::default();
            // SAFETY: the solver lives, and `Info` has room for the struct of every release.
            unsafe {
                (f.get_option_info)(session.solver, c_text(name.as_bytes()).as_ptr(), info.place());
            }
            // SAFETY: the call has filled it in, in this layout.
            unsafe { info.record(name, &layout) }
        };
        names.iter().map(record).collect()
    }
}
