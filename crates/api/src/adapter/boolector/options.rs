//! What can be set on Boolector, by its own list.

use solver::host::symbols::rust_text;

use super::Functions;
use crate::adapter::Mode;
use crate::adapter::asked::asked;
use crate::adapter::options::{OptionRow, Values};

/// Options that are none of a round's business: chosen by its mode, about files and texts, or checks that only say more.
const EXCEPT: &[&str] = &[
    "model-gen",
    "incremental",
    "incremental-smt1",
    "input-format",
    "output-format",
    "engine",
    "sat-engine",
    "exit-codes",
    "loglevel",
    "ucopt",
    "dump-dimacs",
    "parse-interactive",
    "sat-engine-n-threads",
    "sat-engine-lgl-fork",
    "fun-dual-prop",
    "sls-nflips",
    "prop-nprops",
    "declsort-bv-width",
    "auto-cleanup",
    "fun-presls",
    "fun-preprop",
];

/// The settings that keep local search from going on for ever.
const LIMITS: [(&str, &str); 2] = [("prop-nprops", "300"), ("sls-nflips", "300")];

/// Settings that leave more to be solved.
const RAW: [(&str, &str); 2] = [("var-subst", "0"), ("skeleton-preproc", "0")];

/// How Boolector works: most engines know bit-vectors only, quantifiers are for one check, dual propagation takes the place
/// of justification.
pub(super) const MODES: &[Mode] = &[
    Mode::plain(8),
    Mode::plain(2).with(&[("model-gen", "2")], &[]),
    Mode::plain(1).with(&[("model-gen", "0")], &[]),
    Mode::plain(2).with(&[("incremental", "0")], &[]).once(),
    Mode::plain(1).with(&[("incremental", "0"), ("model-gen", "0"), ("ucopt", "1")], &[]).once(),
    Mode::plain(2).with(&[("fun-just", "0"), ("fun-dual-prop", "1")], &["fun-just", "nondestr-subst"]),
    Mode::plain(4).with(&[("rewrite-level", "0"), RAW[0], RAW[1]], &[]),
    Mode::plain(3).with(
        &[("rewrite-level", "1"), RAW[0], RAW[1], ("fun-just", "0"), ("fun-dual-prop", "1")],
        &["fun-just", "nondestr-subst"],
    ),
    Mode::plain(2)
        .with(&[("rewrite-level", "0"), RAW[0], RAW[1], ("engine", "2"), LIMITS[0], LIMITS[1]], &[])
        .scalars()
        .honest(),
    Mode::plain(3)
        .with(&[("rewrite-level", "0"), RAW[0], RAW[1], ("engine", "3"), LIMITS[0], LIMITS[1]], &[])
        .scalars()
        .honest(),
    Mode::plain(3)
        .with(&[("incremental", "0"), ("rewrite-level", "1"), RAW[0], RAW[1]], &[])
        .once()
        .scalars()
        .quantified(),
    // 2 is sls, 3 is prop, 4 is aigprop.
    Mode::plain(2).with(&[("engine", "2"), LIMITS[0], LIMITS[1]], &[]).scalars().honest(),
    Mode::plain(2).with(&[("engine", "3"), LIMITS[0], LIMITS[1]], &[]).scalars().honest(),
    Mode::plain(1).with(&[("engine", "4")], &[]).scalars().honest(),
    Mode::plain(5).with(&[("incremental", "0")], &[]).once().scalars().quantified(),
];

/// Pairs that Boolector does not set both.
pub(super) const CONFLICTS: &[(&str, &str)] = &[
    ("fun-dual-prop", "fun-just"),
    ("fun-dual-prop", "nondestr-subst"),
    ("ucopt", "model-gen"),
    ("ucopt", "incremental"),
];

/// An option as Boolector tells it.
pub(super) struct Listed {
    pub(super) name: String,
    pub(super) number: u32,
    /// From, to, and by default.
    bounds: [u32; 3],
}

impl Listed {
    /// The option for rounds, if it is one.
    pub(super) fn row(&self) -> Option<OptionRow> {
        let [low, high, plain] = self.bounds;
        // The ends of wide ranges are seldom worth the time that they take.
        let values = Values::Range(low, high.min(plain.max(low).saturating_add(20)));
        let open = !EXCEPT.contains(&self.name.as_str());
        open.then(|| OptionRow { name: self.name.clone(), values })
    }
}

/// All options.
pub(super) fn listed(f: &Functions) -> Option<Vec<Listed>> {
    let text = asked(|| {
        let mut text = String::new();
        // SAFETY: the instance lives until the end; this is the loop that the header gives, and the texts are copied.
        unsafe {
            let instance = (f.new)();
            let mut option = (f.first_opt)(instance);
            while (f.has_opt)(instance, option) {
                let name = rust_text((f.get_opt_lng)(instance, option));
                let bounds = [f.get_opt_min, f.get_opt_max, f.get_opt_dflt].map(|ask| ask(instance, option));
                let [low, high, plain] = bounds;
                text += &format!("{name} {option} {low} {high} {plain}\n");
                option = (f.next_opt)(instance, option);
            }
            (f.delete)(instance);
        }
        text
    })?;
    let read = |line: &str| {
        let mut words = line.split(' ');
        let name = words.next()?.to_owned();
        let numbers = words.map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>()?;
        let &[number, low, high, plain] = &numbers[..] else { return None };
        Some(Listed { name, number, bounds: [low, high, plain] })
    };
    text.lines().map(read).collect()
}
