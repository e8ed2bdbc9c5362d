//! Bound variables: used first, bound afterwards, at the closest Boolean term that has all their uses below it.

use super::sorts::Sort;
use super::symbols::Name;
use super::tree::{Quantifier, Tree};

/// A variable that a term uses and nothing binds yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) name: Name,
    pub(super) sort: Sort,
    pub(super) universal: bool,
    /// The first and the last node that is it.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Tree {
    /// Binds all variables. Nodes are in the order in which they are written, so a node has all uses below it when it
    /// has the first and the last.
    pub(super) fn bind(&mut self, pending: &mut Vec<Pending>) {
        for variable in pending.drain(..) {
            let Some(node) = self.closest(&variable) else { continue };
            let variables = (variable.name, variable.sort);
            let same = |known: &&mut Quantifier| known.node == node && known.universal == variable.universal;
            match self.quantifiers.iter_mut().find(same) {
                Some(known) => known.variables.push(variables),
                None => self.quantifiers.push(Quantifier {
                    node,
                    universal: variable.universal,
                    variables: vec![variables],
                }),
            }
        }
        self.quantifiers.sort_by_key(|quantifier| quantifier.node);
    }

    /// The closest Boolean node around all uses; not the variable itself, unless it is the whole term.
    fn closest(&self, variable: &Pending) -> Option<u32> {
        let mut at = self.nodes.get(variable.first as usize)?.parent;
        if variable.first == 0 {
            return Some(0);
        }
        loop {
            let node = &self.nodes[at as usize];
            if node.end > variable.last && node.sort == Sort::BOOL {
                return Some(at);
            }
            // The root is Boolean wherever variables are left to be bound, and has everything below it.
            if at == 0 {
                return None;
            }
            at = node.parent;
        }
    }
}
