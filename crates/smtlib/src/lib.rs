//! A typed SMT-LIB front end.
