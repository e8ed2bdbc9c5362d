//! Arrays.

use super::row::table;

table! { Array:
}
