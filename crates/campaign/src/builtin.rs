//! The seeds that come with the program: what a campaign recombines when nobody names a corpus.
//!
//! They are the files of the project's `seeds/` folder, `LOGIC/subject-answer.smt2`, packed by the build script.
//! Each states in `:status` what every `check-sat` answers, the last of them also in its name.

/// All of them in one piece; `build.rs` describes it.
static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/seeds.zst"));

/// All built-in seeds by name, such as `builtin/QF_BV/masks-sat.smt2`, sorted.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    // The archive is part of this program: it is as right as the code.
    let records = zstd::decode_all(ARCHIVE).expect("the build script has packed the seeds");
    unpack(&records).expect("the build script has written whole records")
}

fn unpack(mut records: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut seeds = Vec::new();
    while !records.is_empty() {
        let name = std::str::from_utf8(part(&mut records)?).ok()?;
        seeds.push((format!("builtin/{name}"), part(&mut records)?.to_vec()));
    }
    Some(seeds)
}

/// Takes a length and as many bytes.
fn part<'a>(records: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = records.split_first_chunk()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length).try_into().ok()?)?;
    *records = rest;
    Some(part)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use smtlib::{Command, Script};

    use super::*;

    /// The logics of the STORM paper (ESEC/FSE 2020), table 2.
    const TABLE_2: &str = "ALIA AUFNIA LRA QF_ALIA QF_AUFNIA QF_DT QF_LRA QF_RDL QF_UFIDL QF_UFNRA UFDTLIA \
        AUFDTLIA AUFNIRA NIA QF_ANIA QF_AX QF_FP QF_NIA QF_S QF_UFLIA UFLIA AUFLIA BV NRA QF_AUFBV QF_BV QF_IDL \
        QF_NIRA QF_UF QF_UFLRA UF UFLRA AUFLIRA LIA QF_ABV QF_AUFLIA QF_BVFP QF_LIA QF_NRA QF_UFBV QF_UFNIA UFDT \
        UFNIA";

    /// What the script says that each of its checks answers.
    fn statuses(script: &Script) -> Vec<Option<&str>> {
        let name = |symbol| script.arena.symbols.name(symbol);
        let (mut status, mut of_checks) = (None, Vec::new());
        for command in &script.commands {
            match command {
                Command::SetInfo(flag, value) if name(*flag).ends_with("status") => status = value.map(name),
                command if command.is_check() => of_checks.push(status),
                _ => {}
            }
        }
        of_checks
    }

    #[test]
    fn there_are_more_than_two_hundred_and_none_twice() {
        let seeds = seeds();
        assert!(seeds.len() >= 200, "{}", seeds.len());
        assert!(seeds.is_sorted_by(|a, b| a.0 < b.0));
        let mut texts: Vec<_> = seeds.iter().map(|(_, text)| text).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), seeds.len());
    }

    #[test]
    fn all_are_understood_and_well_sorted() {
        for (name, text) in seeds() {
            let script = Script::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(script.type_errors.is_empty(), "{name}: {:?}", script.type_errors);
            assert_eq!(script.opaque, 0, "{name}");
            assert!(script.assertions().next().is_some(), "{name}");
        }
    }

    #[test]
    fn each_says_what_its_checks_answer() {
        for (name, text) in seeds() {
            let script = Script::parse(&text).expect("the seeds are scripts");
            let statuses = statuses(&script);
            assert!(
                statuses.iter().all(|status| matches!(status, Some("sat" | "unsat"))),
                "{name}: {statuses:?}"
            );
            let in_name = name.trim_end_matches(".smt2").rsplit('-').next();
            assert_eq!(statuses.last().copied().flatten(), in_name, "{name}");
        }
    }

    #[test]
    fn each_logic_of_the_paper_has_both_answers() {
        let mut of_logic: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for (name, text) in seeds() {
            let script = Script::parse(&text).expect("the seeds are scripts");
            let set = script.commands.iter().find_map(|command| match command {
                Command::SetLogic(logic) => Some(script.arena.symbols.name(*logic)),
                _ => None,
            });
            let folder = name.split('/').nth(1).expect("a seed lies in its logic's folder");
            assert_eq!(set, Some(folder), "{name}");
            of_logic.entry(folder.to_owned()).or_default()[usize::from(name.ends_with("-unsat.smt2"))] += 1;
        }
        assert_eq!(TABLE_2.split_whitespace().count(), 43);
        for logic in TABLE_2.split_whitespace() {
            let [sat, unsat] = of_logic.get(logic).copied().unwrap_or_default();
            assert!(sat >= 2 && unsat >= 2, "{logic}: {sat} sat, {unsat} unsat");
        }
    }

    #[test]
    fn a_cut_archive_is_no_archive() {
        let records = [2, 0, 0, 0, b'a', b'b', 1, 0, 0, 0, b'c'];
        assert_eq!(unpack(&records), Some(vec![("builtin/ab".to_owned(), b"c".to_vec())]));
        assert!((1..records.len()).all(|end| unpack(&records[..end]).is_none()));
    }
}
