//! Terms of a wanted sort, with fuel: what is left of it is shared among the arguments, and where it ends, so does the
//! term.

use super::choices::Choices;
use super::literal::{self, Slotted};
use super::productions::Filling;
use super::quantifier::Pending;
use super::script::Maker;
use super::sorts::Sort;
use super::symbols::{Name, Role};
use super::tree::{Head, Node, Wrap};

/// What is still to be made of a term. A list of these instead of recursion: fuel alone bounds the depth.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work {
    Term {
        sort: Sort,
        filling: Filling,
        fuel: u32,
        parent: u32,
        wrap: Wrap,
    },
    /// All below this node is made.
    Close(u32),
    /// From here on a variable is in scope.
    Enter(Name, Sort),
    /// The last so many variables are in scope no longer.
    Leave(u32),
}

/// A variable in scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) name: Name,
    pub(super) sort: Sort,
}

/// Where a variable may be bound by a quantifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    Allowed,
    Forbidden,
    /// By the clause around the term, as is every symbol that it has.
    Clause,
}

impl Maker<'_> {
    /// Makes a term of a sort. A term that is not Boolean has no place for quantifiers of its own.
    pub(super) fn term(&mut self, sort: Sort, fuel: u32, choices: &mut dyn Choices) {
        self.scratch.pending.clear();
        self.term_in(
            if sort == Sort::BOOL { Binding::Allowed } else { Binding::Forbidden },
            sort,
            fuel,
            choices,
        );
        let scratch = &mut *self.scratch;
        scratch.tree.bind(&mut scratch.pending);
    }

    /// Makes a term, and leaves its variables to be bound by others.
    pub(super) fn term_in(&mut self, binding: Binding, sort: Sort, fuel: u32, choices: &mut dyn Choices) {
        self.scratch.tree.clear();
        let root = Work::Term { sort, filling: Filling::Any, fuel, parent: 0, wrap: Wrap::None };
        self.scratch.work.push(root);
        while let Some(work) = self.scratch.work.pop() {
            match work {
                Work::Term { sort, filling, fuel, parent, wrap } => {
                    let at = self.scratch.tree.nodes.len() as u32;
                    let head = Head::Let;
                    self.scratch.tree.nodes.push(Node { head, sort, parent, end: at + 1, wrap });
                    // Its constructors alone tell that a script needs a datatype.
                    self.scratch.uses_datatypes |= self.group.is_data[sort.index()];
                    let before = self.scratch.work.len();
                    choices.enter(sort.index());
                    self.scratch.tree.nodes[at as usize].head =
                        self.node(at, Slotted { sort, filling }, fuel, binding, choices);
                    if self.scratch.work.len() == before {
                        choices.leave();
                    }
                }
                Work::Close(node) => {
                    let end = self.scratch.tree.nodes.len() as u32;
                    self.scratch.tree.nodes[node as usize].end = end;
                    choices.leave();
                }
                Work::Enter(name, sort) => self.scratch.scope.push(Local { name, sort }),
                Work::Leave(count) => {
                    let left = self.scratch.scope.len() - count as usize;
                    self.scratch.scope.truncate(left);
                }
            }
        }
    }

    fn node(
        &mut self,
        at: u32,
        slot: Slotted,
        fuel: u32,
        binding: Binding,
        choices: &mut dyn Choices,
    ) -> Head {
        let Slotted { sort, filling } = slot;
        match filling {
            Filling::Literal | Filling::Divisor | Filling::Letter => return self.literal(slot, choices),
            Filling::Difference => {
                let atom = (sort, Filling::Atom);
                self.arguments(at, &[atom, atom], fuel, choices);
                return Head::Difference;
            }
            Filling::Any | Filling::Atom => {}
        }
        let weights = &self.group.weights;
        // A whole term that is a leaf says nothing.
        let early = weights.early * u32::from(at > 0);
        if fuel > 1 && choices.chance(100 - early) {
            // What a `let` or a `match` stands for may be a literal.
            let binders = u32::from(filling == Filling::Any);
            let kinds = [
                weights.operations,
                weights.functions * u32::from(self.has_functions),
                weights.definitions * u32::from(!self.scratch.symbols.of(Role::Definition, sort).is_empty()),
                weights.lets * binders,
                weights.matches * binders * u32::from(self.has_matches),
            ];
            let made = match draw(&kinds, choices) {
                0 => self.operation(at, sort, fuel, choices),
                1 => self.function(at, sort, fuel, choices),
                2 => self.defined(at, sort, fuel, choices),
                3 => Some(self.letting(at, sort, fuel, choices)),
                _ => self.matching(at, sort, fuel, choices),
            };
            if let Some(head) = made {
                return head;
            }
        }
        self.leaf(at, slot, binding, choices)
    }

    fn operation(&mut self, at: u32, sort: Sort, fuel: u32, choices: &mut dyn Choices) -> Option<Head> {
        let group = self.group;
        let number = group.productions.draw(sort, choices)?;
        let production = group.productions.get(number);
        let mut args: smallvec::SmallVec<[(Sort, Filling); 6]> =
            production.args.iter().map(|slot| (slot.sort, slot.filling)).collect();
        if production.more
            && choices.chance(group.weights.more)
            && let Some(&last) = args.last()
        {
            args.resize(args.len() + choices.between(1, 2), last);
        }
        self.arguments(at, &args, fuel, choices);
        Some(Head::Production(number))
    }

    /// Shares fuel among arguments and puts them to work, the first on top.
    fn arguments(&mut self, at: u32, args: &[(Sort, Filling)], fuel: u32, choices: &mut dyn Choices) {
        self.scratch.work.push(Work::Close(at));
        let mut left = fuel.saturating_sub(1);
        for (i, &(sort, filling)) in args.iter().enumerate().rev() {
            let share = if i == 0 { left } else { share(left, i + 1, choices) };
            left -= share;
            self.scratch.work.push(Work::Term {
                sort,
                filling,
                fuel: share,
                parent: at,
                wrap: Wrap::Argument,
            });
        }
    }

    /// An application of a declared function, which is declared now if need be.
    fn function(&mut self, at: u32, sort: Sort, fuel: u32, choices: &mut dyn Choices) -> Option<Head> {
        if !self.group.universe.sorts.can_be_declared(sort) {
            return None;
        }
        let known = self.scratch.symbols.of(Role::Function, sort);
        let drawn = choices.below((known.len() + 1).min(self.bounds.functions.max(1)));
        let number = match known.get(drawn) {
            Some(&number) => number,
            None => {
                let sorts = &self.group.arguments;
                let params: Vec<Sort> =
                    (0..choices.between(1, 3)).map(|_| sorts[choices.below(sorts.len())]).collect();
                self.declare(Role::Function, params, sort)
            }
        };
        Some(self.application(at, number, fuel, choices))
    }

    fn defined(&mut self, at: u32, sort: Sort, fuel: u32, choices: &mut dyn Choices) -> Option<Head> {
        let known = self.scratch.symbols.of(Role::Definition, sort);
        let number = *known.get(choices.below(known.len().max(1)))?;
        Some(self.application(at, number, fuel, choices))
    }

    fn application(&mut self, at: u32, number: u32, fuel: u32, choices: &mut dyn Choices) -> Head {
        let symbol = self.scratch.symbols.get(number);
        let name = symbol.name;
        let args: smallvec::SmallVec<[(Sort, Filling); 4]> =
            symbol.params.iter().map(|&sort| (sort, Filling::Any)).collect();
        if !args.is_empty() {
            self.arguments(at, &args, fuel, choices);
        }
        Head::Symbol(name, !args.is_empty())
    }

    /// `(let ((l0 …) (l1 …)) …)`: definitions see nothing of each other.
    fn letting(&mut self, at: u32, sort: Sort, fuel: u32, choices: &mut dyn Choices) -> Head {
        let sorts = &self.group.shared;
        let count = choices.between(1, 2);
        let first = self.scratch.symbols.fresh(b'l', count);
        let drawn: [Sort; 2] = std::array::from_fn(|_| sorts[choices.below(sorts.len())]);
        let work = &mut self.scratch.work;
        let of_definitions = fuel / 2;
        work.extend([Work::Close(at), Work::Leave(count as u32)]);
        work.push(Work::Term {
            sort,
            filling: Filling::Any,
            fuel: fuel - of_definitions,
            parent: at,
            wrap: Wrap::Body,
        });
        let definitions = || drawn[..count].iter().enumerate().map(|(i, &sort)| (first.plus(i), sort));
        work.extend(definitions().map(|(name, sort)| Work::Enter(name, sort)));
        for (name, sort) in definitions().rev() {
            let (wrap, fuel) = (Wrap::Definition(name), of_definitions / count as u32);
            work.push(Work::Term { sort, filling: Filling::Any, fuel, parent: at, wrap });
        }
        Head::Let
    }

    /// `(match d ((D0c0 …) ((D0c1 m0 m1) …)))`: a case for each constructor.
    fn matching(&mut self, at: u32, sort: Sort, fuel: u32, choices: &mut dyn Choices) -> Option<Head> {
        let group = self.group;
        let data = choices.below(group.universe.datatypes.instances().len());
        let instance = group.universe.datatypes.instance(data as u32);
        let cases = instance.constructors.len();
        let fuel = fuel / (cases as u32 + 1);
        self.scratch.work.push(Work::Close(at));
        for (i, constructor) in instance.constructors.iter().enumerate().rev() {
            let count = constructor.fields.len();
            let first = self.scratch.symbols.fresh(b'm', count);
            let wrap = Wrap::Case { data: data as u32, constructor: i as u32, first };
            let case = Work::Term { sort, filling: Filling::Any, fuel, parent: at, wrap };
            self.scratch.work.extend([Work::Leave(count as u32), case]);
            for (at, (_, field)) in constructor.fields.iter().enumerate() {
                self.scratch.work.push(Work::Enter(first.plus(at), *field));
            }
        }
        let (sort, wrap) = (instance.sort, Wrap::Argument);
        self.scratch.work.push(Work::Term { sort, filling: Filling::Any, fuel, parent: at, wrap });
        Some(Head::Match)
    }

    fn leaf(&mut self, at: u32, slot: Slotted, binding: Binding, choices: &mut dyn Choices) -> Head {
        let Slotted { sort, filling } = slot;
        let (group, weights) = (self.group, &self.group.weights);
        let universe = &group.universe;
        let literals = filling != Filling::Atom && group.has_literals[sort.index()];
        let declared = universe.sorts.can_be_declared(sort);
        let local = self.scratch.scope.iter().any(|local| local.sort == sort);
        let (constants, bound) = match binding {
            Binding::Allowed if self.has_quantifiers => (weights.constants, weights.bound),
            Binding::Allowed | Binding::Forbidden => (weights.constants, 0),
            Binding::Clause => (0, weights.constants),
        };
        let kinds = [
            weights.literals * u32::from(literals),
            constants * u32::from(declared),
            weights.locals * u32::from(local),
            bound * u32::from(declared),
        ];
        match draw(&kinds, choices) {
            0 => self.literal(slot, choices),
            1 => self.constant(sort, choices),
            2 => self.local(sort, choices),
            _ => self.bound(at, sort, choices),
        }
    }

    fn literal(&mut self, slot: Slotted, choices: &mut dyn Choices) -> Head {
        let texts = &mut self.scratch.tree.texts;
        let start = texts.len() as u32;
        literal::write(&self.group.universe.sorts, &self.group.productions, slot, choices, texts);
        Head::Literal(start..texts.len() as u32)
    }

    fn constant(&mut self, sort: Sort, choices: &mut dyn Choices) -> Head {
        let known = self.scratch.symbols.of(Role::Constant, sort);
        let drawn = choices.below((known.len() + 1).min(self.bounds.constants.max(1)));
        let number = match known.get(drawn) {
            Some(&number) => number,
            None => self.declare(Role::Constant, Vec::new(), sort),
        };
        Head::Symbol(self.scratch.symbols.get(number).name, false)
    }

    fn local(&mut self, sort: Sort, choices: &mut dyn Choices) -> Head {
        let fitting = || self.scratch.scope.iter().filter(|local| local.sort == sort);
        let drawn = choices.below(fitting().count().max(1));
        match fitting().nth(drawn) {
            Some(local) => Head::Variable(local.name),
            None => self.constant(sort, choices),
        }
    }

    /// A variable that is bound when the whole term is known.
    fn bound(&mut self, at: u32, sort: Sort, choices: &mut dyn Choices) -> Head {
        let known = self.scratch.pending.iter().filter(|variable| variable.sort == sort).count();
        let drawn = choices.below((known + 1).min(self.bounds.constants.max(1)));
        let mut fitting = self.scratch.pending.iter_mut().filter(|variable| variable.sort == sort);
        if let Some(variable) = fitting.nth(drawn) {
            variable.last = at;
            return Head::Variable(variable.name);
        }
        let name = self.scratch.symbols.fresh(b'q', 1);
        let universal = choices.below(2) == 0;
        self.scratch.pending.push(Pending { name, sort, universal, first: at, last: at });
        self.mention(sort);
        Head::Variable(name)
    }
}

/// What one of `count` arguments gets of the fuel: about its part, at times much more or less.
fn share(left: u32, count: usize, choices: &mut dyn Choices) -> u32 {
    let most = (2 * left / count as u32).min(left);
    choices.below(most as usize + 1) as u32
}

/// A number by its weight; the last one when all weigh nothing.
fn draw(weights: &[u32], choices: &mut dyn Choices) -> usize {
    let total: u32 = weights.iter().sum();
    let mut drawn = choices.below(total.max(1) as usize) as u32;
    for (i, &weight) in weights.iter().enumerate() {
        if drawn < weight {
            return i;
        }
        drawn -= weight;
    }
    weights.iter().rposition(|&weight| weight > 0).unwrap_or(1)
}
