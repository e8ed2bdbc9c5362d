//! What strings and `Seq` values have in common: algorithms on slices of any element that can be compared.
//!
//! Positions and lengths arrive as unbounded integers; one that does not fit a `usize` is outside every sequence.

use dashu_int::IBig;

/// The longest sequence an operator will build: nested `replace_all` grows exponentially in the size of a term.
pub const MAX_LENGTH: usize = 1 << 22;

/// A result would be longer than [`MAX_LENGTH`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a string or sequence would be longer than {MAX_LENGTH} elements")]
pub struct TooLong;

/// All parts, one after the other (`str.++`, `seq.++`).
pub fn concat<'s, T: Clone + 's>(parts: impl Iterator<Item = &'s [T]> + Clone) -> Result<Vec<T>, TooLong> {
    let length = parts.clone().map(<[T]>::len).try_fold(0, usize::checked_add).ok_or(TooLong)?;
    if length > MAX_LENGTH {
        return Err(TooLong);
    }
    let mut whole = Vec::with_capacity(length);
    parts.for_each(|part| whole.extend_from_slice(part));
    Ok(whole)
}

/// The element at `index`, if there is one (`seq.nth`).
pub fn nth<'s, T>(s: &'s [T], index: &IBig) -> Option<&'s T> {
    s.get(usize::try_from(index).ok()?)
}

/// The piece of length one at `index`, or the empty one (`str.at`, `seq.at`).
pub fn at<'s, T>(s: &'s [T], index: &IBig) -> &'s [T] {
    nth(s, index).map_or(&[], std::slice::from_ref)
}

/// At most `count` elements from `start` on; empty unless `0 <= start < |s|` and `count > 0` (`str.substr`,
/// `seq.extract`).
pub fn extract<'s, T>(s: &'s [T], start: &IBig, count: &IBig) -> &'s [T] {
    let rest = usize::try_from(start).ok().and_then(|start| s.get(start..)).unwrap_or(&[]);
    if *count <= IBig::ZERO {
        return &[];
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    &rest[..count.min(rest.len())]
}

/// The first occurrence of `part`; the empty sequence occurs at 0.
pub fn find<T: Eq>(s: &[T], part: &[T]) -> Option<usize> {
    match part {
        [] => Some(0),
        _ => s.windows(part.len()).position(|window| window == part),
    }
}

/// The first occurrence of `part` at or after `start`, which must be in `0..=|s|` (`str.indexof`, `seq.indexof`).
pub fn index_of<T: Eq>(s: &[T], part: &[T], start: &IBig) -> Option<usize> {
    let start = usize::try_from(start).ok()?;
    Some(start + find(s.get(start..)?, part)?)
}

/// The last occurrence of `part`; the empty sequence occurs at the end (`seq.last_indexof`).
pub fn last_index_of<T: Eq>(s: &[T], part: &[T]) -> Option<usize> {
    match part {
        [] => Some(s.len()),
        _ => s.windows(part.len()).rposition(|window| window == part),
    }
}

/// The first occurrence of `old` replaced by `new`; an empty `old` puts `new` in front (`str.replace`).
pub fn replace<T: Eq + Clone>(s: &[T], old: &[T], new: &[T]) -> Result<Vec<T>, TooLong> {
    match find(s, old) {
        Some(place) => concat([&s[..place], new, &s[place + old.len()..]].into_iter()),
        None => Ok(s.to_vec()),
    }
}

/// Occurrences of `old` replaced from left to right; an empty `old` changes nothing (`str.replace_all`).
pub fn replace_all<T: Eq + Clone>(s: &[T], old: &[T], new: &[T]) -> Result<Vec<T>, TooLong> {
    if old.is_empty() {
        return Ok(s.to_vec());
    }
    let mut pieces = Vec::new();
    let mut rest = s;
    while let Some(place) = find(rest, old) {
        pieces.extend([&rest[..place], new]);
        rest = &rest[place + old.len()..];
    }
    pieces.push(rest);
    concat(pieces.into_iter())
}

/// `new` written over `s` from `start` on, cut off at the end; `s` when `start` is outside (`str.update`,
/// `seq.update`).
pub fn update<T: Clone>(s: &[T], start: &IBig, new: &[T]) -> Vec<T> {
    let mut result = s.to_vec();
    if let Some(tail) = usize::try_from(start).ok().and_then(|start| result.get_mut(start..)) {
        tail.iter_mut().zip(new).for_each(|(slot, element)| *slot = element.clone());
    }
    result
}

/// The elements in the opposite order (`str.rev`, `seq.rev`).
pub fn rev<T: Clone>(s: &[T]) -> Vec<T> {
    s.iter().rev().cloned().collect()
}
