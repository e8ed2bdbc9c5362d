//! Integers and reals.

use super::row::table;

table! { Arith:
}
