//! What makes one round differ from another: everything here is drawn anew each time.

use smtlib::theory::{Op, Theory};
use strategy::Dice;

use crate::adapter::{Abilities, Mode, SortFamily};
use crate::trace::{Action, CALLS};

/// The bounds and weights of a round.
#[derive(Debug)]
pub(super) struct Swarm {
    /// Calls in the round, about.
    pub(super) length: usize,
    /// The way of working.
    pub(super) mode: Mode,
    /// By action: a factor of its weight in the model.
    factors: Vec<u32>,
    /// The sorts' texts, in the order they are made.
    pub(super) sorts: Vec<String>,
    /// A logic that has everything of the round.
    pub(super) logic: String,
    /// Operators whose result is Bool, and the others.
    pub(super) ops: [Vec<Op>; 2],
    /// How often an assertion is one that the witness satisfies.
    pub(super) truth: u32,
    /// How often a term is made that contradicts an assertion.
    pub(super) rivals: u32,
    /// How often a check is under assumptions.
    pub(super) assume: u32,
    /// Options that are set on each solver.
    pub(super) options: usize,
    /// Checks of one solver.
    pub(super) checks: u32,
    /// The widest bit-vector.
    pub(super) width: u32,
    /// Constants, functions and values before terms are made.
    pub(super) initial: usize,
}

const WIDTHS: &[u32] = &[1, 1, 2, 3, 4, 4, 5, 7, 8, 8, 12, 16, 23, 32];

impl Swarm {
    pub(super) fn draw(abilities: &Abilities, length: usize, dice: &mut Dice) -> Swarm {
        let factors = CALLS.iter().map(|row| factor(row.action, dice)).collect();
        let mode = mode(abilities.modes, dice);
        let families = families(abilities, mode, dice);
        let sorts = sorts(&families, abilities.floats, dice);
        // In some rounds nearly everything is there, in others few operators meet often.
        let share = *dice.pick(&[100, 80, 50, 25]).unwrap_or(&100);
        let theories = theories(&families);
        let usable = abilities.ops.iter().copied().filter(|op| theories.contains(&op.theory()));
        let usable: Vec<Op> = usable.filter(|&op| !is_hard(op) || dice.chance(30)).collect();
        let kept: Vec<Op> = usable.into_iter().filter(|op| is_core(*op) || dice.chance(share)).collect();
        // Functions are declared in any round that may have them, whatever its families.
        let functions = !mode.scalars && abilities.sorts.contains(&SortFamily::Function);
        let logic = logic(&families, functions, &kept, mode);
        let (bools, others) =
            kept.into_iter().partition(|op| op.row().signature.result == smtlib::theory::Pattern::Bool);
        Swarm {
            length: dice.between(70, 130) * length / 100,
            mode,
            factors,
            sorts,
            logic,
            ops: [bools, others],
            truth: *dice.pick(&[100, 65, 45, 30, 10]).filter(|_| !mode.honest).unwrap_or(&100),
            rivals: *dice.pick(&[15, 20, 30]).unwrap_or(&10),
            assume: *dice.pick(&[0, 30, 60]).unwrap_or(&0),
            options: *dice.pick(&[0, 0, 1, 2, 4, 8]).unwrap_or(&0),
            checks: dice.between(2, 6) as u32,
            width: *dice.pick(&[16, 32, 64]).unwrap_or(&32),
            initial: dice.between(5, 14),
        }
    }

    /// The factor of an action's weight.
    pub(super) fn factor(&self, action: Action) -> u32 {
        self.factors[action as usize]
    }
}

/// Some calls are left out of a round, some come often. What a round cannot do without is always there.
fn factor(action: Action, dice: &mut Dice) -> u32 {
    use Action::{Assert, Constant, Datatype, New, Sort, Value};
    let needed = matches!(action, New | Sort | Datatype | Constant | Value | Assert);
    match (needed || matches!(action, Action::CheckSat | Action::Term), dice.below(8)) {
        (true, _) => 2,
        (false, 0 | 1) => 0,
        (false, 2 | 3) => 6,
        (false, _) => 2,
    }
}

fn mode(modes: &[Mode], dice: &mut Dice) -> Mode {
    let sum: u32 = modes.iter().map(|mode| mode.weight).sum();
    let mut at = dice.below(sum.max(1) as usize) as u32;
    for mode in modes {
        if at < mode.weight {
            return *mode;
        }
        at -= mode.weight;
    }
    Mode::plain(1)
}

