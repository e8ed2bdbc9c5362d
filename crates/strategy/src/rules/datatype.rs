//! Datatypes.

use super::row::table;

table! { Datatype:
}
