//! The programs of reports, given to a C compiler.
//!
//! Z3's own headers come with its releases; what a program needs of the other libraries is declared here, by hand and without
//! parameters: their headers come with no package that we fetch.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use super::c_program;
use crate::trace::Trace;

/// Calls of every kind that is said in C.
const TRACE: &str = "smtquake-trace 1 z3\n0 new -> i0\n1 sort Bool -> s0\n2 sort (_ BitVec 8) -> s1\n\
    3 sort (Array (_ BitVec 8) (_ BitVec 8)) -> s2\n4 constant x s1 #x0f -> t0\n\
    5 constant a s2 ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00) -> t1\n6 value s1 #xf0 -> t2\n\
    7 function f s1 #x00 s1 -> f0\n8 apply f0 t0 -> t3\n9 term bvadd t0 t2 t3 -> t4\n10 term select t1 t4 -> t5\n\
    11 term (_ extract 3 0) t5 -> t6\n12 term = t5 t0 -> t7\n13 term ite t7 t0 t2 -> t8\n14 term bvult t8 t5 -> t9\n\
    15 assert i0 t9\n16 push i0 2\n17 check-sat i0 t7\n18 pop i0 1\n19 check-sat i0\n20 get-value i0 t0\n\
    21 check-model i0\n22 quantify exists t9 t0 -> t10\n\
    23 define g t9 t0 -> f1\n24 substitute t9 t0 t2 -> t11\n25 delete i0\n";

/// The types of a library, and its functions by the beginnings of their names.
const DECLARED: &[(&str, &str, &str)] = &[
    (
        "cvc5",
        "cvc5/c/cvc5.h",
        "#include <stdbool.h>\n#include <stdint.h>\ntypedef struct m Cvc5TermManager; typedef struct s Cvc5; typedef void *Cvc5Term;\n\
         typedef void *Cvc5Sort; typedef void *Cvc5Result; typedef void *Cvc5Op;\n",
    ),
    (
        "yices",
        "yices.h",
        "#include <stdint.h>\ntypedef int term_t; typedef int type_t; typedef struct c context_t;\n",
    ),
    (
        "boolector",
        "boolector.h",
        "typedef struct b Btor; typedef struct n BoolectorNode; typedef void *BoolectorSort;\n\
         enum { BTOR_OPT_INCREMENTAL, BTOR_OPT_MODEL_GEN };\n",
    ),
    (
        "bitwuzla",
        "bitwuzla/c/bitwuzla.h",
        "#include <stdint.h>\ntypedef struct m BitwuzlaTermManager; typedef struct s Bitwuzla; typedef struct o BitwuzlaOptions;\n\
         typedef struct t *BitwuzlaTerm; typedef struct u *BitwuzlaSort;\n",
    ),
];

/// Functions that give no pointer to a node, term or sort.
fn gives(name: &str) -> &'static str {
    match name {
        "cvc5_term_manager_new" => "Cvc5TermManager *",
        "cvc5_new" => "Cvc5 *",
        "yices_new_context" => "context_t *",
        "boolector_new" => "Btor *",
        "bitwuzla_term_manager_new" => "BitwuzlaTermManager *",
        "bitwuzla_options_new" => "BitwuzlaOptions *",
        "bitwuzla_new" => "Bitwuzla *",
        _ if name.ends_with("_to_string") || name == "boolector_bv_assignment" => "const char *",
        _ if name.starts_with("cvc5_") => "Cvc5Term ",
        _ if name.starts_with("bitwuzla_") && name.ends_with("_sort") => "BitwuzlaSort ",
        "bitwuzla_get_value" | "bitwuzla_substitute_term" => "BitwuzlaTerm ",
        _ if name.starts_with("bitwuzla_mk_") => "BitwuzlaTerm ",
        _ if name.starts_with("boolector_") && name.ends_with("_sort") => "BoolectorSort ",
        "boolector_sat" | "boolector_set_opt" | "boolector_push" | "boolector_pop" | "boolector_assert" => {
            "int "
        }
        _ if name.starts_with("boolector_") => "BoolectorNode *",
        _ => "int ",
    }
}

/// The functions that a program calls, and the constants that it names.
fn words(program: &str, start: &str) -> Vec<String> {
    let mut found: Vec<String> = program
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(start))
        .map(str::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn programs_compile() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let trace = Trace::read(TRACE).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (family, header, declared) in DECLARED {
        let program = c_program(&trace, family).unwrap();
        let mut text = String::from(*declared);
        for constant in
            ["CVC5_KIND_", "BITWUZLA_KIND_", "BITWUZLA_OPT_"].map(|start| words(&program, start)).concat()
        {
            text += &format!("static const int {constant};\n");
        }
        for name in words(&program, &format!("{family}_")) {
            text += &format!("{}{name}();\n", gives(&name));
        }
        let place = folder.path().join(header);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(&place, text).unwrap();
        compiles(&folder.path().join("program.c"), &program, folder.path().to_owned());
    }
    match z3_headers() {
        Some(headers) => {
            let program = c_program(&trace, "z3").unwrap();
            compiles(&folder.path().join("program.c"), &program, headers);
        }
        None => eprintln!("skipped: no release of Z3 is here whose headers could be used"),
    }
}

fn compiles(place: &PathBuf, program: &str, headers: PathBuf) {
    fs::write(place, program).unwrap();
    let mut compile = Command::new("cc");
    compile.args([
        "-std=gnu17",
        "-fsyntax-only",
        "-Werror=implicit-function-declaration",
        "-Werror=int-conversion",
    ]);
    let output = compile.arg("-I").arg(headers).arg(place).output().unwrap();
    assert!(output.status.success(), "{}\n{program}", String::from_utf8_lossy(&output.stderr));
}

/// The headers of a release of Z3 that the catalogue has.
fn z3_headers() -> Option<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))?;
    let releases = fs::read_dir(cache.join("smtquake/solvers/z3")).ok()?;
    let mut headers: Vec<PathBuf> = releases
        .filter_map(|release| Some(release.ok()?.path().join("include")))
        .filter(|folder| folder.join("z3_api.h").is_file())
        .collect();
    headers.sort();
    headers.pop()
}
