//! Quantifiers.

use super::row::table;

table! { Quant:
}
