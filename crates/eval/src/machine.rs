//! What every step of an evaluation shares: the script, the model, and the budget.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smtlib::{Arena, FunId, FunKind, SortId, TermId};

use crate::choice::Choice;
use crate::domain::Domain;
use crate::model::{Meaning, Model};
use crate::plan::{Definitions, Plan};
use crate::regex::Regexes;
use crate::sample::default_value;
use crate::text::Escapes;
use crate::unknown::{Eval, Unknown};
use crate::value::{Closure, Code, Value};

/// What to do about a symbol or an unspecified result that the model does not fix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The value is unknown.
    Unknown,
    /// Some value is chosen, the same each time, and recorded in the model.
    Choose,
}

/// How much work an evaluation may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Instances of all quantifiers together.
    pub instances: u64,
    /// Nested calls of recursive functions.
    pub recursion: u32,
    /// Calls of functions altogether.
    pub calls: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { instances: 1 << 16, recursion: 400, calls: 1 << 20 }
    }
}

/// An evaluation under way.
pub struct Machine<'a> {
    /// The script's terms.
    pub arena: &'a Arena,
    /// The meaning of its symbols; unspecified results are recorded here as they are chosen.
    pub model: Model,
    /// Regular languages met so far.
    pub regexes: Regexes,
    /// What to do about gaps of the model.
    pub missing: Missing,
    pub(crate) budget: Budget,
    pub(crate) spent_instances: u64,
    pub(crate) spent_calls: u64,
    pub(crate) depth: u32,
    chosen: u64,
    plans: FxHashMap<PlanKey, Rc<Plan>>,
    pub(crate) definitions: Rc<Definitions>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PlanKey {
    Body(FunId),
    Binder(TermId),
}

impl<'a> Machine<'a> {
    /// A machine over a script's terms with a model of them.
    pub fn new(arena: &'a Arena, model: Model) -> Machine<'a> {
        let definitions = Rc::new(Definitions::of(arena, Escapes::Standard));
        Machine::resumed(arena, model, definitions, Regexes::new())
    }

    /// The same, with what another machine for the script has found out.
    pub(crate) fn resumed(
        arena: &'a Arena,
        model: Model,
        definitions: Rc<Definitions>,
        regexes: Regexes,
    ) -> Machine<'a> {
        Machine {
            arena,
            model,
            regexes,
            missing: Missing::Choose,
            budget: Budget::default(),
            spent_instances: 0,
            spent_calls: 0,
            depth: 0,
            chosen: 0,
            plans: FxHashMap::default(),
            definitions,
        }
    }

    /// Sets what to do about gaps of the model.
    pub fn with_missing(mut self, missing: Missing) -> Self {
        self.missing = missing;
        self
    }

    /// Reads string literals with these escapes.
    pub fn with_escapes(mut self, escapes: Escapes) -> Self {
        self.definitions = Rc::new(Definitions::of(self.arena, escapes));
        self.plans.clear();
        self
    }

    /// Sets how much work an evaluation may do.
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Starts counting the budget anew.
    pub(crate) fn refill(&mut self) {
        self.spent_instances = 0;
        self.spent_calls = 0;
        self.depth = 0;
    }

    /// How often a value had to be chosen because the model did not fix it.
    pub fn chosen(&self) -> u64 {
        self.chosen
    }

    /// The result of an operation that the standard leaves open for these arguments.
    pub(crate) fn choose(&mut self, choice: Choice, args: &[&Value], sort: SortId) -> Eval {
        self.choose_or(choice, args, |machine| default_value(machine.arena, sort))
    }

    /// The same, with a value of the caller's where the model fixes none.
    pub(crate) fn choose_or(
        &mut self,
        choice: Choice,
        args: &[&Value],
        fallback: impl FnOnce(&Self) -> Option<Value>,
    ) -> Eval {
        if let Some(value) = self.model.fixed(choice, args) {
            return Ok(value.clone());
        }
        if let Some(fun) = self.model.choice_function(choice) {
            return self.call_choice(fun, args);
        }
        if self.missing == Missing::Unknown {
            return Err(Unknown::Unspecified(choice.name()));
        }
        let value = fallback(self).ok_or(Unknown::Unspecified(choice.name()))?;
        self.chosen += 1;
        self.model.fix(choice, args.iter().map(|&v| v.clone()).collect(), value.clone());
        Ok(value)
    }

