//! How much memory this process has from its allocator.

use std::sync::OnceLock;

/// `struct mallinfo2` of glibc.
#[repr(C)]
struct Told {
    arena: usize,
    free_chunks: usize,
    fast_chunks: usize,
    mapped_chunks: usize,
    mapped_bytes: usize,
    most: usize,
    fast_bytes: usize,
    used_bytes: usize,
    free_bytes: usize,
    top_bytes: usize,
}

/// Has the allocator fill what it gives and takes back with rubbish, and keep no chunks aside that it would count as used.
/// To be set before a process starts: reading what was never written, or was given back, then shows.
pub(super) const TUNABLES: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.perturb=165");

/// The bytes in use; `None` where the allocator does not tell.
pub(super) fn used() -> Option<usize> {
    static ASK: OnceLock<Option<unsafe extern "C" fn() -> Told>> = OnceLock::new();
    let ask = ASK.get_or_init(|| {
        // SAFETY: the name is a text. An allocator that has this function has it as glibc documents it.
        unsafe {
            let found = libc::dlsym(libc::RTLD_DEFAULT, c"mallinfo2".as_ptr());
            (!found.is_null())
                .then(|| std::mem::transmute::<*mut libc::c_void, unsafe extern "C" fn() -> Told>(found))
        }
    });
    // SAFETY: it takes nothing, and only looks.
    let told = unsafe { (*ask)?() };
    Some(told.used_bytes + told.mapped_bytes)
}

/// Does the work, and when it leaves memory in use, again and again: what is made once and kept is no leak, what grows by the
/// same amount each time is. Gives the result of the first time, and the leak in bytes.
pub(super) fn grown<T>(mut work: impl FnMut() -> T, goes_on: impl Fn(&T) -> bool) -> (T, Option<usize>) {
    let mut time = || {
        let before = used();
        let result = work();
        let more = used().zip(before).and_then(|(after, before)| after.checked_sub(before));
        (result, more.filter(|bytes| *bytes > 0))
    };
    let (first, more) = time();
    if more.is_none() || !goes_on(&first) {
        return (first, None);
    }
    let _ = time();
    let (_, third) = time();
    let (_, fourth) = time();
    (first, third.filter(|_| third == fourth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_grows_each_time_is_a_leak() {
        let mut kept: Vec<Vec<u8>> = Vec::with_capacity(10);
        let leaking = grown(|| kept.push(vec![1; 100_000]), |()| true).1;
        assert!(leaking.is_none_or(|bytes| bytes >= 100_000), "{leaking:?}");
        let mut once = None;
        assert_eq!(grown(|| once = Some(vec![1; 100_000]), |()| true).1, None);
    }
}
