//! A solver of Bitwuzla's. It is made when it is first told something: its options come before it.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use solver::host::symbols::c_text;

use super::options::{ALWAYS, Told};
use super::{Bitwuzla, Object, checked};
use crate::adapter::interrupted::interrupted;
use crate::adapter::{Done, Refused};
use crate::book::Answer;

/// Questions whether to go on that a check may ask: unlike time, the same everywhere.
const PATIENCE: u32 = 3000;

/// What Bitwuzla asks now and then: whether to stop.
struct Watch {
    /// How often it may still ask.
    left: AtomicU32,
    /// Whether somebody has interrupted it.
    stop: AtomicBool,
}

unsafe extern "C" fn tired(state: *mut c_void) -> i32 {
    // SAFETY: the state is the watch of a solver, which lives as long as it.
    let watch = unsafe { &*state.cast::<Watch>() };
    let left = watch.left.load(Ordering::Relaxed);
    watch.left.store(left.saturating_sub(1), Ordering::Relaxed);
    i32::from(left == 0 || watch.stop.load(Ordering::Relaxed))
}

/// A solver and its options.
pub(super) struct Solver<'a> {
    bitwuzla: &'a Bitwuzla,
    manager: Object,
    options: Object,
    made: Cell<Option<Object>>,
    /// Bitwuzla keeps its address.
    watch: Box<Watch>,
}

fn answer(code: i32) -> Answer {
    match code {
        10 => Answer::Sat,
        20 => Answer::Unsat,
        _ => Answer::Unknown,
    }
}

impl<'a> Solver<'a> {
    pub(super) fn new(bitwuzla: &'a Bitwuzla, manager: Object) -> Done<Solver<'a>> {
        // SAFETY: it takes nothing.
        let options = unsafe { (bitwuzla.functions.options_new)() };
        checked()?;
        let watch = Watch { left: AtomicU32::new(PATIENCE), stop: AtomicBool::new(false) };
        let solver = Solver { bitwuzla, manager, options, made: Cell::new(None), watch: Box::new(watch) };
        ALWAYS.iter().try_for_each(|(name, value)| solver.set(name, value))?;
        Ok(solver)
    }

    /// Sets an option.
    pub(super) fn set(&self, name: &str, value: &str) -> Done {
        if self.made.get().is_some() {
            return Err(Refused::because("a solver's options are set before it is made"));
        }
        let unknown = || Refused::because(format!("there is no option `{name}`"));
        let (f, option) = (&self.bitwuzla.functions, self.bitwuzla.options.get(name).ok_or_else(unknown)?);
        match (&option.values, value.parse()) {
            // SAFETY: the options live; Bitwuzla looks at the value.
            (Told::Number(..), Ok(value)) => unsafe { (f.set_option)(self.options, option.number, value) },
            (Told::Number(..), Err(_)) => {
                return Err(Refused::because(format!("`{value}` is no number")));
            }
            // SAFETY: as above, and the text outlives the call.
            _ => unsafe {
                (f.set_option_mode)(self.options, option.number, c_text(value.as_bytes()).as_ptr())
            },
        }
        checked()
    }

    /// The solver itself.
    pub(super) fn object(&self) -> Done<Object> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let f = &self.bitwuzla.functions;
        // SAFETY: manager and options live.
        let made = unsafe { (f.new)(self.manager, self.options) };
        checked()?;
        if made.is_null() {
            return Err(Refused::because("it made no solver"));
        }
        self.made.set(Some(made));
        // SAFETY: the callback takes what the header says; its state lives as long as the solver.
        unsafe { (f.set_termination_callback)(made, tired, self.watched()) };
        checked().map(|()| made)
    }

    /// The state of the callback.
    pub(super) fn watched(&self) -> *mut c_void {
        (&raw const *self.watch).cast_mut().cast()
    }

    /// Asks under assumptions; now and then after simplifying everything, or with little patience.
    pub(super) fn ask(&self, assumptions: &[Object], way: u32) -> Done<Answer> {
        let (f, solver) = (&self.bitwuzla.functions, self.object()?);
        if let (1, Some(simplify)) = (way % 16, f.simplify) {
            // SAFETY: the solver lives.
            unsafe { simplify(solver) };
            checked()?;
        }
        let patience = if way % 16 == 2 { way / 16 % 50 } else { PATIENCE };
        self.watch.left.store(patience, Ordering::Relaxed);
        // SAFETY: the solver lives, and the terms are of its manager; the list outlives the call.
        let code = unsafe {
            match assumptions.len() {
                0 if way % 16 != 3 => (f.check_sat)(solver),
                count => (f.check_sat_assuming)(solver, count as u32, assumptions.as_ptr()),
            }
        };
        checked().map(|()| answer(code))
    }

    /// Asks, and has another thread say after some time that it is enough.
    pub(super) fn ask_interrupted(&self, after: Duration) -> Done<Answer> {
        self.object()?;
        let stop = &self.watch.stop;
        let result = interrupted(after, || stop.store(true, Ordering::Relaxed), || self.ask(&[], 0));
        stop.store(false, Ordering::Relaxed);
        result
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        let f = &self.bitwuzla.functions;
        // SAFETY: solver and options live, and are not used after.
        unsafe {
            if let Some(made) = self.made.get() {
                (f.delete)(made);
            }
            (f.options_delete)(self.options);
        }
    }
}
