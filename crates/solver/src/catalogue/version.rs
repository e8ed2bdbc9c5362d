//! Versions: how they are ordered, and how a package's numbering maps to the solver's.

use std::cmp::Ordering;

/// One release that can be had.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Release {
    /// The solver's own version: `4.8.12`.
    pub version: String,
    /// The package's version, which may say more: `4.8.12.0`.
    pub package_version: String,
}

/// The solver's version in a package's version: its first three numbers. Packages append build
/// numbers and `.postN` for a wheel that was made anew (`4.5.1.0.post2`, `3.2.4.38488416565`).
pub fn solver_version(package_version: &str) -> String {
    package_version.split('.').take(3).collect::<Vec<_>>().join(".")
}

/// Orders versions part by part, numbers by value: `4.8.9 < 4.8.12 < 4.8.12.post1`.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (parts(a), parts(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) => match x.cmp(&y) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// Numbers before words; digits compared by length first, so that no number is too long.
fn parts(version: &str) -> impl Iterator<Item = (bool, usize, &str)> {
    version.split(['.', '-', '+']).map(|part| match part.chars().all(|c| c.is_ascii_digit()) {
        true => (false, part.trim_start_matches('0').len(), part.trim_start_matches('0')),
        false => (true, 0, part),
    })
}

/// Makes the list of releases from a package's versions: newest first, one for each version of the
/// solver (the newest build of it).
pub fn releases<'a>(package_versions: impl IntoIterator<Item = &'a str>) -> Vec<Release> {
    let mut all: Vec<&str> = package_versions.into_iter().collect();
    all.sort_by(|a, b| compare(b, a));
    let mut releases: Vec<Release> = Vec::new();
    for package_version in all {
        let version = solver_version(package_version);
        if releases.last().is_none_or(|last| last.version != version) {
            releases.push(Release { version, package_version: package_version.to_owned() });
        }
    }
    releases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_value() {
        assert_eq!(compare("4.8.9", "4.8.12"), Ordering::Less);
        assert_eq!(compare("4.8.12", "4.8.12.0"), Ordering::Less);
        assert_eq!(compare("2.6.5", "2.6.05"), Ordering::Equal);
        assert_eq!(compare("3.2.4.38488416565", "3.2.4.20240823.1"), Ordering::Greater);
        assert_eq!(compare("99999999999999999999999.1", "2.1"), Ordering::Greater);
    }

    #[test]
    fn a_version_built_several_times_is_listed_once_with_its_newest_build() {
        let list = releases(["4.5.1.0", "4.8.0.0.post1", "4.5.1.0.post2", "4.5.1.0.post1"]);
        let pairs: Vec<_> = list.iter().map(|r| (r.version.as_str(), r.package_version.as_str())).collect();
        assert_eq!(pairs, [("4.8.0", "4.8.0.0.post1"), ("4.5.1", "4.5.1.0.post2")]);
    }
}
