//! Values of a model, as SMT-LIB writes them.

use std::iter::once;

use smtlib::{Arena, FunId, SortCtor, SortId, sort_text};

use super::functions::{Functions, Integer, Model, Value, Vector, YTerm};

/// A model of the last check.
pub(super) struct Values<'a> {
    pub(super) f: &'a Functions,
    pub(super) arena: &'a Arena,
    pub(super) model: Model,
}

impl Drop for Values<'_> {
    fn drop(&mut self) {
        // SAFETY: the model is ours, and nobody has it after this.
        unsafe { (self.f.free_model)(self.model) };
    }
}

/// A function by its values.
struct Listed {
    entries: Vec<(Vec<Value>, Value)>,
    default: Value,
}

impl Values<'_> {
    /// The value of a term of this sort.
    pub(super) fn of_term(&self, term: YTerm, sort: SortId) -> Result<String, String> {
        self.value(self.evaluate(term)?, self.arena.sorts.canonical(sort))
    }

    /// `(define-fun f …)` for a declared function.
    pub(super) fn definition(&self, fun: FunId, constant: YTerm) -> Result<String, String> {
        let declared = self.arena.fun(fun);
        let name = self.arena.name(declared.name);
        let bars = if self.arena.symbols.needs_bars(declared.name) { "|" } else { "" };
        let (result, value) = (self.arena.sorts.canonical(declared.result), self.evaluate(constant)?);
        let params: Vec<String> = (0..declared.params.len()).map(|i| format!("x!{i}")).collect();
        let signature = params.iter().zip(&declared.params);
        let signature: Vec<String> =
            signature.map(|(param, &sort)| format!("({param} {})", sort_text(self.arena, sort))).collect();
        let mut text = format!(
            "(define-fun {bars}{name}{bars} ({}) {} ",
            signature.join(" "),
            sort_text(self.arena, declared.result)
        );
        if params.is_empty() {
            text += &self.value(value, result)?;
        } else {
            let listed = self.listed(value, params.len())?;
            for (args, value) in &listed.entries {
                let mut tests = Vec::new();
                for ((param, &sort), &arg) in params.iter().zip(&declared.params).zip(args) {
                    tests.push(format!("(= {param} {})", self.value(arg, self.arena.sorts.canonical(sort))?));
                }
                let test =
                    if tests.len() == 1 { tests.concat() } else { format!("(and {})", tests.join(" ")) };
                text += &format!("(ite {test} {} ", self.value(*value, result)?);
            }
            text += &self.value(listed.default, result)?;
            text += &")".repeat(listed.entries.len());
        }
        Ok(text + ")")
    }

    fn evaluate(&self, term: YTerm) -> Result<Value, String> {
        let mut value = Value::default();
        // SAFETY: the model lives, and the place outlives the call; Yices checks the term itself.
        self.f.checked(unsafe { (self.f.get_value)(self.model, term, &mut value) })?;
        Ok(value)
    }

    /// A value of a canonical sort. Sorts are not deep: the parser sees to that.
    fn value(&self, value: Value, sort: SortId) -> Result<String, String> {
        let (f, model, sorts) = (self.f, self.model, &self.arena.sorts);
        match sorts.ctor(sort) {
            SortCtor::Bool => {
                let mut bit = 0;
                // SAFETY: the model lives, and the place outlives the call; so below. Yices checks the kind.
                f.checked(unsafe { (f.val_get_bool)(model, &value, &mut bit) })?;
                Ok((bit != 0).to_string())
            }
            SortCtor::BitVec(width) => {
                let mut bits = vec![0; width as usize];
                // SAFETY: as above; there is room for all bits.
                unsafe {
                    if (f.val_bitsize)(model, &value) != width {
                        return Err("a value has another width than its term".to_owned());
                    }
                    f.checked((f.val_get_bv)(model, &value, bits.as_mut_ptr()))?;
                }
                let digits = bits.iter().rev().map(|&bit| if bit == 0 { '0' } else { '1' });
                Ok("#b".chars().chain(digits).collect())
            }
            SortCtor::Int => self.number(value, ""),
            SortCtor::Real => self.number(value, ".0"),
            SortCtor::User(_) => {
                let (mut index, mut kind) = (0, 0);
                // SAFETY: as above.
                f.checked(unsafe { (f.val_get_scalar)(model, &value, &mut index, &mut kind) })?;
                Ok(format!("(as @const_{index} {})", sort_text(self.arena, sort)))
            }
            SortCtor::Array => self.array(value, sort),
            _ => Err("values of this sort are not supported".to_owned()),
        }
    }

    fn array(&self, value: Value, sort: SortId) -> Result<String, String> {
        let Some((&element, indices)) = self.arena.sorts.args(sort).split_last() else {
            return Err("values of this sort are not supported".to_owned());
        };
        let listed = self.listed(value, indices.len())?;
        let default = self.value(listed.default, element)?;
        let constant = format!("((as const {}) {default})", sort_text(self.arena, sort));
        let mut text = "(store ".repeat(listed.entries.len()) + &constant;
        for (args, value) in &listed.entries {
            for (&arg, &sort) in args.iter().zip(indices) {
                text += &format!(" {}", self.value(arg, sort)?);
            }
            text += &format!(" {})", self.value(*value, element)?);
        }
        Ok(text)
    }

    fn listed(&self, value: Value, arity: usize) -> Result<Listed, String> {
        let (f, model, mut default, mut vector) = (self.f, self.model, Value::default(), Vector::empty());
        // SAFETY: the model lives and all places outlive the calls. What the vector has is copied before it goes.
        let mappings = unsafe {
            (f.init_yval_vector)(&mut vector);
            let expanded = f.checked((f.val_expand_function)(model, &value, &mut default, &mut vector));
            let mappings = vector.to_vec();
            (f.delete_yval_vector)(&mut vector);
            expanded.map(|_| mappings)?
        };
        // SAFETY: as above.
        if unsafe { (f.val_function_arity)(model, &value) } as usize != arity {
            return Err("a value has another arity than its function".to_owned());
        }
        let mut entries = Vec::new();
        for mapping in mappings {
            let (mut args, mut value) = (vec![Value::default(); arity], Value::default());
            // SAFETY: as above; there is room for as many arguments as the function has.
            f.checked(unsafe { (f.val_expand_mapping)(model, &mapping, args.as_mut_ptr(), &mut value) })?;
            entries.push((args, value));
        }
        // Where Yices gives no value, any will do.
        if default.is_unknown() {
            default = entries.first().map_or(default, |(_, value)| *value);
        }
        Ok(Listed { entries, default })
    }

    /// A rational; `tail` is what follows the digits of each integer of its sort.
    fn number(&self, value: Value, tail: &str) -> Result<String, String> {
        if value.is_algebraic() {
            return Err("algebraic numbers are not supported as values".to_owned());
        }
        let mut parts = [Integer::new()?, Integer::new()?];
        // SAFETY: the model lives, and the two integers are a `mpq_t`.
        let got = self.f.checked(unsafe { (self.f.val_get_mpq)(self.model, &value, parts.as_mut_ptr()) });
        let [numerator, denominator] = parts.map(Integer::take);
        got?;
        let negative = numerator.starts_with('-');
        let digits = numerator.trim_start_matches('-');
        let size = match denominator.as_str() {
            "1" => format!("{digits}{tail}"),
            _ => format!("(/ {digits}{tail} {denominator}{tail})"),
        };
        Ok(if negative { format!("(- {size})") } else { size })
    }
}

