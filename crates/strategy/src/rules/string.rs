//! Strings.

use super::row::table;

table! { String:
}
