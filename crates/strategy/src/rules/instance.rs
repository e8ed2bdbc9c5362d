//! Rules written down at particular sorts, widths and lengths: what solvers and the evaluator are asked.

use smtlib::Script;
use smtlib::theory::Pattern;

use super::row::{Direction, Rule};
use super::sexpr::Sexpr;
use super::variable::{DATA, Kind, Literals, Variable, dim, hold, relations, sort_pattern, variables};

/// A rule at particular sorts, widths and lengths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// What was chosen.
    pub label: String,
    /// Commands that declare all that occurs.
    pub declarations: String,
    /// The left side, with literals for the variables that stand for some.
    pub lhs: String,
    /// The right side, likewise.
    pub rhs: String,
    /// What must be true for there to be something to prove: the stronger side, and the condition.
    pub premise: String,
    /// What is true in every model if the rule is right.
    pub claim: String,
    /// The term that the left pattern must not match.
    pub not: String,
}

/// The datatype of all instances.
const DATATYPE: &str =
    "(declare-datatypes ((D 0)) (((leaf) (num (val Int)) (node (left D) (tag Bool) (right D)))))\n";

/// Its constructors with the selectors and their sorts.
const CONSTRUCTORS: [(&str, &[(&str, &str)]); 3] =
    [("leaf", &[]), ("num", &[("val", "Int")]), ("node", &[("left", "D"), ("tag", "Bool"), ("right", "D")])];

/// What the letters `A`, `B` and `C` stand for, in turn; the last are uninterpreted.
const SORTS: [[&str; 3]; 3] = [["Int", "Int", "Bool"], ["(_ BitVec 2)", "Bool", "Int"], ["U", "V", "U"]];

/// Languages for the variables that stand for some, in turn: solvers know no unknown languages.
const LANGUAGES: [&str; 5] = [
    "(re.* (str.to_re \"ab\"))",
    "(re.++ (re.opt (str.to_re \"a\")) re.allchar)",
    "(re.range \"a\" \"c\")",
    "(re.comp (re.++ re.all (str.to_re \"b\")))",
    "(re.union (str.to_re \"\") (re.+ (re.range \"0\" \"9\")))",
];

/// The most instances of a rule.
const MOST: usize = 6;

/// One choice of everything.
#[derive(Clone, Debug)]
struct Choice {
    real: bool,
    sorts: usize,
    dims: [Option<i64>; 26],
    length: usize,
    constructors: [usize; 2],
    selector: usize,
    binders: usize,
    chars: [char; 4],
    languages: usize,
    /// Whether a variable that stands for literals is written as one, instead of as a symbol of which as much is known.
    literals: bool,
}

impl Rule {
    /// The rule at several sorts, widths and lengths; only those that are well typed.
    pub fn instances(&self) -> Vec<Instance> {
        let Ok(variables) = variables(self.vars) else { return Vec::new() };
        let all: Vec<Instance> = choices(self, &variables)
            .into_iter()
            .filter_map(|choice| Writer { variables: &variables, choice }.instance(self))
            .filter(Instance::is_typed)
            .collect();
        // Evenly among all of them: neighbours differ in one thing.
        let step = all.len().div_ceil(MOST).max(1);
        all.into_iter().step_by(step).collect()
    }
}

impl Instance {
    /// The script that a solver must find unsatisfiable.
    pub fn refutation(&self) -> String {
        format!("(set-logic ALL)\n{}(assert (not {}))\n(check-sat)\n", self.declarations, self.claim)
    }

    /// The script of its parts, for the evaluator: premise, claim, left, right and the term that must not match.
    pub fn script(&self) -> Option<Script> {
        let mut text = self.declarations.clone();
        let terms = [&self.premise, &self.claim, &self.lhs, &self.rhs, &self.not];
        for term in terms.into_iter().filter(|term| !term.is_empty()) {
            // An assertion of a term of any sort.
            text.push_str(&format!("(assert (= {term} {term}))\n"));
        }
        Script::parse(text.as_bytes()).ok()
    }

    fn is_typed(&self) -> bool {
        self.script().is_some_and(|script| script.type_errors.is_empty() && script.opaque == 0)
    }
}

