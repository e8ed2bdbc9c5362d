//! The commands of one script, in order.

use smtlib::{Command, FunId, Place, Script, Symbol, TermId};

use super::Yices;
use super::build::{Builder, Refused};
use super::functions::{Context, Params, YTerm};
use crate::host::printer::{print, print_error};

/// `smt_status_t`
pub(super) const UNKNOWN: i32 = 2;
pub(super) const SAT: i32 = 3;
pub(super) const UNSAT: i32 = 4;
const INTERRUPTED: i32 = 5;

/// Why a command has failed.
pub(super) enum Failure {
    /// Nothing can be trusted after it: the script ends here, as with the executable.
    Fatal(String),
    /// It asked for what is not there.
    Mild(String),
}

use Failure::{Fatal, Mild};

pub(super) type Done = Result<(), Failure>;

/// A script that is being run.
pub(super) struct Session<'a> {
    pub(super) yices: &'a Yices,
    pub(super) script: &'a Script,
    source: &'a [u8],
    pub(super) builder: Builder<'a>,
    logic: Option<Symbol>,
    pub(super) solver: Option<(Context, Params)>,
    /// What was declared, and how much of it before each level.
    pub(super) declared: Vec<FunId>,
    levels: Vec<usize>,
    /// How many of the levels Yices does not have, since it opens none above a contradiction.
    dead_levels: usize,
    /// Where the present command begins.
    at: u32,
    pub(super) assumed: Vec<(TermId, YTerm)>,
    prints_success: bool,
    keeps_declarations: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(yices: &'a Yices, script: &'a Script, source: &'a [u8]) -> Session<'a> {
        Session {
            yices,
            script,
            source,
            builder: Builder::new(&yices.functions, &yices.operators, script),
            logic: None,
            solver: None,
            declared: Vec::new(),
            levels: Vec::new(),
            dead_levels: 0,
            at: 0,
            assumed: Vec::new(),
            prints_success: false,
            keeps_declarations: false,
        }
    }

    /// Runs the commands until `exit`, the end or an error; says whether there may be more.
    pub(super) fn run(&mut self) -> bool {
        for (command, span) in self.script.commands.iter().zip(&self.script.command_spans) {
            if *command == Command::Exit {
                return false;
            }
            self.at = span.start;
            let ill_typed =
                self.script.type_errors.iter().find(|e| (span.start..span.end).contains(&e.span.start));
            let done = match ill_typed {
                // The builder knows better what is wrong with a term that nobody has declared.
                Some(error) => match self.find_undefined(command) {
                    Some(refused) => Err(self.refused(refused)),
                    None => Err(Fatal(format!("{}: {error}", self.place(error.span.start)))),
                },
                None => self.execute(command),
            };
            match done {
                Ok(()) => {}
                Err(Mild(message)) => print_error(&message),
                Err(Fatal(message)) => {
                    print_error(&message);
                    return false;
                }
            }
        }
        true
    }

    fn find_undefined(&mut self, command: &Command) -> Option<Refused> {
        let refused = command.terms().iter().find_map(|&term| self.builder.term(term).err())?;
        refused.why.starts_with("undefined").then_some(refused)
    }

    fn execute(&mut self, command: &Command) -> Done {
        match command {
            Command::SetLogic(logic) => {
                if self.logic.is_some() || self.solver.is_some() {
                    return Err(Mild("the logic is already set".to_owned()));
                }
                self.logic = Some(*logic);
            }
            Command::SetOption(keyword, value) => {
                let on = value.is_some_and(|value| self.script.arena.name(value) == "true");
                match self.script.arena.name(*keyword) {
                    ":print-success" => self.prints_success = on,
                    ":global-declarations" => self.keeps_declarations = on,
                    _ => {}
                }
            }
            Command::SetInfo(..) | Command::DeclareSort(..) | Command::DefineSort(_) => {}
            Command::DeclareFun(fun) | Command::DeclareConst(fun) => {
                self.builder.declare(*fun).map_err(|refused| self.refused(refused))?;
                self.declared.push(*fun);
            }
            Command::DefineFun(fun) | Command::DefineConst(fun) => {
                self.builder.define(*fun).map_err(|refused| self.refused(refused))?;
            }
            Command::Assert(term) => {
                let (term, (context, _)) = (self.term(*term)?, self.solver()?);
                let f = &self.yices.functions;
                // SAFETY: the context lives; Yices checks the term itself.
                f.checked(unsafe { (f.assert_formula)(context, term) }).map_err(Fatal)?;
            }
            Command::Push(levels) => self.push(levels.unwrap_or(1))?,
            Command::Pop(levels) => self.pop(levels.unwrap_or(1))?,
            Command::Reset => {
                self.end();
                // SAFETY: no term, context or model is used after.
                unsafe { (self.yices.functions.reset)() };
                *self = Session::new(self.yices, self.script, self.source);
            }
            Command::ResetAssertions => {
                self.end();
                (self.dead_levels, self.levels) = (0, Vec::new());
                if !self.keeps_declarations {
                    self.declared.clear();
                }
            }
            _ => return self.answer(command),
        }
        if self.prints_success {
            print(b"success\n");
        }
        Ok(())
    }

    /// A command that has an answer.
    fn answer(&mut self, command: &Command) -> Done {
        let arena = &self.script.arena;
        match command {
            Command::CheckSat => self.check(&[]),
            Command::CheckSatAssuming(terms) => self.check(terms),
            Command::GetModel => self.get_model(),
            Command::GetValue(terms) => self.get_value(terms),
            Command::GetUnsatAssumptions => self.get_unsat_assumptions(),
            Command::GetInfo(keyword) => self.get_info(arena.name(*keyword)),
            Command::Echo(text) => {
                let text = arena.name(*text);
                let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
                print(format!("{}\n", inner.replace("\"\"", "\"")).as_bytes());
                Ok(())
            }
            Command::GetOption(_) => {
                print(b"unsupported\n");
                Ok(())
            }
            Command::GetProof | Command::GetUnsatCore | Command::GetAssertions | Command::GetAssignment => {
                Err(Mild("this command is not supported".to_owned()))
            }
            _ => Err(Fatal(format!("{}: this command is not supported", self.place(self.at)))),
        }
    }

    /// The context, made when it is first needed: the logic is then known.
    fn solver(&mut self) -> Result<(Context, Params), Failure> {
        if let Some(solver) = self.solver {
            return Ok(solver);
        }
        let logic = self.logic.map(|logic| self.script.arena.name(logic));
        let solver = self.yices.new_solver(logic).map_err(Fatal)?;
        Ok(*self.solver.insert(solver))
    }

    /// Gives up the context.
    pub(super) fn end(&mut self) {
        if let Some((context, params)) = self.solver.take() {
            // SAFETY: both live, and nothing of them is used after.
            unsafe {
                (self.yices.functions.free_param_record)(params);
                (self.yices.functions.free_context)(context);
            }
        }
    }

    pub(super) fn term(&mut self, term: TermId) -> Result<YTerm, Failure> {
        self.builder.term(term).map_err(|refused| self.refused(refused))
    }

    fn refused(&self, refused: Refused) -> Failure {
        let span = refused.term.and_then(|term| self.script.term_spans.get(term.index()));
        let place = self.place(span.map_or(self.at, |span| span.start));
        Fatal(format!("{place}: {}", refused.why))
    }

    fn place(&self, offset: u32) -> String {
        let place = Place::of(self.source, offset);
        format!("at line {}, column {}", place.line, place.column)
    }

    fn push(&mut self, levels: u32) -> Done {
        let (f, (context, _)) = (&self.yices.functions, self.solver()?);
        for _ in 0..levels {
            // SAFETY: the context lives.
            if unsafe { (f.push)(context) } < 0 {
                let why = f.last_error();
                // SAFETY: the context lives.
                if !self.yices.incremental || unsafe { (f.context_status)(context) } != UNSAT {
                    return Err(Fatal(why));
                }
                self.dead_levels += 1;
            }
            self.levels.push(self.declared.len());
        }
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Done {
        let (f, (context, _)) = (&self.yices.functions, self.solver()?);
        if levels as usize > self.levels.len() {
            return Err(Mild("pop not allowed at the bottom level".to_owned()));
        }
        for _ in 0..levels {
            match self.dead_levels.checked_sub(1) {
                Some(fewer) => self.dead_levels = fewer,
                // SAFETY: the context lives.
                None => drop(f.checked(unsafe { (f.pop)(context) }).map_err(Fatal)?),
            }
            if let Some(before) = self.levels.pop()
                && !self.keeps_declarations
            {
                self.declared.truncate(before);
            }
        }
        Ok(())
    }

    fn check(&mut self, assumptions: &[TermId]) -> Done {
        self.assumed.clear();
        for &assumption in assumptions {
            let built = self.term(assumption)?;
            self.assumed.push((assumption, built));
        }
        let (f, (context, params)) = (&self.yices.functions, self.solver()?);
        let terms: Vec<YTerm> = self.assumed.iter().map(|&(_, term)| term).collect();
        // SAFETY: the context and its parameters live, and the list outlives the call.
        let status = unsafe {
            match terms.len() {
                0 => (f.check_context)(context, params),
                n => (f.check_context_with_assumptions)(context, params, n as u32, terms.as_ptr()),
            }
        };
        match status {
            SAT => print(b"sat\n"),
            UNSAT => print(b"unsat\n"),
            UNKNOWN | INTERRUPTED => print(b"unknown\n"),
            _ => return Err(Fatal(f.last_error())),
        }
        Ok(())
    }

    /// The status of the context, where there is one.
    pub(super) fn status(&self) -> Option<i32> {
        // SAFETY: the context lives.
        self.solver.map(|(context, _)| unsafe { (self.yices.functions.context_status)(context) })
    }
}
