//! What targets do with scripts, feature by feature: for those who want few scripts that show much.

use std::time::Duration;

use guide::{Entry, Feature, Sight};
use smtlib::Script;
use solver::backend::OpenError;
use solver::process::Limits;
use solver::run::Outcome;

use crate::contestant::Contestant;
use crate::lane::Lane;
use crate::plan::Way;

/// Some targets, and what was seen of them.
pub struct Distiller<'a> {
    lanes: Vec<Lane<'a>>,
    sights: Vec<Sight>,
}

impl<'a> Distiller<'a> {
    /// Opens targets that have so much time for a script.
    pub fn open(contestants: &'a [Contestant], time: Duration) -> Result<Distiller<'a>, OpenError> {
        let limits = Limits { wall: time, cpu: time.saturating_mul(4), ..Limits::default() };
        let lanes = contestants.iter().map(|contestant| Lane::open(contestant, Way::Spawn, &limits));
        let sights = contestants.iter().map(|contestant| Sight::new(&contestant.name)).collect();
        Ok(Distiller { lanes: lanes.collect::<Result<_, _>>()?, sights })
    }

    /// All that the targets do with an input, each feature once and in order; or why they cannot be given it. One that was
    /// kept with options of a target is given to that one only, with these.
    pub fn features(&mut self, entry: &Entry) -> Result<Result<Vec<Feature>, String>, OpenError> {
        let text = entry.script();
        let script = match Script::parse(text) {
            Ok(script) => script,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let (mut features, mut given) = (Vec::new(), false);
        for (lane, sight) in self.lanes.iter_mut().zip(&mut self.sights) {
            let shown = match &entry.under {
                None => shown(lane, sight, &script, text)?,
                Some(under) if under.target == lane.contestant.name => {
                    let configured = lane.contestant.with_settings(&under.settings);
                    shown(&mut Lane::open(&configured, Way::Spawn, lane.limits())?, sight, &script, text)?
                }
                Some(_) => None,
            };
            given |= shown.is_some();
            features.extend(shown.unwrap_or_default());
        }
        features.sort_unstable();
        features.dedup();
        Ok(if given { Ok(features) } else { Err("no target knows all that it uses".to_owned()) })
    }
}

/// What a target does with a script; nothing when it lacks something for it.
fn shown(
    lane: &mut Lane<'_>,
    sight: &mut Sight,
    script: &Script,
    text: &[u8],
) -> Result<Option<Vec<Feature>>, OpenError> {
    if !lane.give_counted(script, text)? {
        return Ok(None);
    }
    // What takes too long shows something else each time.
    if lane.last().outcome != Outcome::Finished {
        return Ok(Some(Vec::new()));
    }
    let words: Vec<&str> = lane.sound_answers().iter().map(|reply| reply.word()).collect();
    Ok(Some(sight.all(lane.last(), &words.join(" "))))
}
