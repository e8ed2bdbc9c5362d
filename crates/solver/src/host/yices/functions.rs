//! The functions in use, as `yices.h` declares them.

use std::ffi::{c_char, c_void};

use crate::host::HostError;
use crate::host::symbols::{Symbols, rust_text};

/// A term, below 0 when there is none.
pub(super) type YTerm = i32;
/// A type, below 0 when there is none.
pub(super) type YType = i32;
pub(super) type Config = *mut c_void;
pub(super) type Context = *mut c_void;
pub(super) type Params = *mut c_void;
pub(super) type Model = *mut c_void;

/// `yval_t`: a value in a model.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Value {
    id: i32,
    tag: i32,
}

impl Value {
    /// `YVAL_UNKNOWN`
    pub(super) fn is_unknown(self) -> bool {
        self.tag == 0
    }

    /// `YVAL_ALGEBRAIC`
    pub(super) fn is_algebraic(self) -> bool {
        self.tag == 3
    }
}

/// `yval_vector_t` and `term_vector_t`.
#[repr(C)]
pub(super) struct Vector<T> {
    capacity: u32,
    size: u32,
    data: *mut T,
}

impl<T: Copy> Vector<T> {
    /// A place for the library to initialise.
    pub(super) fn empty() -> Vector<T> {
        Vector { capacity: 0, size: 0, data: std::ptr::null_mut() }
    }

    /// # Safety
    ///
    /// The library must have filled it in and not freed it yet.
    pub(super) unsafe fn to_vec(&self) -> Vec<T> {
        if self.size == 0 {
            return Vec::new();
        }
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(self.data, self.size as usize) }.to_vec()
    }
}

/// `mpz_t` of GMP, whose layout is part of its interface.
#[repr(C)]
pub(super) struct Integer {
    pub(super) room: i32,
    /// How many limbs are in use, negated for a negative number.
    pub(super) size: i32,
    /// The least significant limb first.
    pub(super) limbs: *mut usize,
}

macro_rules! functions {
    ($($name:ident: fn($($arg:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, without the `yices_` of their names.
        pub(super) struct Functions { $(pub(super) $name: unsafe extern "C" fn($($arg),*) $(-> $result)?),* }

        impl Functions {
            pub(super) fn find(library: &Symbols) -> Result<Functions, HostError> {
                // SAFETY: the types are those of the header, unchanged from 2.6.0 to 2.6.5. The library stays
                // loaded beside the functions.
                unsafe {
                    Ok(Functions { $($name: library.function(concat!("yices_", stringify!($name)))?),* })
                }
            }
        }
    };
}

functions! {
    init: fn();
    exit: fn();
    reset: fn();
    error_string: fn() -> *mut c_char;
    clear_error: fn();
    free_string: fn(*mut c_char);

    new_config: fn() -> Config;
    free_config: fn(Config);
    default_config_for_logic: fn(Config, *const c_char) -> i32;
    set_config: fn(Config, *const c_char, *const c_char) -> i32;
    new_context: fn(Config) -> Context;
    free_context: fn(Context);
    context_enable_option: fn(Context, *const c_char) -> i32;
    context_disable_option: fn(Context, *const c_char) -> i32;
    new_param_record: fn() -> Params;
    default_params_for_context: fn(Context, Params);
    set_param: fn(Params, *const c_char, *const c_char) -> i32;
    free_param_record: fn(Params);

    context_status: fn(Context) -> i32;
    push: fn(Context) -> i32;
    pop: fn(Context) -> i32;
    assert_formula: fn(Context, YTerm) -> i32;
    check_context: fn(Context, Params) -> i32;
    check_context_with_assumptions: fn(Context, Params, u32, *const YTerm) -> i32;
    init_term_vector: fn(*mut Vector<YTerm>);
    delete_term_vector: fn(*mut Vector<YTerm>);
    get_unsat_core: fn(Context, *mut Vector<YTerm>) -> i32;

    bool_type: fn() -> YType;
    int_type: fn() -> YType;
    real_type: fn() -> YType;
    bv_type: fn(u32) -> YType;
    new_uninterpreted_type: fn() -> YType;
    function_type: fn(u32, *const YType, YType) -> YType;

    new_uninterpreted_term: fn(YType) -> YTerm;
    new_variable: fn(YType) -> YTerm;
    application: fn(YTerm, u32, *const YTerm) -> YTerm;
    subst_term: fn(u32, *const YTerm, *const YTerm, YTerm) -> YTerm;
    and: fn(u32, *mut YTerm) -> YTerm;
    bvextract: fn(YTerm, u32, u32) -> YTerm;
    divides_atom: fn(YTerm, YTerm) -> YTerm;
    parse_rational: fn(*const c_char) -> YTerm;
    parse_float: fn(*const c_char) -> YTerm;
    parse_bvbin: fn(*const c_char) -> YTerm;
    parse_bvhex: fn(*const c_char) -> YTerm;

    get_model: fn(Context, i32) -> Model;
    free_model: fn(Model);
    get_value: fn(Model, YTerm, *mut Value) -> i32;
    val_get_bool: fn(Model, *const Value, *mut i32) -> i32;
    val_bitsize: fn(Model, *const Value) -> u32;
    val_get_bv: fn(Model, *const Value, *mut i32) -> i32;
    val_get_mpq: fn(Model, *const Value, *mut Integer) -> i32;
    val_get_scalar: fn(Model, *const Value, *mut i32, *mut YType) -> i32;
    val_function_arity: fn(Model, *const Value) -> u32;
    init_yval_vector: fn(*mut Vector<Value>);
    delete_yval_vector: fn(*mut Vector<Value>);
    val_expand_function: fn(Model, *const Value, *mut Value, *mut Vector<Value>) -> i32;
    val_expand_mapping: fn(Model, *const Value, *mut Value, *mut Value) -> i32;
}

impl Functions {
    /// What the last call that failed has left to say.
    pub(super) fn last_error(&self) -> String {
        // SAFETY: the text is ours, and is given back after it was copied.
        unsafe {
            let text = (self.error_string)();
            let message = rust_text(text);
            (self.free_string)(text);
            (self.clear_error)();
            message
        }
    }

    /// The result of a call that gives less than 0 when it fails.
    pub(super) fn checked(&self, result: i32) -> Result<i32, String> {
        if result < 0 { Err(self.last_error()) } else { Ok(result) }
    }
}
