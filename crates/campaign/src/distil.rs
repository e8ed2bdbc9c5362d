//! What targets do with scripts, feature by feature: for those who want few scripts that show much.

use std::time::Duration;

use guide::{Feature, Sight};
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

    /// All that the targets do with a script, each feature once and in order; or why they cannot be given it.
    pub fn features(&mut self, text: &[u8]) -> Result<Result<Vec<Feature>, String>, OpenError> {
        let script = match Script::parse(text) {
            Ok(script) => script,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let (mut features, mut given) = (Vec::new(), false);
        for (lane, sight) in self.lanes.iter_mut().zip(&mut self.sights) {
            if !lane.give_counted(&script, text)? {
                continue;
            }
            given = true;
            let words: Vec<&str> = lane.sound_answers().iter().map(|reply| reply.word()).collect();
            // What takes too long shows something else each time.
            if lane.last().outcome == Outcome::Finished {
                features.extend(sight.all(lane.last(), &words.join(" ")));
            }
        }
        features.sort_unstable();
        features.dedup();
        Ok(if given { Ok(features) } else { Err("no target knows all that it uses".to_owned()) })
    }
}
