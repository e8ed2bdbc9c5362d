//! The option model of a solver in the catalogue: asked once, remembered with the solver.

use std::fs;
use std::process::Command;
use std::time::Duration;

use super::error::CatalogueError;
use super::launch::Launch;
use super::{Catalogue, Resolved, child};
use crate::options::{self, Listing, OptionModel};
use crate::profile::Profile;

/// Raised when a parser changes, so that models made by the old one are made anew.
const PARSER: u32 = 3;

impl Catalogue {
    /// The options of a solver, read from the solver itself: a library is asked by the library host.
    pub fn options(&self, solver: &Resolved, profile: &Profile) -> Result<OptionModel, CatalogueError> {
        let path = solver.facts.join(format!("options-{PARSER}.json"));
        let remembered = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(model) = remembered {
            return Ok(model);
        }
        let failed = |why: String| CatalogueError::NoOptions { target: solver.name.clone(), why };
        let model = match &solver.launch {
            Launch::Library { .. } => {
                let guest = solver.guest().ok_or_else(|| failed("it has no library".to_owned()))?;
                let host = guest.options_program().map_err(|error| failed(error.to_string()))?;
                let mut command = Command::new(host.path);
                let said = child::run(command.args(host.args), "", Duration::from_secs(60))
                    .map_err(|error| failed(error.to_string()))?;
                options::parse(Listing::Records, &said.stdout)
                    .map_err(|error| failed(format!("{error} ({})", said.last_words())))?
            }
            Launch::Process { program, args } => {
                let tell = |last: &[String], input: &str| {
                    let mut command = Command::new(program);
                    child::run(command.args(args).args(last), input, Duration::from_secs(30))
                };
                let ask = |last: &[String]| tell(last, "");
                let listing = profile
                    .options
                    .listing
                    .ok_or_else(|| failed(format!("the profile `{}` does not say how", profile.name)))?;
                let said = ask(&profile.options.list).map_err(|error| failed(error.to_string()))?;
                let mut model = options::parse(listing, &said.stdout)
                    .map_err(|error| failed(format!("{error} ({})", said.last_words())))?;
                if let Some(list_modes) = &profile.options.list_modes {
                    model.fill_modes(|name| Some(ask(&[list_modes.fill(name)]).ok()?.all()));
                }
                if let Some(ask_default) = &profile.options.ask_default {
                    model.fill_defaults(|names| {
                        let script: String = names.iter().map(|name| ask_default.fill(name) + "\n").collect();
                        tell(&profile.run.stdin, &script).map_or_else(|_| String::new(), |said| said.stdout)
                    });
                }
                for (name, words) in &profile.options.words {
                    if model.options.iter().any(|option| option.name == *name) {
                        let list = |script: &String| tell(&profile.run.stdin, script).ok();
                        let listed = words.vocabulary.as_ref().and_then(list).map(|said| said.stdout);
                        let known = words.known(&listed.unwrap_or_default());
                        model.words.insert(name.clone(), known);
                    }
                }
                model
            }
        };
        let text = serde_json::to_vec(&model).map_err(|error| failed(error.to_string()))?;
        self.write_whole(&path, &text)?;
        Ok(model)
    }
}
