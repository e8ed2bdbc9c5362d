//! Rewriting all terms of a script.

use super::Rewriter;
use crate::arena::Arena;
use crate::decl::FunKind;
use crate::script::Script;
use crate::term::TermId;

impl Script {
    /// Replaces each term of a command and each body of a definition.
    ///
    /// What a `:named` stands for is replaced as well, so that the name and the term agree.
    pub fn map_terms(&mut self, mut map: impl FnMut(&mut Arena, TermId) -> TermId) {
        for i in 0..self.commands.len() {
            for k in 0..self.commands[i].terms().len() {
                let term = self.commands[i].terms()[k];
                self.commands[i].terms_mut()[k] = map(&mut self.arena, term);
            }
        }
        let funs: Vec<_> = self.arena.funs().map(|(id, _)| id).collect();
        for fun in funs {
            let kind = match self.arena.fun(fun).kind.clone() {
                FunKind::Defined { vars, body: Some(body) } => {
                    FunKind::Defined { vars, body: Some(map(&mut self.arena, body)) }
                }
                FunKind::Named(term) => FunKind::Named(map(&mut self.arena, term)),
                _ => continue,
            };
            self.arena.fun_mut(fun).kind = kind;
        }
    }

    /// Names whatever compound term occurs more than once in a command by a `let` there.
    pub fn introduce_lets(&mut self) {
        let mut rewriter = Rewriter::new();
        self.map_terms(|arena, term| rewriter.introduce_lets(arena, term));
    }

    /// Replaces all lets by what they define: graphs of the same size, but perhaps texts exponentially larger.
    pub fn inline_lets(&mut self) {
        let mut rewriter = Rewriter::new();
        self.map_terms(|arena, term| rewriter.inline_lets(arena, term));
    }

    /// Takes all annotations away.
    pub fn strip_annotations(&mut self) {
        let mut rewriter = Rewriter::new();
        self.map_terms(|arena, term| rewriter.strip_annotations(arena, term));
    }
}
