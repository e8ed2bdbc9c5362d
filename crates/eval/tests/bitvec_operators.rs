//! Every operator on two operands of one width, against definitions on plain integers and lists of bits:
//! exhaustively at widths 1 to 4, at random up to 200 bits, and at the corners around the 64-bit border, where the
//! representation changes. Up to 64 bits the word functions are held to the same definitions.

use eval::bitvec::{BitVec, word};
use num_bigint::BigInt;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Naive<T> = fn(&BigInt, &BigInt, u32) -> T;

struct Function {
    name: &'static str,
    value: fn(&BitVec, &BitVec) -> BitVec,
    word: fn(u64, u64, u32) -> u64,
    naive: Naive<BigInt>,
}

struct Predicate {
    name: &'static str,
    value: fn(&BitVec, &BitVec) -> bool,
    word: fn(u64, u64, u32) -> bool,
    naive: Naive<bool>,
}

fn power(w: u32) -> BigInt {
    BigInt::from(1) << w
}

fn signed(a: &BigInt, w: u32) -> BigInt {
    if *a >= power(w - 1) { a - power(w) } else { a.clone() }
}

/// Into `0..2^w`.
fn wrap(a: BigInt, w: u32) -> BigInt {
    ((a % power(w)) + power(w)) % power(w)
}

fn zero() -> BigInt {
    BigInt::from(0)
}

/// Highest bit first.
fn bits(a: &BigInt, w: u32) -> Vec<bool> {
    (0..w).rev().map(|i| a.bit(u64::from(i))).collect()
}

fn number(bits: &[bool]) -> BigInt {
    bits.iter().fold(zero(), |value, &bit| value * 2 + i32::from(bit))
}

fn bitwise(a: &BigInt, b: &BigInt, w: u32, op: fn(bool, bool) -> bool) -> BigInt {
    number(&bits(a, w).into_iter().zip(bits(b, w)).map(|(x, y)| op(x, y)).collect::<Vec<_>>())
}

/// Does `step` to the list of bits `by` times, or until nothing can change any more.
fn stepwise(a: &BigInt, by: &BigInt, w: u32, step: fn(&mut Vec<bool>)) -> BigInt {
    let mut list = bits(a, w);
    let enough = by.clone().min(BigInt::from(w));
    let mut done = zero();
    while done < enough {
        step(&mut list);
        done += 1;
    }
    number(&list)
}

fn flag(bit: bool) -> BigInt {
    BigInt::from(i32::from(bit))
}

fn outside(value: BigInt, w: u32) -> bool {
    above(&value, w) || below(&value, w)
}

fn above(value: &BigInt, w: u32) -> bool {
    *value >= power(w - 1)
}

fn below(value: &BigInt, w: u32) -> bool {
    *value < -power(w - 1)
}

fn floor_mod(a: &BigInt, b: &BigInt) -> BigInt {
    let rest = a % b;
    if rest != zero() && (rest < zero()) != (*b < zero()) { rest + b } else { rest }
}

