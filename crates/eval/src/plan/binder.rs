//! Bodies with variables of their own: quantifiers, lambdas, matches.

use smtlib::{Arena, Case, CasesId, Head, SortCtor, SortDeclKind, SortId, TermId, VarId};

use super::frame::Frame;
use super::step::{Child, Input, Plan, Quantifier};
use crate::domain::Domain;
use crate::machine::{Machine, PlanKey};
use crate::sample::default_value;
use crate::theory::coerce;
use crate::unknown::{Eval, Unknown};
use crate::value::{Closure, Code, Value};

/// How many values of one variable are tried where its sort has too many to try all.
const CANDIDATES: usize = 8;
/// How many instances are tried of a quantifier that cannot be enumerated.
const TRIES: u64 = 512;

/// The variables of a lambda term.
pub(crate) fn lambda_vars(arena: &Arena, term: TermId) -> &[VarId] {
    match arena.term(term).head {
        Head::Binder(_, vars) => arena.var_list(vars),
        _ => &[],
    }
}

impl Frame {
    /// The frame of a child, with what it reads from here put in.
    fn child_frame(&mut self, plan: &Plan, index: u32) -> Box<Frame> {
        let child = &plan.children[index as usize];
        let mut frame = self.children.remove(&index).unwrap_or_else(|| Box::new(Frame::new(&child.plan)));
        for &(var, slot) in &child.captured {
            frame.set_input(&child.plan, Input::Var(var), self.value(plan, slot));
        }
        frame
    }

    pub(super) fn quantifier(
        &mut self,
        plan: &Plan,
        machine: &mut Machine,
        quantifier: Quantifier,
        index: u32,
    ) -> Eval {
        let mut frame = self.child_frame(plan, index);
        let child = &plan.children[index as usize];
        let result = machine.nested(|machine| search(child, &mut frame, machine, quantifier));
        self.children.insert(index, frame);
        result
    }

    pub(super) fn lambda(&mut self, plan: &Plan, term: TermId, index: u32) -> Eval {
        let child = &plan.children[index as usize];
        let captured: Eval<Vec<(VarId, Value)>> =
            child.captured.iter().map(|&(var, slot)| Ok((var, self.value(plan, slot)?))).collect();
        let closure = Closure { code: Code::Lambda(term), captured: captured?.into(), given: Box::default() };
        Ok(Value::Function(closure.into()))
    }

    pub(super) fn match_value(
        &mut self,
        plan: &Plan,
        machine: &mut Machine,
        cases: CasesId,
        first: u32,
        args: &[u32],
    ) -> Eval {
        let matched = self.value(plan, args[0])?;
        let arena = machine.arena;
        for (i, case) in arena.cases(cases).iter().enumerate() {
            let bound: Vec<(VarId, Value)> = match (case, &matched) {
                (Case::Var(var), _) => vec![(*var, matched.clone())],
                (Case::Constructor(fun, vars), Value::Data(data)) if data.constructor == *fun => {
                    vars.iter().copied().zip(data.fields.iter().cloned()).collect()
                }
                (Case::Parenthesised(fun), Value::Data(data)) if data.constructor == *fun => Vec::new(),
                _ => continue,
            };
            let index = first + i as u32;
            let mut frame = self.child_frame(plan, index);
            let child = &plan.children[index as usize];
            for (var, value) in bound {
                frame.set_input(&child.plan, Input::Var(var), Ok(value));
            }
            let result = machine.nested(|machine| run_body(&child.plan, &mut frame, machine));
            self.children.insert(index, frame);
            return result;
        }
        // The type checker does not insist on complete matches.
        Err(Unknown::Unspecified("a match without a case for the value"))
    }
}

fn run_body(plan: &Plan, frame: &mut Frame, machine: &mut Machine) -> Eval {
    if plan.lazy {
        frame.run_lazily(plan, machine, plan.roots[0]);
    } else {
        frame.run_all(plan, machine);
    }
    frame.value(plan, plan.roots[0])
}

impl Machine<'_> {
    /// A lambda applied to all its arguments.
    pub(crate) fn call_lambda(&mut self, term: TermId, captured: &[(VarId, Value)], args: &[Value]) -> Eval {
        let arena = self.arena;
        let body = arena.term(term).args[0];
        let plan = self.cached_plan(PlanKey::Binder(term), |machine| {
            Plan::compile(machine.arena, &machine.definitions, &[body])
        });
        let mut frame = Frame::new(&plan);
        for (var, value) in captured {
            frame.set_input(&plan, Input::Var(*var), Ok(value.clone()));
        }
        for (&var, value) in lambda_vars(arena, term).iter().zip(args) {
            frame.set_input(&plan, Input::Var(var), Ok(coerce(arena, value.clone(), arena.var(var).sort)));
        }
        self.nested(|machine| run_body(&plan, &mut frame, machine))
    }
}

