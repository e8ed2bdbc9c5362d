//! Bit-vectors.

use super::row::table;

table! { Bv:
}