impl Integer {
    /// Zero, with room for one limb, which GMP may move as it does with its own.
    fn new() -> Result<Integer, String> {
        // SAFETY: it has no condition.
        let limbs: *mut usize = unsafe { libc::calloc(1, size_of::<usize>()) }.cast();
        if limbs.is_null() {
            Err("out of memory".to_owned())
        } else {
            Ok(Integer { room: 1, size: 0, limbs })
        }
    }

    /// The digits; the limbs are freed.
    fn take(self) -> String {
        let count = self.size.unsigned_abs() as usize;
        // SAFETY: so many limbs are in use. They are from `calloc` or from GMP, which allocates with `malloc`.
        let limbs = unsafe {
            let limbs: Vec<usize> = (0..count).map(|i| *self.limbs.add(i)).collect();
            libc::free(self.limbs.cast());
            limbs
        };
        let sign = if self.size < 0 { "-" } else { "" };
        sign.to_owned() + &decimal(limbs)
    }
}

/// The decimal digits of a number, given by its limbs, the least significant first.
fn decimal(mut limbs: Vec<usize>) -> String {
    const CHUNK: u128 = 1_000_000_000;
    let mut chunks = Vec::new();
    while let Some(top) = limbs.pop() {
        if top == 0 {
            continue;
        }
        limbs.push(top);
        let mut rest = 0u128;
        for limb in limbs.iter_mut().rev() {
            let value = rest << usize::BITS | *limb as u128;
            *limb = (value / CHUNK) as usize;
            rest = value % CHUNK;
        }
        chunks.push(rest);
    }
    let Some(first) = chunks.pop() else { return "0".to_owned() };
    once(first.to_string()).chain(chunks.iter().rev().map(|chunk| format!("{chunk:09}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn limbs_are_written_in_decimal() {
        assert_eq!(decimal(vec![]), "0");
        assert_eq!(decimal(vec![1_000_000_007]), "1000000007");
        let limbs = if usize::BITS == 64 { vec![0, 1] } else { vec![0, 0, 1] };
        assert_eq!(decimal(limbs), "18446744073709551616");
    }
}