fn choices(rule: &Rule, variables: &[Variable]) -> Vec<Choice> {
    let text = format!("{} {} {}", rule.vars, rule.lhs, rule.rhs);
    let kinds = |wanted: fn(&Kind) -> bool| variables.iter().any(|variable| wanted(&variable.kind));
    let many = |axis: bool, count: usize| 0..if axis { count } else { 1 };
    let has_num = text.contains("Num");
    let has_letters = variables.iter().any(|v| mentions_letter(&v.kind)) || kinds(|k| *k == Kind::Fun);
    let has_lists = kinds(|kind| matches!(kind, Kind::List(_)));
    let constructors = variables.iter().filter(|v| v.kind == Kind::Ctor).count();
    let mut all = Vec::new();
    for dims in dimensions(rule, &text) {
        for real in many(has_num, 2) {
            for sorts in many(has_letters, SORTS.len()) {
                for length in many(has_lists, 4) {
                    for pair in 0..if constructors == 0 { 1 } else { 9 } {
                        for selector in many(kinds(|kind| matches!(kind, Kind::Sel(_))), 3) {
                            for binders in many(kinds(|kind| *kind == Kind::Binder), 2) {
                                for (chars, languages) in texts(variables) {
                                    all.push(Choice {
                                        real: real == 1,
                                        sorts,
                                        dims,
                                        length: [2, 3, 1, 0][length],
                                        constructors: [pair % 3, pair / 3],
                                        selector,
                                        binders: binders + 1,
                                        chars,
                                        languages,
                                        literals: false,
                                    });
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    let distinct = |choice: &Choice| match constructors {
        0 => true,
        1 => choice.constructors[1] == 0,
        _ => choice.constructors[0] != choice.constructors[1],
    };
    all.retain(distinct);
    all
}

fn mentions_letter(kind: &Kind) -> bool {
    fn of(pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Var(letter) => *letter != DATA,
            Pattern::Array(index, element) => of(index) || of(element),
            _ => false,
        }
    }
    matches!(kind, Kind::Term(sort) | Kind::List(sort) | Kind::Literal(sort, _) if of(sort))
}

/// Characters and languages.
fn texts(variables: &[Variable]) -> Vec<([char; 4], usize)> {
    let has = |wanted: fn(&Kind) -> bool| variables.iter().any(|variable| wanted(&variable.kind));
    if has(|kind| matches!(kind, Kind::Literal(_, Literals::Char))) {
        return ["bdaz", "bdbd", "dbcc", "abbz"]
            .map(|text| (std::array::from_fn(|i| char::from(text.as_bytes()[i])), 0))
            .to_vec();
    }
    let count = if has(is_language) { LANGUAGES.len() } else { 1 };
    (0..count).map(|languages| (['a'; 4], languages)).collect()
}

fn is_language(kind: &Kind) -> bool {
    *kind == Kind::Term(Pattern::RegLan)
}

/// Values for the letters that stand for numbers. Floating point is tried at few formats, all else at small numbers.
fn dimensions(rule: &Rule, text: &str) -> Vec<[Option<i64>; 26]> {
    let relations = relations(if rule.condition.starts_with('(') { "" } else { rule.condition });
    let relations = relations.unwrap_or_default();
    let place = |letter: char| (letter as u8 - b'a') as usize;
    let mut all = vec![[None; 26]];
    if text.contains("(Float e s)") {
        all = [(3, 5), (2, 3), (5, 11)]
            .map(|(e, s)| {
                let mut dims = [None; 26];
                (dims[place('e')], dims[place('s')]) = (Some(e), Some(s));
                dims
            })
            .to_vec();
    }
    for (letter, values) in [
        ('n', &[4, 1, 2, 7][..]),
        ('m', &[3, 1, 5]),
        ('i', &[2, 0, 1, 3]),
        ('j', &[1, 0, 2]),
        ('k', &[1, 2, 3, 0]),
    ] {
        if mentions(text, letter) {
            let extended = all.iter().flat_map(|dims| {
                values.iter().map(|&value| {
                    let mut dims = *dims;
                    dims[place(letter)] = Some(value);
                    dims
                })
            });
            all = extended.collect();
        }
    }
    all.retain(|dims| hold(&relations, dims));
    all
}

/// Whether a letter stands for a number in some index or width.
fn mentions(text: &str, letter: char) -> bool {
    let numbers = text.split(['(', ')']).filter(|part| part.starts_with("_ ") || part.starts_with("BitVec "));
    numbers.flat_map(|part| part.split([' ', '+', '-', '*'])).any(|word| word == letter.to_string())
}

/// Writes the texts of one instance.
struct Writer<'a> {
    variables: &'a [Variable],
    choice: Choice,
}

impl Writer<'_> {
    fn instance(&self, rule: &Rule) -> Option<Instance> {
        let text = |text: &str| Some(self.term(&Sexpr::read(text).ok()?, 0)?.join(" "));
        let (lhs, rhs) = (text(rule.lhs)?, text(rule.rhs)?);
        let mut conditions: Vec<String> = Vec::new();
        for variable in self.variables {
            let name = variable.name;
            match variable.kind {
                Kind::Literal(_, Literals::NonNegative) => {
                    conditions.push(format!("(>= {name} {})", self.zero()))
                }
                Kind::Literal(_, Literals::Positive) => {
                    conditions.push(format!("(> {name} {})", self.zero()))
                }
                Kind::Sel(of) => {
                    self.selector(of)?;
                }
                _ => {}
            }
        }
        if rule.condition.starts_with('(') {
            conditions.push(text(rule.condition)?);
        }
        let both = |first: &str| match conditions.len() {
            0 => first.to_owned(),
            _ => format!("(and {first} {})", conditions.join(" ")),
        };
        let (premise, claim) = match rule.direction {
            Direction::Weaken => (both(&lhs), format!("(=> {} {rhs})", both(&lhs))),
            Direction::Strengthen => (both(&rhs), format!("(=> {} {lhs})", both(&rhs))),
            Direction::Equivalent => (both("true"), format!("(=> {} (= {lhs} {rhs}))", both("true"))),
        };
        let choice = Choice { literals: true, ..self.choice.clone() };
        let writer = Writer { variables: self.variables, choice };
        let text = |text: &str| Some(writer.term(&Sexpr::read(text).ok()?, 0)?.join(" "));
        let (lhs, rhs) = (text(rule.lhs)?, text(rule.rhs)?);
        let not = if rule.not.is_empty() { String::new() } else { text(rule.not)? };
        Some(Instance {
            label: self.label(),
            declarations: self.declarations()?,
            lhs,
            rhs,
            premise,
            claim,
            not,
        })
    }

    fn zero(&self) -> &'static str {
        if self.choice.real { "0.0" } else { "0" }
    }

    fn label(&self) -> String {
        let mut parts = Vec::new();
        for (place, value) in self.choice.dims.iter().enumerate() {
            if let Some(value) = value {
                parts.push(format!("{}={value}", char::from(b'a' + place as u8)));
            }
        }
        let mut used = |name: &str, text: String| parts.push(format!("{name}={text}"));
        for variable in self.variables {
            match &variable.kind {
                Kind::Term(Pattern::Num) | Kind::Literal(Pattern::Num, _) => {
                    used(variable.name, self.sort(&Pattern::Num).unwrap_or_default())
                }
                Kind::Term(sort @ Pattern::Var(_)) => {
                    used(variable.name, self.sort(sort).unwrap_or_default())
                }
                Kind::List(_) => used(variable.name, self.choice.length.to_string()),
                Kind::Ctor => used(variable.name, self.constructor(variable).0.to_owned()),
                _ => {}
            }
        }
        parts.join(" ")
    }

    fn constructor(&self, variable: &Variable) -> (&'static str, &'static [(&'static str, &'static str)]) {
        let rank = self.variables.iter().filter(|v| v.kind == Kind::Ctor).position(|v| v == variable);
        CONSTRUCTORS[self.choice.constructors[rank.unwrap_or(0).min(1)]]
    }

    fn selector(&self, of: usize) -> Option<(&'static str, &'static str)> {
        self.constructor(&self.variables[of]).1.get(self.choice.selector).copied()
    }

    fn declarations(&self) -> Option<String> {
        let mut text = String::new();
        let mut declare = |name: &str, sort: &str| text.push_str(&format!("(declare-const {name} {sort})\n"));
        let mut functions = String::new();
        for variable in self.variables {
            let name = variable.name;
            match &variable.kind {
                kind if is_language(kind) => {}
                Kind::Literal(_, Literals::Char) | Kind::Ctor | Kind::Sel(_) | Kind::Binder => {}
                Kind::Term(sort) | Kind::Literal(sort, _) => declare(name, &self.sort(sort)?),
                Kind::List(sort) => {
                    (0..self.choice.length).try_for_each(|i| {
                        declare(&format!("{name}{i}"), &self.sort(sort)?);
                        Some(())
                    })?;
                }
                Kind::Fields(of) => {
                    for (i, (_, sort)) in self.constructor(&self.variables[*of]).1.iter().enumerate() {
                        declare(&format!("{name}{i}"), sort);
                    }
                }
                Kind::Terms(_) => {
                    (0..self.choice.binders).for_each(|i| declare(&format!("{name}{i}"), self.bound_sort(i)));
                }
                Kind::Fun => {
                    let [a, b, _] = SORTS[self.choice.sorts];
                    functions.push_str(&format!("(declare-fun {name} ({a}) {b})\n"));
                }
                Kind::Pred(_) => {
                    let sorts: Vec<&str> = (0..self.choice.binders).map(|i| self.bound_sort(i)).collect();
                    functions.push_str(&format!("(declare-fun {name} ({}) Bool)\n", sorts.join(" ")));
                }
            }
        }
        let uninterpreted = if format!("{text}{functions}").contains(['U', 'V']) {
            "(declare-sort U 0)\n(declare-sort V 0)\n"
        } else {
            ""
        };
        let datatype = if self.variables.iter().any(|v| is_data(&v.kind)) { DATATYPE } else { "" };
        Some(format!("{uninterpreted}{datatype}{text}{functions}"))
    }

    fn bound_sort(&self, place: usize) -> &'static str {
        ["Int", "Bool"][place.min(1)]
    }

    fn sort(&self, pattern: &Pattern) -> Option<String> {
        Some(match pattern {
            Pattern::Bool => "Bool".to_owned(),
            Pattern::Int => "Int".to_owned(),
            Pattern::Real => "Real".to_owned(),
            Pattern::RoundingMode => "RoundingMode".to_owned(),
            Pattern::String => "String".to_owned(),
            Pattern::RegLan => "RegLan".to_owned(),
            Pattern::Num => if self.choice.real { "Real" } else { "Int" }.to_owned(),
            Pattern::Var(DATA) => "D".to_owned(),
            Pattern::Var(letter) => SORTS[self.choice.sorts].get(*letter as usize)?.to_string(),
            Pattern::BitVec(width) => format!("(_ BitVec {})", width.value(&self.choice.dims)?),
            Pattern::Float(eb, sb) => {
                let (eb, sb) = (eb.value(&self.choice.dims)?, sb.value(&self.choice.dims)?);
                format!("(_ FloatingPoint {eb} {sb})")
            }
            Pattern::Array(index, element) => {
                format!("(Array {} {})", self.sort(index)?, self.sort(element)?)
            }
            _ => return None,
        })
    }

    /// The terms that a pattern stands for: one, or one per element.
    fn term(&self, text: &Sexpr, element: usize) -> Option<Vec<String>> {
        let one = |text: String| Some(vec![text]);
        match text {
            Sexpr::Text(text) => one(format!("\"{text}\"")),
            Sexpr::Atom(name) => one(self.atom(name, element)?),
            Sexpr::Each(inner) => {
                let mut all = Vec::new();
                for i in 0..self.length(inner)? {
                    // A selector below `...` is each selector in turn.
                    let choice = Choice { selector: i, ..self.choice.clone() };
                    all.extend(Writer { variables: self.variables, choice }.term(inner, i)?);
                }
                Some(all)
            }
            Sexpr::List(parts) => one(self.application(parts, element)?),
        }
    }

    fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    fn length(&self, inner: &Sexpr) -> Option<usize> {
        match inner {
            Sexpr::Atom(name) => match &self.variable(name)?.kind {
                Kind::List(_) => Some(self.choice.length),
                Kind::Fields(of) | Kind::Sel(of) => Some(self.constructor(&self.variables[*of]).1.len()),
                Kind::Terms(_) => Some(self.choice.binders),
                _ => None,
            },
            Sexpr::List(parts) => parts.iter().find_map(|part| self.length(part)),
            _ => None,
        }
    }

    fn atom(&self, name: &str, element: usize) -> Option<String> {
        if let Some((fields, selector)) = name.split_once('@') {
            let Kind::Sel(_) = self.variable(selector)?.kind else { return None };
            return Some(format!("{fields}{}", self.choice.selector));
        }
        let Some(variable) = self.variable(name) else {
            let number = name.bytes().all(|b| b.is_ascii_digit());
            return Some(if number && self.choice.real { format!("{name}.0") } else { name.to_owned() });
        };
        Some(match &variable.kind {
            Kind::List(_) | Kind::Fields(_) | Kind::Terms(_) => format!("{name}{element}"),
            Kind::Literal(_, Literals::Char) => {
                let is_char = |v: &&Variable| matches!(v.kind, Kind::Literal(_, Literals::Char));
                let rank = self.variables.iter().filter(is_char).position(|v| v == variable)?;
                format!("\"{}\"", self.choice.chars.get(rank)?)
            }
            Kind::Literal(..) if self.choice.literals => {
                if self.choice.real { "3.0" } else { "3" }.to_owned()
            }
            Kind::Ctor => self.constructor(variable).0.to_owned(),
            kind if is_language(kind) => {
                let rank =
                    self.variables.iter().filter(|v| is_language(&v.kind)).position(|v| v == variable)?;
                LANGUAGES[(self.choice.languages + rank) % LANGUAGES.len()].to_owned()
            }
            Kind::Sel(of) => self.selector(*of)?.0.to_owned(),
            Kind::Binder => {
                let names: Vec<String> = (0..self.choice.binders).map(|i| format!("bound{i}")).collect();
                names.join(" ")
            }
            _ => name.to_owned(),
        })
    }

    fn application(&self, parts: &[Sexpr], element: usize) -> Option<String> {
        let (head, rest) = parts.split_first()?;
        match head.atom() {
            Some("_") => return self.qualified(parts),
            Some("as") => {
                return Some(format!(
                    "(as {} {})",
                    rest[0],
                    self.sort(&sort_pattern(&rest[1].to_string()).ok()?)?
                ));
            }
            Some(binder @ ("forall" | "exists")) => return self.quantifier(binder, rest, element),
            _ => {}
        }
        let head_text = self.term(head, element)?.join(" ");
        let mut args = Vec::new();
        for arg in rest {
            args.extend(self.term(arg, element)?);
        }
        // As the builder does it.
        let lists = rest.iter().any(|arg| matches!(arg, Sexpr::Each(_)));
        Some(match (head_text.as_str(), args.len()) {
            ("and", 0) => "true".to_owned(),
            ("or", 0) => "false".to_owned(),
            ("and" | "or" | "+" | "*" | "re.union" | "re.inter" | "re.++" | "str.++", 1) if lists => {
                args.remove(0)
            }
            (_, 0) => head_text,
            _ => format!("({head_text} {})", args.join(" ")),
        })
    }

    /// `(_ name i…)`: indices are numbers, constructors and the like by their names.
    fn qualified(&self, parts: &[Sexpr]) -> Option<String> {
        let mut text = format!("(_ {}", parts.get(1)?);
        for index in &parts[2..] {
            let name = index.to_string();
            let value = match self.variable(&name) {
                Some(_) => self.atom(&name, 0)?,
                None => dim(&name).ok()?.value(&self.choice.dims)?.to_string(),
            };
            text.push_str(&format!(" {value}"));
        }
        Some(text + ")")
    }

    fn quantifier(&self, binder: &str, rest: &[Sexpr], element: usize) -> Option<String> {
        let [vars, body] = rest else { return None };
        let body = self.term(body, element)?.join(" ");
        let vars: Vec<String> = match vars {
            Sexpr::Atom(_) => {
                (0..self.choice.binders).map(|i| format!("(bound{i} {})", self.bound_sort(i))).collect()
            }
            _ => {
                let typed = vars.list()?.iter().map(|var| {
                    let [name, sort] = var.list()? else { return None };
                    Some(format!("({name} {})", self.sort(&sort_pattern(&sort.to_string()).ok()?)?))
                });
                typed.collect::<Option<Vec<String>>>()?
            }
        };
        Some(format!("({binder} ({}) {body})", vars.join(" ")))
    }
}

fn is_data(kind: &Kind) -> bool {
    matches!(kind, Kind::Ctor | Kind::Term(Pattern::Var(DATA)) | Kind::List(Pattern::Var(DATA)))
}
