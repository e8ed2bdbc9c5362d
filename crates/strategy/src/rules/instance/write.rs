//! Writing the texts of an instance.

use smtlib::theory::Pattern;

use super::super::row::{Direction, Rule};
use super::super::sexpr::Sexpr;
use super::super::variable::{DATA, Kind, Literals, Variable, dim, sort_pattern};
use super::Instance;
use super::choice::{CHARACTERS, Choice, LANGUAGES, SORTS, Style, is_character, is_language};

/// The datatype of all instances.
const DATATYPE: &str =
    "(declare-datatypes ((D 0)) (((leaf) (num (val Int)) (node (left D) (tag Bool) (right D)))))\n";

/// Its constructors with the selectors and their sorts.
const CONSTRUCTORS: [(&str, &[(&str, &str)]); 3] =
    [("leaf", &[]), ("num", &[("val", "Int")]), ("node", &[("left", "D"), ("tag", "Bool"), ("right", "D")])];

/// Writes the texts of one instance.
pub(super) struct Writer<'a> {
    pub(super) variables: &'a [Variable],
    pub(super) choice: Choice,
}

impl Writer<'_> {
    /// The texts of a rule; `None` where it says nothing at this choice.
    pub(super) fn instance(&self, rule: &Rule) -> Option<Instance> {
        let (premise, claim) = self.claim(rule)?;
        let (_, bounded) = self.in_style(Style::Bounded).claim(rule)?;
        let example = self.in_style(Style::Literal);
        let not = if rule.not.is_empty() { String::new() } else { example.text(rule.not)? };
        Some(Instance {
            label: self.label(),
            declarations: self.declarations()?,
            premise,
            claim,
            bounded,
            lhs: example.text(rule.lhs)?,
            rhs: example.text(rule.rhs)?,
            not,
        })
    }

    fn in_style(&self, style: Style) -> Self {
        Writer { variables: self.variables, choice: Choice { style, ..self.choice.clone() } }
    }

    fn text(&self, text: &str) -> Option<String> {
        Some(self.term(&Sexpr::read(text).ok()?, 0)?.join(" "))
    }

    /// The stronger side under the rule's conditions, and that the rule holds.
    fn claim(&self, rule: &Rule) -> Option<(String, String)> {
        let (lhs, rhs) = (self.text(rule.lhs)?, self.text(rule.rhs)?);
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
            conditions.push(self.text(rule.condition)?);
        }
        let (stronger, claimed) = match rule.direction {
            Direction::Weaken => (lhs, rhs),
            Direction::Strengthen => (rhs, lhs),
            Direction::Equivalent => ("true".to_owned(), format!("(= {lhs} {rhs})")),
        };
        let premise = match &conditions[..] {
            [] => stronger,
            _ => format!("(and {stronger} {})", conditions.join(" ")),
        };
        let claim = if premise == "true" { claimed } else { format!("(=> {premise} {claimed})") };
        Some((premise, claim))
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

    /// The place of a variable among those of its kind.
    fn rank(&self, variable: &Variable, kind: impl Fn(&Kind) -> bool) -> Option<usize> {
        self.variables.iter().filter(|v| kind(&v.kind)).position(|v| v == variable)
    }

    fn declarations(&self) -> Option<String> {
        let mut text = String::new();
        let mut declare = |name: &str, sort: &str| text.push_str(&format!("(declare-const {name} {sort})\n"));
        let mut functions = String::new();
        for variable in self.variables {
            let name = variable.name;
            match &variable.kind {
                kind if is_language(kind) => {}
                Kind::Literal(_, Literals::Char | Literals::Value)
                | Kind::Ctor
                | Kind::Sel(_)
                | Kind::Binder => {}
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
            kind if is_character(kind) => {
                let characters = CHARACTERS[self.choice.characters];
                let rank = self.rank(variable, is_character)?;
                format!("\"{}\"", characters.get(rank..=rank)?)
            }
            Kind::Literal(sort, Literals::Value) => {
                let is_value = |kind: &Kind| matches!(kind, Kind::Literal(_, Literals::Value));
                let values: &[&str] = match self.sort(sort)?.as_str() {
                    "Int" => &["3", "5"],
                    "Bool" => &["true", "false"],
                    "(_ BitVec 2)" => &["#b10", "#b01"],
                    _ => return None,
                };
                (*values.get(self.rank(variable, is_value)?)?).to_owned()
            }
            Kind::Literal(..) if self.choice.style == Style::Literal => {
                if self.choice.real { "3.0" } else { "3" }.to_owned()
            }
            Kind::Ctor => self.constructor(variable).0.to_owned(),
            kind if is_language(kind) => {
                let rank = self.rank(variable, is_language)?;
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
        if let Sexpr::Atom(_) = vars {
            let vars = (0..self.choice.binders).map(|i| format!("(bound{i} {})", self.bound_sort(i)));
            let body = self.term(body, element)?.join(" ");
            return Some(format!("({binder} ({}) {body})", vars.collect::<Vec<_>>().join(" ")));
        }
        let mut typed = Vec::new();
        for var in vars.list()? {
            let [Sexpr::Atom(name), sort] = var.list()? else { return None };
            typed.push((name, self.sort(&sort_pattern(&sort.to_string()).ok()?)?));
        }
        let body = self.term(body, element)?.join(" ");
        let vars = typed.iter().map(|(name, sort)| format!("({name} {sort})"));
        let general = format!("({binder} ({}) {body})", vars.collect::<Vec<_>>().join(" "));
        let [(name, sort)] = &typed[..] else { return Some(general) };
        match small_values(sort) {
            Some(values) if self.choice.style == Style::Bounded => {
                let bodies = values.iter().map(|value| format!("(let (({name} {value})) {body})"));
                let connective = if binder == "forall" { "and" } else { "or" };
                Some(format!("({connective} {})", bodies.collect::<Vec<_>>().join(" ")))
            }
            _ => Some(general),
        }
    }
}

/// Values that stand for all of an infinite sort.
pub(in super::super) fn small_values(sort: &str) -> Option<&'static [&'static str]> {
    Some(match sort {
        "Int" => &["(- 3)", "(- 1)", "0", "1", "2", "3"],
        "Real" => &["(- 2.0)", "(- 0.5)", "0.0", "0.5", "1.0", "3.0"],
        "String" => {
            &[r#""""#, r#""a""#, r#""b""#, r#""aa""#, r#""ab""#, r#""ba""#, r#""bab""#, r#""0""#, r#""12""#]
        }
        _ => return None,
    })
}

fn is_data(kind: &Kind) -> bool {
    matches!(kind, Kind::Ctor | Kind::Term(Pattern::Var(DATA)) | Kind::List(Pattern::Var(DATA)))
}