/// Decides a quantifier: exactly where all values can be tried, else by an instance that decides it.
fn search(child: &Child, frame: &mut Frame, machine: &mut Machine, quantifier: Quantifier) -> Eval {
    let arena = machine.arena;
    let sorts: Vec<_> = child.bound.iter().map(|&v| arena.sorts.canonical(arena.var(v).sort)).collect();
    let domains: Option<Vec<Domain>> = sorts.iter().map(|&s| machine.domain(s)).collect();
    let left = machine.budget.instances.saturating_sub(machine.spent_instances);
    let all = domains
        .filter(|d| d.iter().try_fold(1u64, |n, d| n.checked_mul(d.size())).is_some_and(|n| n <= left));
    let complete = all.is_some();
    let choices: Vec<Vec<Value>> = match all {
        Some(domains) => domains.iter().map(|d| d.values().collect()).collect(),
        None => sorts.iter().map(|&s| candidates(child, machine, s)).collect(),
    };
    if choices.iter().any(Vec::is_empty) {
        // An empty domain is impossible; candidates we may lack.
        return Err(Unknown::Quantifier);
    }
    let decisive = quantifier == Quantifier::Exists;
    let mut unknown = if complete { None } else { Some(Unknown::Quantifier) };
    let mut digits = vec![0usize; choices.len()];
    for (i, &var) in child.bound.iter().enumerate() {
        frame.set_input(&child.plan, Input::Var(var), Ok(choices[i][0].clone()));
    }
    let mut tries = 0u64;
    let mut result = run_body(&child.plan, frame, machine);
    loop {
        machine.spent_instances += 1;
        tries += 1;
        match result {
            Ok(Value::Bool(truth)) if truth == decisive => return Ok(Value::Bool(decisive)),
            Ok(_) => {}
            Err(reason) => {
                unknown.get_or_insert(reason);
            }
        }
        if !complete && (tries >= TRIES || machine.spent_instances > machine.budget.instances) {
            return Err(Unknown::Quantifier);
        }
        // The next combination: the first variable changes fastest.
        let Some(place) = (0..digits.len()).find(|&i| digits[i] + 1 < choices[i].len()) else {
            return match unknown {
                None => Ok(Value::Bool(!decisive)),
                Some(reason) => Err(reason),
            };
        };
        digits[place] += 1;
        digits[..place].fill(0);
        for i in 0..=place {
            frame.set_input(&child.plan, Input::Var(child.bound[i]), Ok(choices[i][digits[i]].clone()));
        }
        result = if place == 0 && !child.plan.lazy {
            frame.run_affected(&child.plan, machine, Input::Var(child.bound[0]));
            frame.value(&child.plan, child.plan.roots[0])
        } else {
            run_body(&child.plan, frame, machine)
        };
    }
}

/// Values worth trying: constants of the body, values of the model's constants, the plainest value.
fn candidates(child: &Child, machine: &Machine, sort: SortId) -> Vec<Value> {
    let arena = machine.arena;
    let mut values: Vec<Value> = Vec::new();
    // Of an uninterpreted sort we know only the elements that the model names: another may not exist.
    if !has_uninterpreted(arena, sort) {
        values.extend(default_value(arena, sort));
    }
    let constants = child.plan.constants.iter();
    let own =
        constants.filter(|(slot, _)| child.plan.steps[*slot as usize].sort == sort).map(|(_, v)| v.clone());
    let of_model = machine.model.meanings().filter_map(|(fun, meaning)| match meaning {
        crate::model::Meaning::Value(value) if arena.sorts.canonical(arena.fun(fun).result) == sort => {
            Some(value.clone())
        }
        _ => None,
    });
    for value in own.chain(of_model) {
        if values.len() >= CANDIDATES {
            break;
        }
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Whether elements of an uninterpreted sort are parts of this sort's values.
fn has_uninterpreted(arena: &Arena, sort: SortId) -> bool {
    match arena.sorts.ctor(sort) {
        SortCtor::User(decl) => !matches!(arena.sorts.decl(decl).kind, SortDeclKind::Datatype(_)),
        _ => arena.sorts.args(sort).iter().any(|&part| has_uninterpreted(arena, part)),
    }
}
