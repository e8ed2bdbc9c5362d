//! Patterns: text compiled for matching and building.

use smtlib::theory::{Arity, Dim, Op, Pattern, RegexOp, Table};
use smtlib::{Binder, Symbols};

use super::sexpr::Sexpr;
use super::variable::{Kind, Variable, dim, sort_pattern};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A variable of the rule: a term, a literal, or an element of a list below [`Node::Each`].
    Var(usize),
    /// One term per element of the lists inside.
    Each(Box<Node>),
    /// An operator of the table.
    Op(Box<OpNode>),
    /// `(_ bv1 n)`
    Bits(u32, Dim),
    /// A whole number; of the sort that `Num` stands for, if the rule has one.
    Numeral(String),
    /// A whole number that is real, without its `.0`.
    Decimal(String),
    Text(String),
    /// A constructor and its fields.
    Construct(usize, Vec<Node>),
    Select(usize, Box<Node>),
    Is(usize, Box<Node>),
    /// The field of a list that a selector selects: `ys@S`.
    Field {
        fields: usize,
        selector: usize,
    },
    /// The head that a variable stands for, applied to one term.
    Apply(usize, Box<Node>),
    /// A quantifier over the variables that a rule's variable stands for.
    Quantifier(Binder, usize, Box<Node>),
    /// A quantifier over new variables.
    Fresh(Binder, Vec<Pattern>, Box<Node>),
    /// A new variable, by its place among those of the surrounding [`Node::Fresh`].
    Local(usize),
    /// What stands below a binder, where it stands.
    Body(usize),
    /// The same with the binder's variables replaced by terms.
    Instance(usize, usize),
}

/// An operator with indices and arguments.
#[derive(Clone, Debug)]
pub(super) struct OpNode {
    /// The operators of that name, with the number of the name; the sorts of the arguments tell them apart.
    pub(super) candidates: Vec<(Op, u8)>,
    pub(super) indices: Vec<Dim>,
    /// The sort after `as`.
    pub(super) ascription: Option<Pattern>,
    pub(super) args: Vec<Node>,
}

/// Turns text into patterns.
pub(super) struct Compiler<'a> {
    pub(super) variables: &'a [Variable],
    pub(super) symbols: &'a Symbols,
}

