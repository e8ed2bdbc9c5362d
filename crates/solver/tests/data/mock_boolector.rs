//! A library that has the functions of Boolector's that the host calls, and every bad habit: the script says which.
//!
//! Built by `library_survival.rs` with `rustc --crate-type cdylib`.

use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

unsafe extern "C" {
    fn fgets(line: *mut c_char, size: c_int, from: *mut c_void) -> *mut c_char;
    fn fputs(text: *const c_char, to: *mut c_void) -> c_int;
    fn fflush(stream: *mut c_void) -> c_int;
    fn abort() -> !;
    fn fork() -> c_int;
    fn setsid() -> c_int;
    fn kill(pid: c_int, signal: c_int) -> c_int;
    fn getpid() -> c_int;
}

static SERVED: AtomicU32 = AtomicU32::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn boolector_parse_smt2(
    _: *mut c_void,
    input: *mut c_void,
    _: *const c_char,
    output: *mut c_void,
    _: *mut *mut c_char,
    _: *mut i32,
) -> i32 {
    let mut line = [0; 256];
    // SAFETY: the host gives two open streams; a line fits into the buffer or is cut.
    unsafe { fgets(line.as_mut_ptr(), 256, input) };
    let word: String =
        line.iter().map(|&c| c as u8 as char).take_while(|c| c.is_ascii_alphabetic()).collect();
    let served = SERVED.fetch_add(1, Ordering::Relaxed);
    let say = |text: &std::ffi::CStr| {
        // SAFETY: as above.
        unsafe {
            fputs(text.as_ptr(), output);
            fflush(output);
        }
    };
    // SAFETY: none of these has conditions; the habit is bounded by the limits of the test.
    unsafe {
        match word.as_str() {
            "crash" => {
                say(c"unsat\n");
                eprintln!("mock: a.c:7: Assertion `x' failed.");
                abort()
            }
            "segv" => std::ptr::write_volatile(8 as *mut u8, 1),
            "spoilt" if served > 0 => abort(),
            "hang" => sleep(Duration::from_secs(60)),
            "spin" => while getpid() != 0 {},
            "eat" => {
                let block = vec![1u8; 200 << 20];
                if block.iter().step_by(4096).any(|&byte| byte != 1) {
                    abort()
                }
            }
            "flood" => loop {
                say(c"sat\n")
            },
            "exit" => std::process::exit(3),
            "kill" => {
                kill(getpid(), 9);
            }
            "daemon" => {
                if fork() == 0 {
                    setsid();
                    sleep(Duration::from_secs(60));
                    std::process::exit(0)
                }
            }
            "write" => {
                let _ = std::fs::write("left-behind", "x");
            }
            _ => {}
        }
    }
    say(c"sat\n");
    10
}

#[unsafe(no_mangle)]
pub extern "C" fn boolector_new() -> *mut c_void {
    std::ptr::dangling_mut()
}

#[unsafe(no_mangle)]
pub extern "C" fn boolector_delete(_: *mut c_void) {}

#[unsafe(no_mangle)]
pub extern "C" fn boolector_has_opt(_: *mut c_void, _: u32) -> bool {
    false
}

macro_rules! unused {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> usize {
            0
        }
    )*};
}

unused! {
    boolector_set_opt boolector_first_opt boolector_next_opt boolector_get_opt_lng boolector_get_opt_shrt
    boolector_get_opt_desc boolector_get_opt_dflt boolector_get_opt_min boolector_get_opt_max
}
