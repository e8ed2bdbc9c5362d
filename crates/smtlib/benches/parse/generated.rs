//! A script of any size over bit-vectors, integers and arrays, the same at every call: declarations, then assertions
//! of nested terms with `let`, most of them distinct.

use std::fmt::Write;

const VARIABLES: u64 = 2_000;

/// A script of about `bytes` bytes.
pub(crate) fn script(bytes: usize) -> Vec<u8> {
    let mut generator =
        Generator { out: String::with_capacity(bytes + 4096), state: 0x9E37_79B9_7F4A_7C15, lets: 0 };
    generator.out.push_str("(set-logic QF_AUFBVLIA)\n");
    for v in 0..VARIABLES {
        let _ = writeln!(generator.out, "(declare-const b{v} (_ BitVec 32))");
        let _ = writeln!(generator.out, "(declare-fun i{v} () Int)");
        let _ = writeln!(generator.out, "(declare-const a{v} (Array (_ BitVec 32) (_ BitVec 32)))");
    }
    while generator.out.len() < bytes {
        generator.assertion();
    }
    generator.out.push_str("(check-sat)\n");
    generator.out.into_bytes()
}

struct Generator {
    out: String,
    state: u64,
    /// How many let variables are in scope.
    lets: u64,
}

impl Generator {
    /// A number below `bound`, by xorshift.
    fn pick(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % bound
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.pick(from.len() as u64) as usize]
    }

    fn assertion(&mut self) {
        self.out.push_str("(assert ");
        let lets = self.pick(6);
        for _ in 0..lets {
            let _ = write!(self.out, "(let ((v{} ", self.lets);
            self.word(4);
            self.out.push_str(")) ");
            self.lets += 1;
        }
        self.truth(4);
        self.lets = 0;
        self.out.push_str(&")".repeat(lets as usize));
        self.out.push_str(")\n");
    }

    fn apply(&mut self, operator: &str, arguments: u32, mut argument: impl FnMut(&mut Self)) {
        self.out.push('(');
        self.out.push_str(operator);
        for _ in 0..arguments {
            self.out.push(' ');
            argument(self);
        }
        self.out.push(')');
    }

    fn truth(&mut self, depth: u32) {
        if depth == 0 {
            let operator = self.choose(&["bvult", "bvsle", "="]);
            return self.apply(operator, 2, |g| g.word(1));
        }
        match self.pick(5) {
            0 => self.apply("not", 1, |g| g.truth(depth - 1)),
            1 => {
                let operator = self.choose(&["<", "<=", "=", "distinct"]);
                self.apply(operator, 2, |g| g.integer(depth));
            }
            2 => self.apply("bvult", 2, |g| g.word(depth)),
            _ => {
                let operator = self.choose(&["and", "or", "=>", "xor"]);
                let arguments = 2 + self.pick(2) as u32;
                self.apply(operator, arguments, |g| g.truth(depth - 1));
            }
        }
    }

    fn word(&mut self, depth: u32) {
        let choice = self.pick(if depth == 0 { 3 } else { 10 });
        match choice {
            0 if self.lets > 0 => {
                let v = self.pick(self.lets);
                let _ = write!(self.out, "v{v}");
            }
            1 => {
                let value = self.pick(1 << 32);
                let _ = write!(self.out, "#x{value:08x}");
            }
            0 | 2 => {
                let v = self.pick(VARIABLES);
                let _ = write!(self.out, "b{v}");
            }
            3 => {
                let v = self.pick(VARIABLES);
                let _ = write!(self.out, "(select (store a{v} ");
                self.word(depth - 1);
                self.out.push(' ');
                self.word(depth - 1);
                self.out.push_str(") ");
                self.word(depth - 1);
                self.out.push(')');
            }
            4 => {
                self.out.push_str("(concat ((_ extract 15 0) ");
                self.word(depth - 1);
                self.out.push_str(") ((_ extract 31 16) ");
                self.word(depth - 1);
                self.out.push_str("))");
            }
            _ => {
                let operator = self.choose(&["bvadd", "bvmul", "bvand", "bvxor", "bvshl", "bvudiv"]);
                self.apply(operator, 2, |g| g.word(depth - 1));
            }
        }
    }

    fn integer(&mut self, depth: u32) {
        match self.pick(if depth == 0 { 2 } else { 5 }) {
            0 => {
                let value = self.pick(1_000_000);
                let _ = write!(self.out, "{value}");
            }
            1 => {
                let v = self.pick(VARIABLES);
                let _ = write!(self.out, "i{v}");
            }
            2 => self.apply("*", 2, |g| g.integer(0)),
            _ => {
                let operator = self.choose(&["+", "-"]);
                let arguments = 2 + self.pick(2) as u32;
                self.apply(operator, arguments, |g| g.integer(depth - 1));
            }
        }
    }
}
