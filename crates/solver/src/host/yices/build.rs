//! From terms of ours to terms of Yices, bottom up and each once.

use std::collections::HashMap;

use smtlib::theory::{ArithOp, Op};
use smtlib::{
    Binding, FunId, FunKind, Head, Lets, LiteralKind, QualId, Script, SortCtor, SortDeclKind, SortId, TermId,
    VarId, Walk,
};

use super::functions::{Functions, YTerm, YType};
use super::operators::{Operators, not_supported};
use crate::host::symbols::c_text;

/// Where nothing was built yet.
const NOTHING: YTerm = -1;

/// What cannot be built, and why.
pub(super) struct Refused {
    /// The term, where it is one.
    pub(super) term: Option<TermId>,
    pub(super) why: String,
}

/// What was built of a script so far. It is all void after `yices_reset`.
pub(super) struct Builder<'a> {
    f: &'a Functions,
    operators: &'a Operators,
    script: &'a Script,
    walk: Walk,
    /// By term.
    terms: Vec<YTerm>,
    types: HashMap<SortId, YType>,
    variables: HashMap<VarId, YTerm>,
    /// The constants that stand for declared functions, and the bodies of the defined ones.
    funs: HashMap<FunId, YTerm>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(f: &'a Functions, operators: &'a Operators, script: &'a Script) -> Builder<'a> {
        Builder {
            f,
            operators,
            script,
            walk: Walk::new(),
            terms: vec![NOTHING; script.arena.term_count()],
            types: HashMap::new(),
            variables: HashMap::new(),
            funs: HashMap::new(),
        }
    }

    /// Makes the constant of a declared function.
    pub(super) fn declare(&mut self, fun: FunId) -> Result<(), Refused> {
        let made = self.declared(fun).map_err(|why| Refused { term: None, why })?;
        self.funs.insert(fun, made);
        Ok(())
    }

    fn declared(&mut self, fun: FunId) -> Result<YTerm, String> {
        let declared = self.script.arena.fun(fun);
        if !declared.sort_params.is_empty() {
            return Err("functions with sort parameters are not supported".to_owned());
        }
        let mut kind = self.sort(declared.result)?;
        if !declared.params.is_empty() {
            kind = self.function_type(&declared.params, kind)?;
        }
        // SAFETY: Yices checks the type itself.
        self.f.checked(unsafe { (self.f.new_uninterpreted_term)(kind) })
    }

    /// Makes the body of a defined function.
    pub(super) fn define(&mut self, fun: FunId) -> Result<(), Refused> {
        if let FunKind::Defined { body: Some(body), .. } = self.script.arena.fun(fun).kind {
            let body = self.term(body)?;
            self.funs.insert(fun, body);
        }
        Ok(())
    }

    /// The constant of a declared function.
    pub(super) fn constant(&self, fun: FunId) -> Option<YTerm> {
        self.funs.get(&fun).copied()
    }

    /// The term, built if it was not yet.
    pub(super) fn term(&mut self, root: TermId) -> Result<YTerm, Refused> {
        let (script, terms) = (self.script, &self.terms);
        let mut walk = std::mem::take(&mut self.walk);
        let new = walk
            .post_order_where(&script.arena, [root], Lets::Through, |term| terms[term.index()] == NOTHING);
        let result = new.iter().try_for_each(|&term| {
            self.terms[term.index()] = self.node(term).map_err(|why| Refused { term: Some(term), why })?;
            Ok(())
        });
        self.walk = walk;
        result.map(|()| self.terms[root.index()])
    }

    /// A term whose arguments are built.
    fn node(&mut self, term: TermId) -> Result<YTerm, String> {
        let arena = &self.script.arena;
        let parts = arena.term(term);
        let built = |term: TermId| {
            let built = self.terms[term.index()];
            if built == NOTHING { Err("this use of a name is not supported".to_owned()) } else { Ok(built) }
        };
        let mut args: Vec<YTerm> = parts.args.iter().map(|&arg| built(arg)).collect::<Result<_, _>>()?;
        match parts.head {
            Head::Literal(kind, text) => self.literal(kind, arena.name(text), parts.sort),
            Head::Op(op, _, qual) => {
                let indices = self.indices(op, qual)?;
                let width =
                    parts.args.first().and_then(|&arg| arena.sorts.width(arena.sort_of(arg))).unwrap_or(0);
                self.operator(op, &indices, width, &mut args)
            }
            Head::Fun(fun, _) => match &arena.fun(fun).kind {
                FunKind::Named(named) => built(*named),
                FunKind::Declared | FunKind::Defined { .. } => self.function(fun, &args),
                _ => Err("datatypes are not supported".to_owned()),
            },
            Head::Var(var) => match arena.var(var).binding {
                Binding::Let(definition) => built(definition),
                Binding::Scope(_) => self.variable(var),
            },
            Head::Call => match args.split_first() {
                Some((&function, args)) => self.application(function, args),
                None => Err("a call of nothing is not supported".to_owned()),
            },
            Head::Let(_) => {
                args.last().copied().ok_or_else(|| "a let without a body is not supported".to_owned())
            }
            Head::Annotated(_) => {
                args.first().copied().ok_or_else(|| "annotations of nothing are not supported".to_owned())
            }
            Head::Binder(..) => Err("quantifiers and lambdas are not supported".to_owned()),
            Head::Match(_) => Err("datatypes are not supported".to_owned()),
            Head::Unknown(name, _) => Err(format!("undefined term: {}", arena.name(name))),
            Head::Verbatim(text) => Err(format!("syntax error: {}", arena.name(text))),
        }
    }

    fn operator(&self, op: Op, indices: &[u32], width: u32, args: &mut [YTerm]) -> Result<YTerm, String> {
        if let (Op::Arith(ArithOp::Divisible), &[divisor], &[term]) = (op, indices, &*args) {
            let divisor = self.literal(LiteralKind::Numeral, &divisor.to_string(), SortId::INT)?;
            // SAFETY: Yices checks its terms itself.
            return self.f.checked(unsafe { (self.f.divides_atom)(divisor, term) });
        }
        self.operators.apply(self.f, op, indices, width, args)
    }

    fn indices(&self, op: Op, qual: QualId) -> Result<Vec<u32>, String> {
        let arena = &self.script.arena;
        let number = |index| arena.numeral(index).and_then(|number| u32::try_from(number).ok());
        let indices: Option<Vec<u32>> = arena.qual(qual).indices.iter().map(number).collect();
        indices.ok_or_else(|| not_supported(op))
    }

    fn function(&self, fun: FunId, args: &[YTerm]) -> Result<YTerm, String> {
        let declared = self.script.arena.fun(fun);
        let known = self.funs.get(&fun).copied();
        let known =
            known.ok_or_else(|| format!("undefined term: {}", self.script.arena.name(declared.name)))?;
        match &declared.kind {
            FunKind::Defined { vars, .. } if !vars.is_empty() => {
                if vars.len() != args.len() {
                    return Err("a defined function without its arguments is not supported".to_owned());
                }
                // A parameter that the body does not name has no variable, and needs none.
                let pairs =
                    vars.iter().zip(args).filter_map(|(var, &arg)| Some((*self.variables.get(var)?, arg)));
                let (vars, args): (Vec<YTerm>, Vec<YTerm>) = pairs.unzip();
                // SAFETY: both lists are of this length and outlive the call; Yices checks its terms itself.
                self.f.checked(unsafe {
                    (self.f.subst_term)(vars.len() as u32, vars.as_ptr(), args.as_ptr(), known)
                })
            }
            _ if args.is_empty() => Ok(known),
            _ => self.application(known, args),
        }
    }

    fn application(&self, function: YTerm, args: &[YTerm]) -> Result<YTerm, String> {
        // SAFETY: the list outlives the call; Yices checks its terms itself.
        self.f.checked(unsafe { (self.f.application)(function, args.len() as u32, args.as_ptr()) })
    }

    fn variable(&mut self, var: VarId) -> Result<YTerm, String> {
        if let Some(&known) = self.variables.get(&var) {
            return Ok(known);
        }
        let kind = self.sort(self.script.arena.var(var).sort)?;
        // SAFETY: Yices checks the type itself.
        let made = self.f.checked(unsafe { (self.f.new_variable)(kind) })?;
        self.variables.insert(var, made);
        Ok(made)
    }

    fn literal(&self, kind: LiteralKind, text: &str, sort: SortId) -> Result<YTerm, String> {
        let digits = |prefix: &str| text.strip_prefix(prefix).unwrap_or(text).to_owned();
        let (parse, text) = match kind {
            LiteralKind::Numeral => (self.f.parse_rational, text.to_owned()),
            LiteralKind::Decimal => (self.f.parse_float, text.trim_end_matches('.').to_owned()),
            LiteralKind::Binary => (self.f.parse_bvbin, digits("#b")),
            LiteralKind::Hex => (self.f.parse_bvhex, digits("#x")),
            LiteralKind::BvNumeral => {
                let width = self.script.arena.sorts.width(sort).unwrap_or(0);
                (self.f.parse_bvbin, binary(&digits("bv"), width)?)
            }
            _ => return Err(format!("the literal {text} is not supported")),
        };
        // SAFETY: the text outlives the call.
        self.f.checked(unsafe { parse(c_text(text.as_bytes()).as_ptr()) })
    }

    fn function_type(&mut self, params: &[SortId], result: YType) -> Result<YType, String> {
        let params: Vec<YType> = params.iter().map(|&param| self.sort(param)).collect::<Result<_, _>>()?;
        // SAFETY: the list outlives the call; Yices checks its types itself.
        self.f.checked(unsafe { (self.f.function_type)(params.len() as u32, params.as_ptr(), result) })
    }

    /// The type of a sort. Sorts are not deep: the parser sees to that.
    fn sort(&mut self, sort: SortId) -> Result<YType, String> {
        let script = self.script;
        let sorts = &script.arena.sorts;
        let sort = sorts.canonical(sort);
        if let Some(&known) = self.types.get(&sort) {
            return Ok(known);
        }
        let f = self.f;
        let made = match sorts.ctor(sort) {
            // Yices' arrays are its functions.
            SortCtor::Array => match sorts.args(sort) {
                [params @ .., element] => {
                    let element = self.sort(*element)?;
                    self.function_type(params, element)?
                }
                [] => NOTHING,
            },
            // SAFETY: none of these calls has a condition.
            ctor => unsafe {
                match ctor {
                    SortCtor::Bool => (f.bool_type)(),
                    SortCtor::Int => (f.int_type)(),
                    SortCtor::Real => (f.real_type)(),
                    SortCtor::BitVec(width) => (f.bv_type)(width),
                    SortCtor::User(decl) if sorts.decl(decl).kind == SortDeclKind::Declared => {
                        (f.new_uninterpreted_type)()
                    }
                    _ => {
                        let text = smtlib::sort_text(&script.arena, sort);
                        return Err(format!("the sort {text} is not supported"));
                    }
                }
            },
        };
        let made = f.checked(made)?;
        self.types.insert(sort, made);
        Ok(made)
    }
}

/// The digits of a decimal numeral in base 2, at this width.
fn binary(numeral: &str, width: u32) -> Result<String, String> {
    let mut digits: Vec<u8> = numeral.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    let mut bits = Vec::new();
    while digits.iter().any(|&digit| digit != 0) {
        let mut carry = 0;
        for digit in &mut digits {
            let value = carry * 10 + *digit;
            (*digit, carry) = (value / 2, value % 2);
        }
        bits.push(b'0' + carry);
    }
    if bits.len() > width as usize {
        return Err(format!("bv{numeral} does not fit into {width} bits, and is not supported"));
    }
    bits.resize(width as usize, b'0');
    Ok(bits.iter().rev().map(|&bit| char::from(bit)).collect())
}

#[cfg(test)]
mod tests {
    use super::binary;

    #[test]
    fn a_numeral_of_any_size_has_its_bits() {
        assert_eq!(binary("10", 6).as_deref(), Ok("001010"));
        assert_eq!(binary("18446744073709551616", 65), Ok(format!("1{}", "0".repeat(64))));
        assert_eq!(binary("0", 1).as_deref(), Ok("0"));
        assert!(binary("4", 2).is_err());
    }
}
