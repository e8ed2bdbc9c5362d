//! How an operator's C function is called, as text.
//!
//! ```text
//! a   the next argument        i   the next index        S   the sort of the result
//! #   how many arguments       *   all of them, as an array
//! 0 1 that number
//! ```
//! `Z3_mk_extract` is `iia`: it takes both indices, then the term. Every parameter of these functions is a pointer or an
//! integer, which the C calling conventions of our platforms pass alike, so one type fits them all.

use smtlib::theory::Op;
use solver::host::symbols::Symbols;

/// A row of an adapter's table: operator, function, template.
pub(super) type Row = (Op, &'static str, &'static str);

/// The most parameters that a function has.
const MOST: usize = 6;

type Function = unsafe extern "C" fn(usize, usize, usize, usize, usize, usize) -> usize;

/// A function that was found, and how it is called.
#[derive(Clone, Copy)]
pub(super) struct Template {
    function: Function,
    text: &'static str,
}

/// What a template is filled with.
pub(super) struct Filling<'a> {
    /// What every call begins with: the context. Nothing where there is none.
    pub(super) first: Option<usize>,
    /// The arguments.
    pub(super) args: &'a [usize],
    /// The indices.
    pub(super) indices: &'a [u32],
    /// The sort of the result.
    pub(super) sort: usize,
}

impl Template {
    /// Finds a row's function, if the library has it.
    pub(super) fn find(library: &Symbols, name: &str, text: &'static str) -> Option<Template> {
        // SAFETY: all parameters and results are pointers or integers; the caller keeps the library loaded.
        let function = unsafe { library.optional::<Function>(name) }?;
        Some(Template { function, text })
    }

    /// Whether it takes exactly two terms, so that more have to be given pair by pair.
    pub(super) fn is_binary(self) -> bool {
        self.text.bytes().filter(|&b| b == b'a').count() == 2
    }

    /// Calls it. `None` when the template does not fit what it is filled with.
    ///
    /// # Safety
    ///
    /// Arguments and sort must be what the function takes, of the context that comes first.
    pub(super) unsafe fn call(self, filling: &Filling<'_>) -> Option<usize> {
        // SAFETY: the caller's promise.
        unsafe { self.call_with_list(filling, filling.args.as_ptr() as usize) }
    }

    /// The same, where `*` stands for this place: an array of what is not of the size of a word.
    ///
    /// # Safety
    ///
    /// As for [`Template::call`]; the array must have as many elements as there are arguments.
    pub(super) unsafe fn call_with_list(self, filling: &Filling<'_>, list: usize) -> Option<usize> {
        let mut words = [0usize; MOST];
        let (mut args, mut indices) = (filling.args.iter(), filling.indices.iter());
        let mut at = 0;
        let mut push = |word: usize| {
            *words.get_mut(at)? = word;
            at += 1;
            Some(())
        };
        if let Some(first) = filling.first {
            push(first)?;
        }
        for letter in self.text.bytes() {
            push(match letter {
                b'a' => *args.next()?,
                b'i' => *indices.next()? as usize,
                b'S' => filling.sort,
                b'#' => filling.args.len(),
                b'*' => {
                    args = [].iter();
                    list
                }
                b'0' => 0,
                _ => 1,
            })?;
        }
        if args.next().is_some() || indices.next().is_some() {
            return None;
        }
        let [a, b, c, d, e, f] = words;
        // SAFETY: the caller's promise. A function that takes fewer parameters does not see the others.
        Some(unsafe { (self.function)(a, b, c, d, e, f) })
    }
}

/// Whether a text is a template.
#[cfg(test)]
pub(super) fn is_well_formed(text: &str) -> bool {
    text.bytes().all(|b| b"aiS#*01".contains(&b)) && text.len() < MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn digits(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize) -> usize {
        [a, b, c, d, e, f].iter().fold(0, |sum, digit| sum * 10 + digit)
    }

    #[test]
    fn parameters_stand_where_the_template_says() {
        let call = |text, args: &[usize], indices: &[u32]| {
            let filling = Filling { first: Some(9), args, indices, sort: 7 };
            // SAFETY: the function takes any numbers.
            unsafe { Template { function: digits, text }.call(&filling) }
        };
        assert_eq!(call("iia", &[5], &[3, 2]), Some(932500));
        assert_eq!(call("aS1", &[5], &[]), Some(957100));
        assert_eq!(call("aa", &[5], &[]), None);
        assert_eq!(call("a", &[5, 6], &[]), None);
        assert_eq!(call("a", &[5], &[1]), None);
    }
}
