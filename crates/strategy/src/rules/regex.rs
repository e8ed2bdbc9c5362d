//! Regular languages.

use super::row::table;

table! { Regex:
}
