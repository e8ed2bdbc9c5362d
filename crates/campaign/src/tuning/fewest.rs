//! The fewest settings that show something.

use solver::target::Setting;

/// The fewest of `settings` that still show it, as far as leaving out parts tells: all at once first, since what shows
/// without any is nothing about options, then halves, quarters and single ones.
pub fn fewest<E>(
    settings: &[Setting],
    shows: &mut dyn FnMut(&[Setting]) -> Result<bool, E>,
) -> Result<Vec<Setting>, E> {
    let mut kept = settings.to_vec();
    if kept.is_empty() || shows(&[])? {
        return Ok(Vec::new());
    }
    let mut size = kept.len().div_ceil(2);
    loop {
        let mut start = 0;
        let mut dropped = false;
        while start < kept.len() && kept.len() > 1 {
            let end = (start + size).min(kept.len());
            let rest = [&kept[..start], &kept[end..]].concat();
            if !rest.is_empty() && shows(&rest)? {
                kept = rest;
                dropped = true;
            } else {
                start = end;
            }
        }
        if size == 1 && !dropped {
            return Ok(kept);
        }
        size = if size > 1 { size.div_ceil(2).min(kept.len().div_ceil(2)).max(1) } else { 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(count: usize) -> Vec<Setting> {
        (0..count).map(|number| Setting { name: number.to_string(), value: "1".to_owned() }).collect()
    }

    fn needed(all: usize, wanted: &[usize]) -> (Vec<String>, usize) {
        let mut asked = 0;
        let kept = fewest(&settings(all), &mut |some| {
            asked += 1;
            let has = |number: &usize| some.iter().any(|setting| setting.name == number.to_string());
            Ok::<_, ()>(wanted.iter().all(has))
        });
        (kept.unwrap().into_iter().map(|setting| setting.name).collect(), asked)
    }

    #[test]
    fn what_is_needed_is_kept_and_nothing_else() {
        assert_eq!(needed(20, &[]).0, [""; 0]);
        assert_eq!(needed(1, &[0]).0, ["0"]);
        assert_eq!(needed(20, &[13]).0, ["13"]);
        assert_eq!(needed(20, &[0, 7, 19]).0, ["0", "7", "19"]);
        assert_eq!(needed(3, &[0, 1, 2]).0.len(), 3);
    }

    #[test]
    fn one_of_many_is_found_in_few_steps() {
        let (_, asked) = needed(64, &[40]);
        assert!(asked < 24, "{asked}");
    }
}
