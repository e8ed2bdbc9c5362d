//! Any bytes: the parser neither panics nor overflows, and what it accepts prints back to the same content.

#![no_main]

use libfuzzer_sys::fuzz_target;
use smtlib::{Printer, Script};

fuzz_target!(|source: &[u8]| {
    let Ok(script) = Script::parse(source) else { return };
    let printed = Printer::new().script_text(&script);
    match Script::parse(printed.as_bytes()) {
        Ok(again) => assert!(again.same_content(&script), "another content:\n{printed}"),
        Err(error) => panic!("the printed form is refused: {error}\n{printed}"),
    }
});
