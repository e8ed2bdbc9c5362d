//! Operators of two terms applied to more, as SMT-LIB 2.7 section 3.7.1 says.

use smtlib::theory::Arity;

use super::{Done, Refused};

/// Gives the terms pair by pair to `two`; `all` is the conjunction.
pub(super) fn fold<T: Copy>(
    arity: Arity,
    args: &[T],
    mut two: impl FnMut(T, T) -> Done<T>,
    all: impl FnOnce(Vec<T>) -> Done<T>,
) -> Done<T> {
    match (arity, args) {
        (_, &[a, b]) => two(a, b),
        (Arity::LeftAssoc, [first, rest @ ..]) => rest.iter().try_fold(*first, |sum, &arg| two(sum, arg)),
        (Arity::RightAssoc, [rest @ .., last]) => {
            rest.iter().rev().try_fold(*last, |sum, &arg| two(arg, sum))
        }
        (Arity::Chainable, _) => {
            all(args.windows(2).map(|pair| two(pair[0], pair[1])).collect::<Done<Vec<T>>>()?)
        }
        (Arity::Pairwise, _) => {
            let pairs = (1..args.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            all(pairs.map(|(i, j)| two(args[i], args[j])).collect::<Done<Vec<T>>>()?)
        }
        _ => Err(Refused::because("it does not take so many arguments")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_operator_has_its_own_way() {
        let folded = |arity| {
            let (mut log, mut fresh) = (Vec::new(), 10);
            let two = |a: u32, b: u32| {
                log.push((a, b));
                fresh += 1;
                Ok(fresh)
            };
            let result = fold(arity, &[1, 2, 3], two, |terms| Ok(terms.len() as u32));
            (result, log)
        };
        assert_eq!(folded(Arity::LeftAssoc), (Ok(12), vec![(1, 2), (11, 3)]));
        assert_eq!(folded(Arity::RightAssoc), (Ok(12), vec![(2, 3), (1, 11)]));
        assert_eq!(folded(Arity::Chainable), (Ok(2), vec![(1, 2), (2, 3)]));
        assert_eq!(folded(Arity::Pairwise), (Ok(3), vec![(1, 2), (1, 3), (2, 3)]));
        assert!(folded(Arity::Fixed).0.is_err());
    }
}
