//! Loading a library and finding its functions. For processes that do nothing else: see [`super`].

use std::ffi::{CStr, CString, c_char};
use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::HostError;

/// A library that stays loaded for the life of the process.
#[derive(Debug)]
pub struct Symbols {
    library: Library,
    name: String,
}

impl Symbols {
    /// Loads a library, with its symbols hidden from other libraries.
    pub fn load(path: &Path) -> Result<Symbols, HostError> {
        let failed = |error: libloading::Error| HostError::Load(format!("{}: {error}", path.display()));
        // SAFETY: loading runs the library's initialisers: that is what this process is for. It has one
        // thread and holds nothing that they could break but itself.
        let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(failed)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Symbols { library, name })
    }

    /// A function that the engine cannot do without.
    ///
    /// # Safety
    ///
    /// `F` must be the type of a C function pointer that fits the library's declaration of `symbol`. The
    /// result must not be called after `self` is dropped.
    pub unsafe fn function<F: Copy>(&self, symbol: &str) -> Result<F, HostError> {
        // SAFETY: the caller's promise.
        unsafe { self.optional(symbol) }
            .ok_or_else(|| HostError::Load(format!("{} has no function `{symbol}`", self.name)))
    }

    /// A function that only some releases have.
    ///
    /// # Safety
    ///
    /// As for [`Symbols::function`].
    pub unsafe fn optional<F: Copy>(&self, symbol: &str) -> Option<F> {
        // SAFETY: the caller's promise.
        unsafe { self.library.get::<F>(symbol.as_bytes()) }.ok().map(|found| *found)
    }
}

/// A text for C; what follows a zero byte is lost, as it is for every C program.
pub fn c_text(bytes: &[u8]) -> CString {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

/// A text from C.
///
/// # Safety
///
/// `text` must be null or point to a zero-terminated text that is not freed before this returns.
pub unsafe fn rust_text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
