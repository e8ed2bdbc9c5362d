//! Yices, by its C interface, which has no parser of SMT-LIB: scripts are read by ours, and their terms built one by
//! one.

use smtlib::{Lexer, Place, Script, TokenKind};

mod answers;
mod build;
mod functions;
mod operators;
mod session;
mod values;

use functions::{Config, Context, Functions, Params};
use operators::Operators;
use session::Session;

use super::engine::Engine;
use super::printer::print_error;
use super::symbols::{Symbols, c_text};
use super::{Guest, HostError};
use crate::options::OptionRecord;

/// A loaded Yices.
pub(super) struct Yices {
    functions: Functions,
    operators: Operators,
    incremental: bool,
    settings: Vec<(String, String)>,
    // The functions above live as long as this.
    _library: Symbols,
}

impl Yices {
    pub(super) fn load(guest: &Guest) -> Result<Yices, HostError> {
        let library = Symbols::load(&guest.library)?;
        Ok(Yices {
            functions: Functions::find(&library)?,
            operators: Operators::find(&library)?,
            incremental: guest.incremental,
            settings: guest.settings.clone(),
            _library: library,
        })
    }

    /// A context for a logic, with its search parameters.
    fn new_solver(&self, logic: Option<&str>) -> Result<(Context, Params), String> {
        let f = &self.functions;
        // SAFETY: the configuration lives until the context is made; all texts outlive their calls.
        unsafe {
            let config = (f.new_config)();
            if let Some(logic) = logic
                && (f.default_config_for_logic)(config, c_text(logic.as_bytes()).as_ptr()) < 0
            {
                // A logic that it has no name for may still be within what it can do.
                (f.clear_error)();
            }
            let mode = if self.incremental { c"push-pop" } else { c"one-shot" };
            f.checked((f.set_config)(config, c"mode".as_ptr(), mode.as_ptr()))?;
            let rest = self.configure(config);
            let context = (f.new_context)(config);
            (f.free_config)(config);
            if context.is_null() {
                return Err(f.last_error());
            }
            let params = (f.new_param_record)();
            (f.default_params_for_context)(context, params);
            self.tune(context, params, &rest)?;
            Ok((context, params))
        }
    }

    /// Makes the settings of a configuration; gives those that are none.
    fn configure(&self, config: Config) -> Vec<&(String, String)> {
        let refused = |(name, value): &&(String, String)| {
            let (name, value) = (c_text(name.as_bytes()), c_text(value.as_bytes()));
            // SAFETY: the configuration lives, and both texts outlive the call.
            unsafe { (self.functions.set_config)(config, name.as_ptr(), value.as_ptr()) < 0 }
        };
        self.settings.iter().filter(refused).collect()
    }

    /// Makes the settings of a context and of its search.
    fn tune(&self, context: Context, params: Params, settings: &[&(String, String)]) -> Result<(), String> {
        let f = &self.functions;
        for (name, value) in settings {
            let (c_name, c_value) = (c_text(name.as_bytes()), c_text(value.as_bytes()));
            let switch = if value == "false" { f.context_disable_option } else { f.context_enable_option };
            // SAFETY: both live, and the texts outlive the calls.
            let set = unsafe {
                (f.set_param)(params, c_name.as_ptr(), c_value.as_ptr()) >= 0
                    || matches!(value.as_str(), "true" | "false") && switch(context, c_name.as_ptr()) >= 0
            };
            if !set {
                return Err(format!(
                    "the library has no option `{name}` with the value `{value}`: {}",
                    f.last_error()
                ));
            }
        }
        // SAFETY: it takes nothing.
        unsafe { (f.clear_error)() };
        Ok(())
    }

    /// Runs as much of a script as can be read.
    fn execute(&self, source: &[u8], last: bool) {
        let (script, error) = match Script::parse(source) {
            Ok(script) => (script, None),
            Err(error) => {
                let sound = &source[..command_at(source, error.span.start as usize)];
                (Script::parse(sound).unwrap_or_default(), Some(error))
            }
        };
        let mut session = Session::new(self, &script, source);
        if session.run()
            && let Some(error) = error
        {
            let Place { line, column } = error.place(source);
            print_error(&format!("at line {line}, column {column}: syntax error: {error}"));
        }
        if !last {
            session.end();
        }
    }
}

/// Where the command begins that a place is in.
fn command_at(source: &[u8], place: usize) -> usize {
    let (mut lexer, mut depth, mut start) = (Lexer::new(source), 0usize, 0);
    while let Ok(token) = lexer.next_token() {
        let at = token.span.start as usize;
        if token.kind == TokenKind::End || at > place {
            break;
        }
        if depth == 0 {
            start = at;
        }
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    start
}

impl Engine for Yices {
    fn run(&mut self, script: &[u8], last: bool) -> i32 {
        // SAFETY: nothing of Yices is there yet, or no more.
        unsafe { (self.functions.init)() };
        self.execute(script, last);
        if !last {
            // SAFETY: nothing of Yices is used after.
            unsafe { (self.functions.exit)() };
        }
        // So does the executable, whatever went wrong.
        0
    }

    /// Its library lists none.
    fn options(&mut self) -> Vec<OptionRecord> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::command_at;

    #[test]
    fn what_stands_before_a_broken_command_is_found() {
        let source = b"(check-sat) (assert (";
        assert_eq!(command_at(source, 20), 12);
        assert_eq!(command_at(source, 3), 0);
        assert_eq!(command_at(b"(a) ) (b)", 4), 4);
    }
}
