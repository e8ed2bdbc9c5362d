//! `unknown` that is nothing to report.

use solver::answer::Expected;
use solver::backend::OpenError;

use crate::confirmed::Verdict;
use crate::lane::Lane;

/// Reasons, as solvers word them: for lack of time, memory or steps.
const EXCUSES: &[&str] = &["timeout", "canceled", "resource", "memout", "memory", "interrupted", "limit"];

/// Why a fresh process says `unknown` to a script, if that is an excuse. `incremental` says that it goes on after a check.
pub fn excuse(
    lane: &mut Lane<'_>,
    text: &[u8],
    incremental: bool,
) -> Result<Option<&'static str>, OpenError> {
    let text = text.trim_ascii_end();
    let mut asked = text.strip_suffix(b"(exit)").unwrap_or(text).to_vec();
    asked.extend_from_slice(b"\n(get-info :reason-unknown)\n");
    let reply = lane.ask(&asked, incremental, &[Expected::Info])?;
    let reason = String::from_utf8_lossy(&reply).to_lowercase();
    Ok(EXCUSES.iter().copied().find(|excuse| reason.contains(*excuse)))
}

/// What becomes of a loss for such a reason, or for none.
pub fn verdict(excuse: Option<&'static str>) -> Verdict {
    match excuse {
        Some(excuse) => Verdict::Excused(format!("unknown because of {excuse}")),
        None => Verdict::Confirmed,
    }
}
