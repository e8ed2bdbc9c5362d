//! Two seeds side by side, with what can be fused in them.

use std::sync::Arc;

use eval::model_text::value_text;
use eval::{Ledger, Value};
use smtlib::{Checkpoint, Command, Dialect, Features, Printer, Rewriter, STANDARD_LOGICS, Script, TermId};

use super::apart::{ending, names_of, renamed};
use super::recipe::{Recipe, recipe, variables};
use super::{Bounds, Part, Visit};
use crate::dice::Dice;
use crate::label::Label;
use crate::test::{Provenance, Witness};
use crate::walk::{Ground, witness};

/// What fusion takes from two seeds.
pub struct Stock {
    pub(super) script: Script,
    pub(super) rewriter: Rewriter,
    pub(super) printer: Printer,
    pub(super) roots: Vec<TermId>,
    /// How many of the assertions are of the first seed.
    pub(super) cut: usize,
    pub(super) recipes: Vec<Recipe>,
    pub(super) witness: Option<(Ledger, Arc<Witness>)>,
    pub(super) logic: String,
    pub(super) declarations: Vec<u8>,
    pub(super) provenance: Provenance,
    pub(super) label: Label,
    mark: Checkpoint,
}

/// Pairs of variables that are looked at.
const RECIPES: usize = 12;
/// Tells the random numbers of recipes from all others.
const DRAWING: u64 = 0x6675_7365;

impl Stock {
    /// Puts two seeds side by side; `None` when they do not answer alike, have no variables of one sort, or are
    /// satisfiable and not both have a model.
    pub fn new(one: &Part<'_>, other: &Part<'_>, campaign: u64) -> Option<Stock> {
        if one.label != other.label {
            return None;
        }
        let label = one.label;
        let side = Side::of(one)?;
        let names = names_of(other.seed);
        let ending = ending(&names_of(one.seed), &names);
        let other_side = Side::of(other)?.renamed(&names, &ending)?;
        let declarations = [side.declarations, other_side.declarations].concat();
        let text = [declarations.as_slice(), &side.assertions, &other_side.assertions].concat();
        let mut script = Script::parse(&text).ok()?;
        if !script.type_errors.is_empty() || script.opaque > 0 {
            return None;
        }
        let roots: Vec<TermId> = script.assertions().collect();
        let (cut, numbers) = (side.count, [one, other].map(|part| part.seed.hash.number()));
        let mut dice = Dice::new(&[campaign, numbers[0], numbers[1], DRAWING]);
        let model = side.model.zip(other_side.model).map(|(one, other)| format!("({one}\n{other})"));
        let mut known = match (label, model) {
            (Label::Sat, Some(model)) => Some(witness(&mut script, &roots, &[model], dice.number())?),
            (Label::Sat, None) => return None,
            (Label::Unsat, _) => None,
        };
        let mut recipes = recipes(&mut script, &roots, cut, &mut dice);
        if let Some((ledger, before)) = known {
            known = Some(complete(&mut script, &roots, &mut recipes, ledger, &before, dice.number())?);
        }
        if recipes.is_empty() {
            return None;
        }
        let logic = logic(&mut script, &roots, &recipes);
        script.commands.clear();
        Some(Stock {
            mark: script.arena.checkpoint(),
            script,
            rewriter: Rewriter::new(),
            printer: Printer::new().dialect(Dialect::standard()),
            roots,
            cut,
            recipes,
            witness: known,
            logic,
            declarations,
            provenance: Provenance {
                strategy: "fusion".into(),
                campaign,
                seed: format!("{} and {}", one.seed.name, other.seed.name).into(),
                seed_hash: format!("{}+{}", one.seed.hash, other.seed.hash).into(),
                ..Provenance::default()
            },
            label,
        })
    }

    /// A script with all that its tests may be made of.
    pub fn everything(&self) -> Vec<u8> {
        let mut text = format!("(set-logic {})\n", self.logic).into_bytes();
        text.extend_from_slice(&self.declarations);
        self.recipes.iter().for_each(|recipe| text.extend_from_slice(&recipe.declaration));
        let equations = self.recipes.iter().flat_map(|recipe| recipe.equations);
        for term in self.roots.iter().copied().chain(equations) {
            self.assert(term, &mut text);
        }
        text.extend_from_slice(b"(check-sat)\n");
        text
    }

    /// What its tests answer.
    pub fn label(&self) -> Label {
        self.label
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        64 * self.script.arena.term_count() + 2 * self.declarations.len() + (16 << 10)
    }

    /// Begins visit number `visit`.
    pub fn visit<'v>(&'v mut self, bounds: &'v Bounds, visit: u64) -> Visit<'v> {
        Visit::new(self, bounds, visit)
    }