impl Compiler<'_> {
    /// The pattern of a text; the error says what is wrong with it.
    pub(super) fn compile(&self, text: &str) -> Result<Node, String> {
        self.node(&Sexpr::read(text)?, &[]).map_err(|error| format!("{error} in `{text}`"))
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    fn node(&self, text: &Sexpr, locals: &[String]) -> Result<Node, String> {
        match text {
            Sexpr::Text(text) => Ok(Node::Text(text.clone())),
            Sexpr::Each(inner) => Ok(Node::Each(Box::new(self.node(inner, locals)?))),
            Sexpr::Atom(name) => self.atom(name, locals),
            Sexpr::List(parts) => self.application(parts, locals),
        }
    }

    fn atom(&self, name: &str, locals: &[String]) -> Result<Node, String> {
        if let Some(local) = locals.iter().position(|local| local == name) {
            return Ok(Node::Local(local));
        }
        if let Some(place) = self.place(name) {
            return Ok(Node::Var(place));
        }
        if let Some((fields, selector)) = name.split_once('@') {
            let place = |name: &str| self.place(name).ok_or(format!("unknown `{name}`"));
            return Ok(Node::Field { fields: place(fields)?, selector: place(selector)? });
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(match name.strip_suffix(".0") {
                Some(whole) => Node::Decimal(whole.to_owned()),
                None => Node::Numeral(name.to_owned()),
            });
        }
        self.op(name, Vec::new(), None, Vec::new())
    }

    fn application(&self, parts: &[Sexpr], locals: &[String]) -> Result<Node, String> {
        let (head, rest) = parts.split_first().ok_or("an empty list")?;
        let args = || rest.iter().map(|arg| self.node(arg, locals)).collect::<Result<Vec<Node>, String>>();
        let only = || match rest {
            [arg] => self.node(arg, locals).map(Box::new),
            _ => Err(format!("`{head}` takes one argument")),
        };
        match head {
            Sexpr::Atom(word) if word == "_" => self.indexed(rest, Vec::new()),
            Sexpr::Atom(word) if word == "forall" || word == "exists" => {
                let binder = if word == "forall" { Binder::Forall } else { Binder::Exists };
                self.quantifier(binder, rest, locals)
            }
            Sexpr::Atom(name) => match self.place(name).map(|place| (place, &self.variables[place].kind)) {
                Some((place, Kind::Ctor)) => Ok(Node::Construct(place, args()?)),
                Some((place, Kind::Sel(_))) => Ok(Node::Select(place, only()?)),
                Some((place, Kind::Fun)) => Ok(Node::Apply(place, only()?)),
                Some((place, Kind::Pred(binder))) => match rest {
                    [Sexpr::Atom(name)] if self.place(name) == Some(*binder) => Ok(Node::Body(place)),
                    [Sexpr::Each(list)] => {
                        let terms = list.atom().and_then(|name| self.place(name)).ok_or("unknown terms")?;
                        Ok(Node::Instance(place, terms))
                    }
                    _ => Err(format!("`{name}` stands alone")),
                },
                Some(_) => Err(format!("`{name}` is not applied")),
                None => self.op(name, Vec::new(), None, args()?),
            },
            Sexpr::List(qualified) => match qualified.first().and_then(Sexpr::atom) {
                Some("_") if qualified.get(1).and_then(Sexpr::atom) == Some("is") => {
                    let constructor =
                        qualified.get(2).and_then(Sexpr::atom).and_then(|name| self.place(name));
                    Ok(Node::Is(constructor.ok_or("`is` of no constructor")?, only()?))
                }
                Some("_") => self.indexed(&qualified[1..], args()?),
                Some("as") if qualified.len() == 3 => {
                    let sort = sort_pattern(&qualified[2].to_string())?;
                    self.op(&qualified[1].to_string(), Vec::new(), Some(sort), args()?)
                }
                _ => Err(format!("`{head}` is no head")),
            },
            _ => Err(format!("`{head}` is no head")),
        }
    }

    /// `(_ name i…)`, as a head or alone.
    fn indexed(&self, parts: &[Sexpr], args: Vec<Node>) -> Result<Node, String> {
        let (name, indices) = parts.split_first().ok_or("`_` of nothing")?;
        let name = name.atom().ok_or("`_` of no name")?;
        let indices =
            indices.iter().map(|index| dim(&index.to_string())).collect::<Result<Vec<Dim>, String>>()?;
        match (name.strip_prefix("bv").and_then(|value| value.parse().ok()), &indices[..]) {
            (Some(value), [width]) => Ok(Node::Bits(value, width.clone())),
            _ => self.op(name, indices, None, args),
        }
    }

    fn quantifier(&self, binder: Binder, rest: &[Sexpr], locals: &[String]) -> Result<Node, String> {
        let [vars, body] = rest else { return Err("a quantifier has variables and a body".to_owned()) };
        if let Some(place) = vars.atom().and_then(|name| self.place(name)) {
            return Ok(Node::Quantifier(binder, place, Box::new(self.node(body, locals)?)));
        }
        if !locals.is_empty() {
            return Err("new variables below new variables".to_owned());
        }
        let mut names = Vec::new();
        let mut sorts = Vec::new();
        for var in vars.list().ok_or("a quantifier without variables")? {
            let Some([Sexpr::Atom(name), sort]) = var.list() else { return Err(format!("`{var}`")) };
            names.push(name.clone());
            sorts.push(sort_pattern(&sort.to_string())?);
        }
        Ok(Node::Fresh(binder, sorts, Box::new(self.node(body, &names)?)))
    }

    fn op(
        &self,
        name: &str,
        indices: Vec<Dim>,
        ascription: Option<Pattern>,
        args: Vec<Node>,
    ) -> Result<Node, String> {
        let named = self.symbols.lookup(name).map_or(&[][..], |symbol| Table::get().named(symbol));
        let many = args.iter().any(|arg| matches!(arg, Node::Each(_)));
        let fits = |&&(op, _): &&(Op, u8)| {
            let row = op.row();
            let wanted = row.signature.args.len();
            let by_count = match row.arity {
                Arity::Fixed => args.len() == wanted,
                Arity::Variadic => true,
                _ => args.len() >= wanted,
            };
            let by_index = row.signature.special_indices || row.signature.indices.len() == indices.len();
            // Old solvers' loops take their bounds as arguments; no pattern means those.
            by_index && (many || by_count) && !matches!(op, Op::Regex(RegexOp::LoopArg | RegexOp::LoopArgs))
        };
        let candidates: Vec<(Op, u8)> = named.iter().filter(fits).copied().collect();
        if candidates.is_empty() {
            return Err(format!("no operator is called `{name}`"));
        }
        Ok(Node::Op(Box::new(OpNode { candidates, indices, ascription, args })))
    }
}

impl Node {
    /// Calls `visit` for this pattern and all below it.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        match self {
            Node::Op(op) => op.args.iter().for_each(|arg| arg.each(visit)),
            Node::Construct(_, args) => args.iter().for_each(|arg| arg.each(visit)),
            Node::Each(inner)
            | Node::Select(_, inner)
            | Node::Is(_, inner)
            | Node::Apply(_, inner)
            | Node::Quantifier(_, _, inner)
            | Node::Fresh(_, _, inner) => inner.each(visit),
            _ => {}
        }
    }

    /// The variables of the rule that occur.
    pub(super) fn variables(&self) -> Vec<usize> {
        let mut found = Vec::new();
        self.each(&mut |node| match node {
            Node::Var(v)
            | Node::Construct(v, _)
            | Node::Select(v, _)
            | Node::Is(v, _)
            | Node::Apply(v, _)
            | Node::Quantifier(_, v, _)
            | Node::Body(v) => found.push(*v),
            Node::Field { fields, selector } => found.extend([*fields, *selector]),
            Node::Instance(pred, terms) => found.extend([*pred, *terms]),
            _ => {}
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}
