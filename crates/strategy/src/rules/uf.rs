//! Functions of the script.

use super::row::table;

table! { Uf:
}