    pub(super) fn assert(&self, term: TermId, out: &mut Vec<u8>) {
        out.extend_from_slice(b"(assert ");
        self.printer.term(&self.script.arena, term, out);
        out.extend_from_slice(b")\n");
    }

    /// Back to the seeds.
    pub(super) fn roll_back(&mut self) {
        self.script.arena.rollback(self.mark);
        self.rewriter.rolled_back(&self.script.arena);
        if let Some((ledger, _)) = &mut self.witness {
            ledger.rolled_back(&self.script.arena);
        }
    }
}

/// A seed as text.
struct Side {
    declarations: Vec<u8>,
    assertions: Vec<u8>,
    /// How many assertions there are.
    count: usize,
    /// The definitions of its model.
    model: Option<String>,
}

impl Side {
    fn of(part: &Part<'_>) -> Option<Side> {
        let (script, roots) = Ground::of(part.seed, None).into_parts();
        let printer = Printer::new().dialect(Dialect::standard());
        let mut assertions = Vec::new();
        for &root in &roots {
            assertions.extend_from_slice(b"(assert ");
            printer.term(&script.arena, root, &mut assertions);
            assertions.extend_from_slice(b")\n");
        }
        let model = part.model.as_deref().map(|model| {
            let inside = model.trim().strip_prefix('(').and_then(|model| model.strip_suffix(')'));
            // Old Z3 begins with a word.
            inside.unwrap_or(model).trim_start().trim_start_matches("model").to_owned()
        });
        Some(Side { declarations: part.seed.declarations.clone(), assertions, count: roots.len(), model })
    }

    fn renamed(self, names: &rustc_hash::FxHashSet<String>, ending: &str) -> Option<Side> {
        let model = match self.model {
            Some(model) => Some(String::from_utf8(renamed(model.as_bytes(), names, ending)?).ok()?),
            None => None,
        };
        Some(Side {
            declarations: renamed(&self.declarations, names, ending)?,
            assertions: renamed(&self.assertions, names, ending)?,
            count: self.count,
            model,
        })
    }
}

/// Random pairs of variables of one sort, each with a function.
fn recipes(script: &mut Script, roots: &[TermId], cut: usize, dice: &mut Dice) -> Vec<Recipe> {
    let (ones, others) = (variables(script, &roots[..cut]), variables(script, &roots[cut..]));
    let mut pairs = Vec::new();
    for &(x, sort) in &ones {
        pairs.extend(others.iter().filter(|(_, other)| *other == sort).map(|&(y, _)| (x, y, sort)));
    }
    let mut found = Vec::new();
    for number in 0..RECIPES {
        let Some(&(x, y, sort)) = dice.pick(&pairs) else { break };
        found.extend(recipe(script, (x, y), sort, number, (roots, cut), dice));
    }
    found
}

/// The model with values for the fused variables; recipes that it does not confirm are left out.
fn complete(
    script: &mut Script,
    roots: &[TermId],
    recipes: &mut Vec<Recipe>,
    mut ledger: Ledger,
    before: &Witness,
    number: u64,
) -> Option<(Ledger, Arc<Witness>)> {
    let mut model = before.model.trim_end().trim_end_matches(')').to_owned();
    // The last parenthesis is the model's own; those before it are its definitions'.
    model = format!("{model}{}", ")".repeat(before.model.trim_end().len() - model.len() - 1));
    recipes.retain(|recipe| {
        let value = ledger.value(&script.arena, recipe.function).ok();
        let text = value.and_then(|value| value_text(&script.arena, recipe.sort, &value));
        let Some(text) = text else { return false };
        let sort = smtlib::sort_text(&script.arena, recipe.sort);
        model.push_str(&format!("\n  (define-fun {} () {sort} {text})", recipe.name));
        true
    });
    model.push_str("\n)\n");
    let (mut ledger, witness) = witness(script, roots, &[model], number)?;
    let holds = |equation: &TermId, ledger: &mut Ledger| {
        ledger.value(&script.arena, *equation) == Ok(Value::Bool(true))
    };
    recipes.retain(|recipe| recipe.equations.iter().all(|equation| holds(equation, &mut ledger)));
    Some((ledger, witness))
}

/// The least logic of all that may be asserted, if it is one that solvers know.
fn logic(script: &mut Script, roots: &[TermId], recipes: &[Recipe]) -> String {
    let equations = recipes.iter().flat_map(|recipe| recipe.equations);
    let declared = script.commands.iter().filter(|command| command.is_declaration()).cloned();
    let asserted = roots.iter().copied().chain(equations).map(Command::Assert);
    script.commands = declared.chain(asserted).collect();
    let least = Features::of(script).least_logic();
    if STANDARD_LOGICS.contains(&least.name()) { least.name().to_owned() } else { "ALL".to_owned() }
}
