//! The question that a finding asks.

use std::path::Path;

use oracle::Class;
use smtlib::Script;
use strategy::Label;

use super::BisectError;
use super::question::{Question, Sought};
use crate::store::{FindingFile, FolderError, Smallest, keeps_truth};

impl Question {
    /// Whether releases show the finding in this folder, by its smallest script.
    pub fn of_finding(folder: &Path) -> Result<(FindingFile, Question), BisectError> {
        let unreadable = |error: FolderError| BisectError::File(error.path, error.error);
        let file = FindingFile::read(folder).map_err(unreadable)?;
        let smallest = Smallest::read(folder).map_err(unreadable)?;
        let (name, text) = (smallest.file, smallest.by_standard().to_vec());
        let script = Script::parse(&text).map_err(|error| {
            BisectError::File(folder.join(name), std::io::Error::other(error.to_string()))
        })?;
        let checks = script.commands.iter().filter(|command| command.is_check()).count();
        let mut answers: Vec<Option<Label>> = file.answers_of(checks).into_iter().map(Label::named).collect();
        if !keeps_truth(folder, name) {
            answers.fill(None);
        }
        let sought = Sought {
            classes: vec![file.class],
            // The only check of a reduced script is the one that the finding is about.
            check: file.check.map(|check| if checks == 1 { 0 } else { check }),
            place: file.place.clone(),
        };
        let about = sought.check.and_then(|check| answers.get(check).copied().flatten());
        let known_by = match (file.class, about) {
            (Class::Crash, _) => "a crash is wrong whatever the answer would be",
            (Class::Core, _) if file.place.is_some() => "a core must name what is there",
            (Class::Core, _) => "a model satisfies the core, by evaluation",
            (Class::Model, None) => "a model that evaluates to false is wrong whatever the answer would be",
            (_, Some(Label::Sat)) => "a witness satisfies it, by evaluation",
            (_, Some(Label::Unsat)) => "it is unsatisfiable by construction",
            (_, None) => "the finding says so",
        };
        let mut question = Question::new(text, script, &answers, sought, known_by.to_owned());
        question.core_model = smallest.witness.filter(|_| file.class == Class::Core);
        Ok((file, question))
    }
}
