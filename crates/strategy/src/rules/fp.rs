//! Floating-point numbers.

use super::row::table;

table! { Fp:
}