const FUNCTIONS: &[Function] = &[
    Function {
        name: "bvnot",
        value: |a, _| a.bvnot(),
        word: |a, _, w| word::not(a, w),
        naive: |a, _, w| number(&bits(a, w).iter().map(|bit| !bit).collect::<Vec<_>>()),
    },
    Function {
        name: "bvneg",
        value: |a, _| a.bvneg(),
        word: |a, _, w| word::neg(a, w),
        naive: |a, _, w| wrap(-a, w),
    },
    Function {
        name: "bvand",
        value: BitVec::bvand,
        word: word::and,
        naive: |a, b, w| bitwise(a, b, w, |x, y| x && y),
    },
    Function {
        name: "bvor",
        value: BitVec::bvor,
        word: word::or,
        naive: |a, b, w| bitwise(a, b, w, |x, y| x || y),
    },
    Function {
        name: "bvxor",
        value: BitVec::bvxor,
        word: word::xor,
        naive: |a, b, w| bitwise(a, b, w, |x, y| x != y),
    },
    Function {
        name: "bvnand",
        value: BitVec::bvnand,
        word: word::nand,
        naive: |a, b, w| bitwise(a, b, w, |x, y| !(x && y)),
    },
    Function {
        name: "bvnor",
        value: BitVec::bvnor,
        word: word::nor,
        naive: |a, b, w| bitwise(a, b, w, |x, y| !(x || y)),
    },
    Function {
        name: "bvxnor",
        value: BitVec::bvxnor,
        word: word::xnor,
        naive: |a, b, w| bitwise(a, b, w, |x, y| x == y),
    },
    Function { name: "bvadd", value: BitVec::bvadd, word: word::add, naive: |a, b, w| wrap(a + b, w) },
    Function { name: "bvsub", value: BitVec::bvsub, word: word::sub, naive: |a, b, w| wrap(a - b, w) },
    Function { name: "bvmul", value: BitVec::bvmul, word: word::mul, naive: |a, b, w| wrap(a * b, w) },
    Function {
        name: "bvudiv",
        value: BitVec::bvudiv,
        word: word::udiv,
        naive: |a, b, w| if *b == zero() { power(w) - 1 } else { a / b },
    },
    Function {
        name: "bvurem",
        value: BitVec::bvurem,
        word: word::urem,
        naive: |a, b, _| if *b == zero() { a.clone() } else { a % b },
    },
    Function {
        name: "bvsdiv",
        value: BitVec::bvsdiv,
        word: word::sdiv,
        naive: |a, b, w| match (signed(a, w), signed(b, w)) {
            (a, b) if b == zero() => wrap(BigInt::from(if a < zero() { 1 } else { -1 }), w),
            (a, b) => wrap(a / b, w),
        },
    },
    Function {
        name: "bvsrem",
        value: BitVec::bvsrem,
        word: word::srem,
        naive: |a, b, w| if *b == zero() { a.clone() } else { wrap(signed(a, w) % signed(b, w), w) },
    },
    Function {
        name: "bvsmod",
        value: BitVec::bvsmod,
        word: word::smod,
        naive: |a, b, w| {
            if *b == zero() { a.clone() } else { wrap(floor_mod(&signed(a, w), &signed(b, w)), w) }
        },
    },
    Function {
        name: "bvshl",
        value: BitVec::bvshl,
        word: word::shl,
        naive: |a, b, w| {
            stepwise(a, b, w, |list| {
                list.remove(0);
                list.push(false);
            })
        },
    },
    Function {
        name: "bvlshr",
        value: BitVec::bvlshr,
        word: word::lshr,
        naive: |a, b, w| {
            stepwise(a, b, w, |list| {
                list.pop();
                list.insert(0, false);
            })
        },
    },
    Function {
        name: "bvashr",
        value: BitVec::bvashr,
        word: word::ashr,
        naive: |a, b, w| {
            stepwise(a, b, w, |list| {
                list.insert(0, list[0]);
                list.pop();
            })
        },
    },
    Function {
        name: "ext_rotate_left",
        value: BitVec::ext_rotate_left,
        word: word::ext_rotate_left,
        naive: |a, b, w| stepwise(a, &(b % w), w, |list| list.rotate_left(1)),
    },
    Function {
        name: "ext_rotate_right",
        value: BitVec::ext_rotate_right,
        word: word::ext_rotate_right,
        naive: |a, b, w| stepwise(a, &(b % w), w, |list| list.rotate_right(1)),
    },
    Function { name: "bvcomp", value: BitVec::bvcomp, word: word::comp, naive: |a, b, _| flag(a == b) },
    Function {
        name: "bvredor",
        value: |a, _| a.bvredor(),
        word: |a, _, w| word::redor(a, w),
        naive: |a, _, w| flag(bits(a, w).contains(&true)),
    },
    Function {
        name: "bvredand",
        value: |a, _| a.bvredand(),
        word: |a, _, w| word::redand(a, w),
        naive: |a, _, w| flag(!bits(a, w).contains(&false)),
    },
    Function {
        name: "bvredxor",
        value: |a, _| a.bvredxor(),
        word: |a, _, w| word::redxor(a, w),
        naive: |a, _, w| flag(bits(a, w).iter().filter(|&&bit| bit).count() % 2 == 1),
    },
];

const PREDICATES: &[Predicate] = &[
    Predicate { name: "bvult", value: BitVec::bvult, word: word::ult, naive: |a, b, _| a < b },
    Predicate { name: "bvule", value: BitVec::bvule, word: word::ule, naive: |a, b, _| a <= b },
    Predicate { name: "bvugt", value: BitVec::bvugt, word: word::ugt, naive: |a, b, _| a > b },
    Predicate { name: "bvuge", value: BitVec::bvuge, word: word::uge, naive: |a, b, _| a >= b },
    Predicate {
        name: "bvslt",
        value: BitVec::bvslt,
        word: word::slt,
        naive: |a, b, w| signed(a, w) < signed(b, w),
    },
    Predicate {
        name: "bvsle",
        value: BitVec::bvsle,
        word: word::sle,
        naive: |a, b, w| signed(a, w) <= signed(b, w),
    },
    Predicate {
        name: "bvsgt",
        value: BitVec::bvsgt,
        word: word::sgt,
        naive: |a, b, w| signed(a, w) > signed(b, w),
    },
    Predicate {
        name: "bvsge",
        value: BitVec::bvsge,
        word: word::sge,
        naive: |a, b, w| signed(a, w) >= signed(b, w),
    },
    Predicate {
        name: "bvnego",
        value: |a, _| a.bvnego(),
        word: |a, _, w| word::nego(a, w),
        naive: |a, _, w| outside(-signed(a, w), w),
    },
    Predicate {
        name: "bvuaddo",
        value: BitVec::bvuaddo,
        word: word::uaddo,
        naive: |a, b, w| a + b >= power(w),
    },
    Predicate {
        name: "bvsaddo",
        value: BitVec::bvsaddo,
        word: word::saddo,
        naive: |a, b, w| outside(signed(a, w) + signed(b, w), w),
    },
    Predicate {
        name: "bvumulo",
        value: BitVec::bvumulo,
        word: word::umulo,
        naive: |a, b, w| a * b >= power(w),
    },
    Predicate {
        name: "bvsmulo",
        value: BitVec::bvsmulo,
        word: word::smulo,
        naive: |a, b, w| outside(signed(a, w) * signed(b, w), w),
    },
    Predicate { name: "bvusubo", value: BitVec::bvusubo, word: word::usubo, naive: |a, b, _| a - b < zero() },
    Predicate {
        name: "bvssubo",
        value: BitVec::bvssubo,
        word: word::ssubo,
        naive: |a, b, w| outside(signed(a, w) - signed(b, w), w),
    },
    Predicate {
        name: "bvsdivo",
        value: BitVec::bvsdivo,
        word: word::sdivo,
        naive: |a, b, w| *b != zero() && outside(signed(a, w) / signed(b, w), w),
    },
    Predicate {
        name: "bvumul_noovfl",
        value: BitVec::bvumul_noovfl,
        word: word::umul_noovfl,
        naive: |a, b, w| a * b < power(w),
    },
    Predicate {
        name: "bvsmul_noovfl",
        value: BitVec::bvsmul_noovfl,
        word: word::smul_noovfl,
        naive: |a, b, w| !above(&(signed(a, w) * signed(b, w)), w),
    },
    Predicate {
        name: "bvsmul_noudfl",
        value: BitVec::bvsmul_noudfl,
        word: word::smul_noudfl,
        naive: |a, b, w| !below(&(signed(a, w) * signed(b, w)), w),
    },
];

