//! The functions in use, as `z3_api.h` and its neighbours declare them.

use std::ffi::{c_char, c_int, c_uint, c_void};

use crate::adapter::functions::functions;

/// `Z3_context`, `Z3_solver`, …: all of them are pointers.
pub(super) type Object = *mut c_void;
pub(super) type ErrorHandler = Option<unsafe extern "C" fn(Object, c_int)>;

functions! { "Z3_" optional {
    solver_translate: fn(Object, Object, Object) -> Object;
    translate: fn(Object, Object, Object) -> Object;
    solver_from_string: fn(Object, Object, *const c_char);
    mk_bv_numeral: fn(Object, c_uint, *const bool) -> Object;
    mk_u32string: fn(Object, c_uint, *const c_uint) -> Object;
    mk_string: fn(Object, *const c_char) -> Object;
    mk_re_sort: fn(Object, Object) -> Object;
    mk_string_sort: fn(Object) -> Object;
    substitute: fn(Object, Object, c_uint, *const Object, *const Object) -> Object;
    mk_forall_const: fn(Object, c_uint, c_uint, *const Object, c_uint, *const Object, Object) -> Object;
    mk_exists_const: fn(Object, c_uint, c_uint, *const Object, c_uint, *const Object, Object) -> Object;
    mk_solver_for_logic: fn(Object, Object) -> Object;
    get_sort: fn(Object, Object) -> Object;
    is_eq_sort: fn(Object, Object, Object) -> bool;
    solver_get_num_scopes: fn(Object, Object) -> c_uint;
    solver_get_statistics: fn(Object, Object) -> Object;
    stats_inc_ref: fn(Object, Object);
    stats_dec_ref: fn(Object, Object);
    stats_to_string: fn(Object, Object) -> *const c_char;
    solver_get_reason_unknown: fn(Object, Object) -> *const c_char;
    model_to_string: fn(Object, Object) -> *const c_char;
    mk_constructor: fn(Object, Object, Object, c_uint, *const Object, *const Object, *mut c_uint) -> Object;
    del_constructor: fn(Object, Object);
    mk_datatype: fn(Object, Object, c_uint, *mut Object) -> Object;
    get_datatype_sort_constructor: fn(Object, Object, c_uint) -> Object;
    get_datatype_sort_recognizer: fn(Object, Object, c_uint) -> Object;
    get_datatype_sort_constructor_accessor: fn(Object, Object, c_uint, c_uint) -> Object;
    mk_lambda_const: fn(Object, c_uint, *const Object, Object) -> Object;
    mk_select_n: fn(Object, Object, c_uint, *const Object) -> Object;
    mk_rec_func_decl: fn(Object, Object, c_uint, *const Object, Object) -> Object;
    add_rec_def: fn(Object, Object, c_uint, *mut Object, Object);
    solver_interrupt: fn(Object, Object);
    solver_get_param_descrs: fn(Object, Object) -> Object;
    param_descrs_inc_ref: fn(Object, Object);
    param_descrs_size: fn(Object, Object) -> c_uint;
    param_descrs_get_name: fn(Object, Object, c_uint) -> Object;
    param_descrs_get_kind: fn(Object, Object, Object) -> c_int;
    param_descrs_get_documentation: fn(Object, Object, Object) -> *const c_char;
    get_symbol_string: fn(Object, Object) -> *const c_char;
} {
    mk_config: fn() -> Object;
    del_config: fn(Object);
    mk_context_rc: fn(Object) -> Object;
    del_context: fn(Object);
    set_error_handler: fn(Object, ErrorHandler);
    get_error_code: fn(Object) -> c_int;
    get_error_msg: fn(Object, c_int) -> *const c_char;
    inc_ref: fn(Object, Object);
    set_ast_print_mode: fn(Object, c_int);

    mk_string_symbol: fn(Object, *const c_char) -> Object;
    mk_bool_sort: fn(Object) -> Object;
    mk_int_sort: fn(Object) -> Object;
    mk_real_sort: fn(Object) -> Object;
    mk_bv_sort: fn(Object, c_uint) -> Object;
    mk_array_sort: fn(Object, Object, Object) -> Object;
    mk_fpa_sort: fn(Object, c_uint, c_uint) -> Object;
    mk_fpa_rounding_mode_sort: fn(Object) -> Object;
    mk_const: fn(Object, Object, Object) -> Object;
    mk_func_decl: fn(Object, Object, c_uint, *const Object, Object) -> Object;
    mk_app: fn(Object, Object, c_uint, *const Object) -> Object;
    mk_numeral: fn(Object, *const c_char, Object) -> Object;
    mk_unsigned_int64: fn(Object, u64, Object) -> Object;
    mk_int64: fn(Object, i64, Object) -> Object;
    mk_true: fn(Object) -> Object;
    mk_false: fn(Object) -> Object;
    mk_and: fn(Object, c_uint, *const Object) -> Object;
    get_array_sort_domain: fn(Object, Object) -> Object;
    mk_const_array: fn(Object, Object, Object) -> Object;
    mk_fpa_fp: fn(Object, Object, Object, Object) -> Object;

    mk_solver: fn(Object) -> Object;
    mk_simple_solver: fn(Object) -> Object;
    solver_inc_ref: fn(Object, Object);
    solver_dec_ref: fn(Object, Object);
    solver_set_params: fn(Object, Object, Object);
    solver_assert: fn(Object, Object, Object);
    solver_push: fn(Object, Object);
    solver_pop: fn(Object, Object, c_uint);
    solver_reset: fn(Object, Object);
    solver_check: fn(Object, Object) -> c_int;
    solver_check_assumptions: fn(Object, Object, c_uint, *const Object) -> c_int;
    solver_get_model: fn(Object, Object) -> Object;
    solver_get_unsat_core: fn(Object, Object) -> Object;
    solver_to_string: fn(Object, Object) -> *const c_char;
    model_inc_ref: fn(Object, Object);
    model_dec_ref: fn(Object, Object);
    model_eval: fn(Object, Object, Object, bool, *mut Object) -> bool;
    ast_vector_inc_ref: fn(Object, Object);
    ast_vector_dec_ref: fn(Object, Object);
    ast_vector_size: fn(Object, Object) -> c_uint;
    ast_vector_get: fn(Object, Object, c_uint) -> Object;
    is_eq_ast: fn(Object, Object, Object) -> bool;
    ast_to_string: fn(Object, Object) -> *const c_char;
    simplify: fn(Object, Object) -> Object;

    mk_params: fn(Object) -> Object;
    params_inc_ref: fn(Object, Object);
    params_dec_ref: fn(Object, Object);
    params_set_bool: fn(Object, Object, Object, bool);
    params_set_uint: fn(Object, Object, Object, c_uint);
    params_set_symbol: fn(Object, Object, Object, Object);
}
}
