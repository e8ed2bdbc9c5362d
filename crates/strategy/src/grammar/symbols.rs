//! The symbols of one script: declared where they are first needed, gone when their scope is.

use super::sorts::Sort;

/// A name: a letter for what it names, and a number. No name is given twice in a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) letter: u8,
    pub(super) number: u32,
}

impl Name {
    /// The name so many after this one.
    pub(super) fn plus(self, more: usize) -> Name {
        Name { number: self.number + more as u32, ..self }
    }
}

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Constant,
    Function,
    Definition,
}

impl Role {
    const ALL: [Role; 3] = [Role::Constant, Role::Function, Role::Definition];

    fn letter(self) -> u8 {
        match self {
            Role::Constant => b'c',
            Role::Function => b'f',
            Role::Definition => b'd',
        }
    }
}

/// A symbol that a script has.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub(super) name: Name,
    pub(super) role: Role,
    pub(super) params: Vec<Sort>,
    pub(super) sort: Sort,
}

/// The symbols in scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    all: Vec<Symbol>,
    /// By role and sort: numbers in `all`, ascending.
    of_sort: [Vec<Vec<u32>>; Role::ALL.len()],
    next: u32,
}

impl Symbols {
    /// Forgets all, for a script with so many sorts.
    pub(super) fn clear(&mut self, sorts: usize) {
        self.all.clear();
        self.next = 0;
        for lists in &mut self.of_sort {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize_with(sorts, Vec::new);
        }
    }

    /// The symbols of a role with a sort.
    pub(super) fn of(&self, role: Role, sort: Sort) -> &[u32] {
        &self.of_sort[role as usize][sort.index()]
    }

    pub(super) fn get(&self, number: u32) -> &Symbol {
        &self.all[number as usize]
    }

    /// A name that no symbol has; it may be used for a variable too.
    pub(super) fn fresh(&mut self, letter: u8, count: usize) -> Name {
        let name = Name { letter, number: self.next };
        self.next += count as u32;
        name
    }

    /// Adds a symbol and says its number.
    pub(super) fn add(&mut self, role: Role, params: Vec<Sort>, sort: Sort) -> u32 {
        let name = self.fresh(role.letter(), 1);
        self.add_named(name, role, params, sort)
    }

    /// The same, with a name that was given before.
    pub(super) fn add_named(&mut self, name: Name, role: Role, params: Vec<Sort>, sort: Sort) -> u32 {
        let number = self.all.len() as u32;
        self.all.push(Symbol { name, role, params, sort });
        self.of_sort[role as usize][sort.index()].push(number);
        number
    }

    /// How many there are.
    pub(super) fn mark(&self) -> usize {
        self.all.len()
    }

    /// Forgets those that came after a mark.
    pub(super) fn back_to(&mut self, mark: usize) {
        for symbol in self.all.drain(mark..) {
            self.of_sort[symbol.role as usize][symbol.sort.index()].pop();
        }
    }
}