fn value(a: &BigInt, w: u32) -> BitVec {
    BitVec::from_decimal(&a.to_string(), u64::from(w)).expect("a value in range")
}

fn check(a: &BigInt, b: &BigInt, w: u32) {
    let (x, y) = (value(a, w), value(b, w));
    for row in FUNCTIONS {
        let expected = (row.naive)(a, b, w);
        let got = (row.value)(&x, &y);
        assert_eq!(got.to_ubig().to_string(), expected.to_string(), "{} {x} {y}", row.name);
        if let Some((left, right)) = x.as_word().zip(y.as_word()) {
            assert_eq!(BigInt::from((row.word)(left, right, w)), expected, "word {} {x} {y}", row.name);
        }
    }
    for row in PREDICATES {
        let expected = (row.naive)(a, b, w);
        assert_eq!((row.value)(&x, &y), expected, "{} {x} {y}", row.name);
        if let Some((left, right)) = x.as_word().zip(y.as_word()) {
            assert_eq!((row.word)(left, right, w), expected, "word {} {x} {y}", row.name);
        }
    }
}

/// Any value, or one near the places where carries, signs and limbs turn over.
fn random_value(rng: &mut impl Rng, w: u32) -> BigInt {
    let raw = (0..4).fold(zero(), |value, _| (value << 64) + rng.next_u64());
    match rng.next_u64() % 4 {
        0 => wrap(raw, w),
        1 => wrap(raw >> (rng.next_u64() % 256), w),
        2 => wrap(power(rng.next_u64() as u32 % (w + 1)) + BigInt::from(rng.next_u64() % 3) - 1, w),
        _ => wrap(BigInt::from(rng.next_u64() % (2 * u64::from(w) + 1)), w),
    }
}

#[test]
fn every_operator_agrees_with_its_definition_on_all_values_of_widths_1_to_4() {
    for w in 1..=4 {
        for a in 0..1 << w {
            for b in 0..1 << w {
                check(&BigInt::from(a), &BigInt::from(b), w);
            }
        }
    }
}

#[test]
fn every_operator_agrees_with_its_definition_on_random_values_up_to_200_bits() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for round in 0..8_000 {
        let w = 5 + round % 196;
        check(&random_value(&mut rng, w), &random_value(&mut rng, w), w);
    }
}

#[test]
fn every_operator_agrees_with_its_definition_at_the_corners_around_limb_borders() {
    for w in [31, 32, 33, 63, 64, 65, 127, 128, 129] {
        let corners = [
            zero(),
            BigInt::from(1),
            BigInt::from(2),
            BigInt::from(w - 1),
            BigInt::from(w),
            power(w / 2),
            power(w - 1) - 1,
            power(w - 1),
            power(w - 1) + 1,
            power(w) - 2,
            power(w) - 1,
        ];
        for a in &corners {
            for b in &corners {
                check(a, b, w);
            }
        }
    }
}

#[test]
fn order_is_by_width_then_unsigned_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for w in [7, 64, 65, 130] {
        for _ in 0..200 {
            let (a, b) = (random_value(&mut rng, w), random_value(&mut rng, w));
            assert_eq!(value(&a, w).cmp(&value(&b, w)), a.cmp(&b));
        }
        assert!(BitVec::ones(w) < BitVec::zero(w + 1));
    }
}
