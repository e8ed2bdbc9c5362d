//! How the right answers of a script are known, when nobody has proved them.

use solver::backend::Found;
use solver::catalogue::Catalogue;
use solver::process::Limits;
use solver::profile::Profiles;
use solver::target::{Target, VersionRequest};
use strategy::{Label, Truth};

use super::probe::ask;
use super::question::Question;

/// Answers on which the newest installed release of a family and the newest installed one of another family agree, with
/// a sentence that names the two. Every check that `question` knows must be answered as it is known.
pub(super) fn agreement(
    question: &Question,
    family: &str,
    catalogue: &Catalogue,
    profiles: &Profiles,
    limits: &Limits,
) -> Option<(Vec<Option<Label>>, String)> {
    let answers = |family: &str| {
        let target = Target::release(family, VersionRequest::Newest);
        let found = Found::find(catalogue, profiles, &target).ok()?;
        let (said, ..) = ask(question, &found, catalogue, limits).ok()?;
        Some((found.name, said.answers)).filter(|(_, answers)| answers.iter().all(Option::is_some))
    };
    let (name, own) = answers(family)?;
    let fits = |(known, said): (&strategy::Check, &Option<Label>)| match known.truth {
        Truth::Sat(_) | Truth::Weakened | Truth::Agreed => *said == Some(Label::Sat),
        Truth::Unsat(_) => *said == Some(Label::Unsat),
        Truth::Same(_) | Truth::Unknown => true,
    };
    if !question.checks.iter().zip(&own).all(fits) {
        return None;
    }
    let mut others: Vec<String> = Vec::new();
    for installed in catalogue.list().ok()? {
        if installed.manifest.family != family && !others.contains(&installed.manifest.family) {
            others.push(installed.manifest.family);
        }
    }
    let (other, _) = others.iter().filter_map(|family| answers(family)).find(|(_, said)| *said == own)?;
    Some((own, format!("{name} and {other} agree")))
}