    /// A solver's function for an unspecified operation; Z3's `div0` also takes the divisor, which is zero.
    fn call_choice(&mut self, fun: FunId, args: &[&Value]) -> Eval {
        let mut all: Vec<Value> = args.iter().map(|&arg| arg.clone()).collect();
        for &param in self.arena.fun(fun).params.iter().skip(args.len()) {
            let value = default_value(self.arena, param);
            all.push(value.ok_or(Unknown::HigherOrder)?);
        }
        self.call_fun(fun, &all)
    }

    /// The value of a declared constant.
    pub(crate) fn constant(&mut self, fun: FunId) -> Eval {
        match self.model.get(fun) {
            Some(Meaning::Value(value)) => return Ok(value.clone()),
            Some(&Meaning::Defined(body)) => return self.call_defined(body, &[]),
            Some(Meaning::Table(_)) | None => {}
        }
        let decl = self.arena.fun(fun);
        let value = match self.missing {
            Missing::Choose => default_value(self.arena, decl.result),
            Missing::Unknown => None,
        };
        let value = value.ok_or_else(|| Unknown::NoValue(self.arena.name(decl.name).to_owned()))?;
        self.chosen += 1;
        self.model.set_value(fun, value.clone());
        Ok(value)
    }

    /// A function of the script applied to arguments.
    pub(crate) fn call_fun(&mut self, fun: FunId, args: &[Value]) -> Eval {
        let decl = self.arena.fun(fun);
        match decl.kind {
            FunKind::Defined { .. } | FunKind::Named(_) => return self.call_defined(fun, args),
            FunKind::Declared => {}
            _ => {
                let args: Vec<&Value> = args.iter().collect();
                return crate::theory::datatype::apply_fun(self, fun, &args, decl.result);
            }
        }
        if args.is_empty() {
            return self.constant(fun);
        }
        match self.model.get(fun) {
            Some(Meaning::Table(table)) => return Ok(table.get(args).clone()),
            Some(Meaning::Value(value)) => return Ok(value.clone()),
            Some(&Meaning::Defined(body)) => return self.call_defined(body, args),
            None => {}
        }
        let name = || Unknown::NoValue(self.arena.name(decl.name).to_owned());
        if self.missing == Missing::Unknown {
            return Err(name());
        }
        let default = default_value(self.arena, decl.result).ok_or_else(name)?;
        self.chosen += 1;
        let table = crate::value::FunctionTable { entries: Default::default(), default: default.clone() };
        self.model.set(fun, Meaning::Table(table));
        Ok(default)
    }

    /// A closure applied to arguments: all that it still needs, or fewer.
    pub(crate) fn call(&mut self, closure: &Closure, args: &[Value]) -> Eval {
        let mut all: Vec<Value> = closure.given.to_vec();
        all.extend_from_slice(args);
        let wanted = match closure.code {
            Code::Fun(fun) => self.arena.fun(fun).params.len(),
            Code::Lambda(term) => crate::plan::lambda_vars(self.arena, term).len(),
            Code::Named(_) => all.len(),
        };
        if all.len() < wanted {
            let mut partial = closure.clone();
            partial.given = all.into();
            return Ok(Value::Function(partial.into()));
        }
        let rest = all.split_off(wanted);
        let result = match closure.code {
            Code::Fun(fun) => {
                for (arg, &sort) in all.iter_mut().zip(&self.arena.fun(fun).params) {
                    *arg =
                        crate::theory::coerce(self.arena, std::mem::replace(arg, Value::Bool(false)), sort);
                }
                self.call_fun(fun, &all)?
            }
            Code::Lambda(term) => self.call_lambda(term, &closure.captured, &all)?,
            Code::Named(name) => crate::theory::call_named(self, name, &all)?,
        };
        if rest.is_empty() { Ok(result) } else { self.call_value(&result, &rest) }
    }

    /// A function value, or an array, applied to arguments.
    pub(crate) fn call_value(&mut self, function: &Value, args: &[Value]) -> Eval {
        match function {
            Value::Function(closure) => self.call(&closure.clone(), args),
            Value::Array(_) => {
                let mut result = function.clone();
                for arg in args {
                    result = crate::theory::array::select(self, &result, arg)?;
                }
                Ok(result)
            }
            _ => Err(Unknown::HigherOrder),
        }
    }

    /// The values of a sort where they are finitely many and the model knows how many.
    pub(crate) fn domain(&self, sort: SortId) -> Option<Domain> {
        Domain::of(self.arena, sort, &|s| self.model.elements(s))
    }

    pub(crate) fn cached_plan(&mut self, key: PlanKey, make: impl FnOnce(&Self) -> Plan) -> Rc<Plan> {
        if let Some(plan) = self.plans.get(&key) {
            return plan.clone();
        }
        let plan = Rc::new(make(self));
        self.plans.insert(key, plan.clone());
        plan
    }
}
