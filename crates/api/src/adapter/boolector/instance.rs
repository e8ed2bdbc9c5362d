//! An instance of Boolector, and what becomes of it.

use std::ffi::c_void;

use super::traced::Traced;
use super::{Boolector, Object};
use crate::adapter::{Done, Refused, Shelf, World};
use crate::book::Answer;

/// An instance and what was made in it.
pub(super) struct Instance<'a> {
    pub(super) boolector: &'a Boolector,
    pub(super) btor: Object,
    pub(super) sorts: Shelf<Object>,
    pub(super) terms: Shelf<Object>,
    pub(super) funs: Shelf<Object>,
    /// Levels that are open, and whether one ever was.
    pub(super) levels: u32,
    pub(super) had_levels: bool,
    /// What was set to something else than nothing.
    pub(super) set: Vec<String>,
    pub(super) is_clone: bool,
    pub(super) quantified: bool,
    /// Whether anything was asserted, which terms may be rewritten by.
    pub(super) asserted: bool,
    /// Whether there are arrays or functions.
    pub(super) functions: bool,
    pub(super) checks: u32,
    /// Whether the last check has left a model, which simplification takes away.
    pub(super) modelled: bool,
    /// Its own trace, in some rounds.
    pub(super) traced: Option<Traced>,
    /// How often Boolector may ask whether to go on; it keeps the address.
    patience: Box<u32>,
}

/// Questions whether to go on that a check may ask: unlike time, the same everywhere.
const PATIENCE: u32 = 1000;

pub(super) fn answer(code: i32) -> Answer {
    match code {
        10 => Answer::Sat,
        20 => Answer::Unsat,
        _ => Answer::Unknown,
    }
}

/// Asked by Boolector now and then: whether to stop.
unsafe extern "C" fn tired(state: *mut c_void) -> i32 {
    // SAFETY: the state is the patience of an instance, which lives as long as it.
    let left = unsafe { &mut *state.cast::<u32>() };
    *left = left.saturating_sub(1);
    i32::from(*left == 0)
}

impl<'a> Instance<'a> {
    pub(super) fn new(boolector: &'a Boolector) -> Instance<'a> {
        // SAFETY: it takes nothing.
        let btor = unsafe { (boolector.functions.new)() };
        let mut instance = Instance::of(boolector, btor);
        for name in ["incremental", "model-gen"] {
            // A Boolector without these would have nothing to test.
            let _ = instance.set_option(0, name, "1");
        }
        instance.set.push("fun-just".to_owned());
        instance
    }

    pub(super) fn of(boolector: &'a Boolector, btor: Object) -> Instance<'a> {
        let instance = Instance {
            boolector,
            btor,
            sorts: Shelf::new(),
            terms: Shelf::new(),
            funs: Shelf::new(),
            levels: 0,
            had_levels: false,
            set: Vec::new(),
            is_clone: false,
            quantified: false,
            asserted: false,
            functions: false,
            checks: 0,
            modelled: false,
            traced: None,
            patience: Box::new(PATIENCE),
        };
        let state = &raw const *instance.patience as usize;
        // SAFETY: the callback takes what the header says; its state lives as long as the instance.
        let _ = unsafe { instance.extra("set_term", &[tired as *const () as usize, state]) };
        instance
    }

    /// A clone, in which everything has the number that it has here.
    pub(super) fn cloned(&self) -> Done<Instance<'a>> {
        let f = &self.boolector.functions;
        // SAFETY: the instance lives; its clone is another one, whose nodes are found by those of this one. Sorts are
        // numbers, the same in both.
        unsafe {
            let mut twin = Instance::of(self.boolector, (f.clone)(self.btor));
            for (from, to) in [(&self.terms, &mut twin.terms), (&self.funs, &mut twin.funs)] {
                for (at, node) in from.iter() {
                    let there = (f.match_node)(twin.btor, node);
                    if there.is_null() {
                        return Err(Refused::because("the clone does not know a node"));
                    }
                    to.put(at, there);
                }
            }
            twin.sorts = self.sorts.clone();
            twin.is_clone = true;
            (twin.levels, twin.had_levels) = (self.levels, self.had_levels);
            (twin.quantified, twin.functions, twin.asserted) =
                (self.quantified, self.functions, self.asserted);
            (twin.set, twin.checks, twin.modelled) = (self.set.clone(), self.checks, self.modelled);
            Ok(twin)
        }
    }

    /// Calls a function that takes the instance first.
    ///
    /// # Safety
    ///
    /// The arguments must be what the function takes.
    pub(super) unsafe fn extra(&self, name: &str, args: &[usize]) -> Done<usize> {
        let args: Vec<usize> = std::iter::once(self.btor as usize).chain(args.iter().copied()).collect();
        // SAFETY: the caller's promise.
        self.observed(name, || unsafe { self.boolector.extras.call(name, &args) })
    }

    /// Makes a call, and looks at its trace.
    pub(super) fn observed<T>(&self, name: &str, call: impl FnOnce() -> T) -> T {
        let Some(traced) = &self.traced else { return call() };
        traced.look(None);
        let result = call();
        traced.look(Some(name));
        result
    }

    /// Has Boolector trace its calls.
    pub(super) fn trace(&mut self) {
        if let Some(traced) = Traced::open() {
            // SAFETY: the stream is open until the instance is gone.
            let set = unsafe { self.extra("set_trapi", &[traced.stream() as usize]) };
            self.traced = set.ok().map(|_| traced);
        }
    }

    /// Whether there is a model to be asked.
    pub(super) fn has_model(&self) -> bool {
        self.modelled && !self.quantified && self.is_set("model-gen")
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        self.set.iter().any(|it| it == name)
    }

    pub(super) fn must_be_incremental(&self) -> Done {
        match self.is_set("incremental") {
            true => Ok(()),
            false => Err(Refused::because("it is set to one check, without levels and assumptions")),
        }
    }

    /// Asks under assumptions, which are gone after it; now and then with limits.
    pub(super) fn ask(&mut self, assumptions: &[Object], way: u32) -> Done<Answer> {
        if self.checks > 0 || !assumptions.is_empty() {
            self.must_be_incremental()?;
        }
        self.checks += 1;
        self.asserted |= !assumptions.is_empty();
        *self.patience = PATIENCE;
        let f = &self.boolector.functions;
        // SAFETY: the nodes are truth values of this instance.
        let code = unsafe {
            assumptions.iter().for_each(|&node| (f.assume)(self.btor, node));
            match way % 16 {
                1 => {
                    self.extra("limited_sat", &[(way / 16 % 50) as usize, (way / 64 % 200) as usize])? as i32
                }
                2 => {
                    *self.patience = way / 16 % 5;
                    (f.sat)(self.btor)
                }
                _ => (f.sat)(self.btor),
            }
        };
        self.modelled = code == 10;
        Ok(answer(code))
    }
}

impl Drop for Instance<'_> {
    fn drop(&mut self) {
        let f = &self.boolector.functions;
        // SAFETY: the instance lives, and nothing of it is used after.
        unsafe {
            (f.release_all)(self.btor);
            (f.delete)(self.btor);
        }
    }
}