/// Two or three theories at a time: more of them rarely meet.
fn families(abilities: &Abilities, mode: Mode, dice: &mut Dice) -> Vec<SortFamily> {
    let main = [SortFamily::BitVec, SortFamily::Int, SortFamily::Real, SortFamily::Float, SortFamily::String];
    let has = |family: &SortFamily| abilities.sorts.contains(family);
    let main: Vec<SortFamily> = main.into_iter().filter(has).collect();
    let mut families = vec![SortFamily::Bool];
    let wanted = if dice.chance(65) { 1 } else { 2 };
    for _ in 0..wanted {
        families.extend(
            dice.pick(&main)
                .filter(|family| !families.contains(family))
                .copied()
                .into_iter()
                .collect::<Vec<_>>(),
        );
    }
    if families.contains(&SortFamily::Float) && !families.contains(&SortFamily::BitVec) && dice.chance(60) {
        families.push(SortFamily::BitVec);
    }
    if families.contains(&SortFamily::String) {
        families.push(SortFamily::Int);
        families.extend(Some(SortFamily::RegLan).filter(has));
    }
    for family in [SortFamily::Array, SortFamily::Datatype, SortFamily::Function] {
        // A library of few theories has more to say about each.
        if has(&family) && !mode.scalars && dice.chance(if main.len() > 1 { 35 } else { 55 }) {
            families.push(family);
        }
    }
    families
}

fn sorts(families: &[SortFamily], floats: &[&str], dice: &mut Dice) -> Vec<String> {
    let mut sorts = vec!["Bool".to_owned()];
    let mut add = |text: String| {
        if !sorts.contains(&text) {
            sorts.push(text)
        }
    };
    for family in families {
        match family {
            SortFamily::BitVec => {
                for _ in 0..dice.between(1, 4) {
                    add(format!("(_ BitVec {})", dice.pick(WIDTHS).unwrap_or(&8)));
                }
            }
            SortFamily::Int => add("Int".to_owned()),
            SortFamily::Real => add("Real".to_owned()),
            SortFamily::Float => {
                add("RoundingMode".to_owned());
                for _ in 0..dice.between(1, 2) {
                    dice.pick(floats).into_iter().for_each(|format| add((*format).to_owned()));
                }
            }
            SortFamily::String => add("String".to_owned()),
            SortFamily::RegLan => add("RegLan".to_owned()),
            SortFamily::Bool | SortFamily::Array | SortFamily::Datatype | SortFamily::Function => {}
        }
    }
    let scalar = |text: &String| !["RegLan", "RoundingMode"].contains(&text.as_str());
    let scalars: Vec<String> = sorts.iter().filter(|text| scalar(text)).cloned().collect();
    if families.contains(&SortFamily::Array)
        && let (Some(index), Some(element)) = (dice.pick(&scalars), dice.pick(&scalars))
    {
        sorts.push(format!("(Array {index} {element})"));
    }
    if families.contains(&SortFamily::Datatype) {
        for number in 0..dice.between(1, 2) {
            sorts.push(datatype(number, &scalars, dice));
        }
    }
    sorts
}

/// The declaration of a datatype: a few constructors, the first of which needs no value of it.
fn datatype(number: usize, scalars: &[String], dice: &mut Dice) -> String {
    let own = format!("D{number}");
    let mut constructors = String::new();
    for at in 0..dice.between(1, 3) {
        let mut fields = String::new();
        for field in 0..dice.between(0, 2) {
            let sort = dice.pick(scalars).filter(|_| at == 0 || !dice.clone().chance(40)).unwrap_or(&own);
            fields += &format!(" (s{number}{at}{field} {sort})");
        }
        constructors += &format!("(c{number}{at}{fields})");
    }
    format!("(declare-datatype {own} ({constructors}))")
}

fn theories(families: &[SortFamily]) -> Vec<Theory> {
    let of = |family: &SortFamily| match family {
        SortFamily::Bool | SortFamily::Datatype | SortFamily::Function => Theory::Core,
        SortFamily::BitVec => Theory::BitVec,
        SortFamily::Int | SortFamily::Real => Theory::Arith,
        SortFamily::Float => Theory::Float,
        SortFamily::String => Theory::String,
        SortFamily::RegLan => Theory::Regex,
        SortFamily::Array => Theory::Array,
    };
    families.iter().map(of).collect()
}

/// The least logic of bit-vectors with arrays and functions, if nothing else is there: others are hard to tell.
fn logic(families: &[SortFamily], functions: bool, ops: &[Op], mode: Mode) -> String {
    use smtlib::theory::BvOp as B;
    let known = [SortFamily::Bool, SortFamily::BitVec, SortFamily::Array, SortFamily::Function];
    let integers = |op: &Op| matches!(op, Op::BitVec(B::ToNat | B::ToInt | B::FromInt));
    if !families.iter().all(|family| known.contains(family)) || ops.iter().any(integers) {
        return "ALL".to_owned();
    }
    let part = |is_there, text| if is_there { text } else { "" };
    let start = if mode.quantifiers { "" } else { "QF_" };
    format!("{start}{}{}BV", part(families.contains(&SortFamily::Array), "A"), part(functions, "UF"))
}

fn is_core(op: Op) -> bool {
    op.theory() == Theory::Core
}

/// Operators that make a check take long.
fn is_hard(op: Op) -> bool {
    use smtlib::theory::{BvOp as B, FloatOp as F};
    matches!(
        op,
        Op::BitVec(
            B::Mul | B::Udiv | B::Urem | B::Sdiv | B::Srem | B::Smod | B::ToNat | B::ToInt | B::FromInt
        ) | Op::Float(F::Fma | F::Rem | F::Sqrt | F::Div | F::ToReal | F::FromReal)
    )
}
