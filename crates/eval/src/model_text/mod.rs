//! x
pub(crate) fn algebraic(_t: &str) -> Option<crate::Value> {
    None
}
