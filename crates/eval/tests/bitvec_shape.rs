//! Operators that take indices or change the width, conversions and literals.

use dashu_int::IBig;
use eval::bitvec::{BitVec, BitVecParseError, MAX_WIDTH, word};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Highest bit first, as written after `#b`.
fn list(value: &BitVec) -> String {
    value.to_binary()[2..].to_owned()
}

fn from_list(bits: &str) -> BitVec {
    BitVec::parse(&format!("#b{bits}")).expect("binary digits")
}

fn samples() -> Vec<BitVec> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let exhaustive = (1..=4).flat_map(|w| (0..1 << w).map(move |bits| BitVec::from_u64(w, bits)));
    let mut all: Vec<BitVec> = exhaustive.collect();
    for w in [5, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 200] {
        all.extend([BitVec::zero(w), BitVec::ones(w), BitVec::min_signed(w), BitVec::max_signed(w)]);
        all.extend((0..4).map(|_| BitVec::from_limbs(w, (0..4).map(|_| rng.next_u64()).collect())));
    }
    all
}

#[test]
fn concat_appends_the_lists_of_bits() {
    for high in samples() {
        for low in samples() {
            let joined = high.concat(&low).unwrap();
            assert_eq!(list(&joined), list(&high) + &list(&low));
            if let Some(bits) = joined.as_word() {
                let (high, bits_low) = (high.as_word().unwrap(), low.as_word().unwrap());
                assert_eq!(word::concat(high, bits_low, low.width()), bits);
            }
        }
    }
}

#[test]
fn extract_takes_a_piece_of_the_list() {
    for value in samples() {
        let (w, bits) = (value.width(), list(&value));
        let step = if w > 8 { 13 } else { 1 };
        for low in (0..w).step_by(step) {
            for high in (low..w).step_by(step).chain([w - 1]) {
                let piece = value.extract(high, low).unwrap();
                assert_eq!(list(&piece), bits[(w - 1 - high) as usize..(w - low) as usize]);
                if let Some(whole) = value.as_word() {
                    assert_eq!(Some(word::extract(whole, high, low)), piece.as_word());
                }
            }
        }
        assert_eq!(value.extract(w, 0), None);
        assert_eq!(value.extract(0, 1), None);
        assert_eq!(value.extract(u32::MAX, u32::MAX), None);
    }
}

#[test]
fn repeat_and_the_extensions_add_copies_of_bits() {
    for value in samples() {
        let bits = list(&value);
        for by in [0, 1, 2, 3, 7, 64, 65] {
            let repeated = value.repeat(by).map(|value| list(&value));
            assert_eq!(repeated, (by > 0).then(|| bits.repeat(by as usize)));
            let zeros = value.zero_extend(by).unwrap();
            assert_eq!(list(&zeros), "0".repeat(by as usize) + &bits);
            let signs = value.sign_extend(by).unwrap();
            assert_eq!(list(&signs), bits[..1].repeat(by as usize) + &bits);
            if let Some(narrow) = value.as_word().filter(|_| value.width() + by <= 64) {
                assert_eq!(Some(word::sign_extend(narrow, by, value.width())), signs.as_word());
            }
            if let Some(narrow) = value.as_word().filter(|_| by > 0 && value.width() * by <= 64) {
                assert_eq!(
                    Some(word::repeat(narrow, by, value.width())),
                    value.repeat(by).unwrap().as_word()
                );
            }
        }
    }
}

#[test]
fn rotations_turn_the_list() {
    for value in samples() {
        let (w, bits) = (value.width(), list(&value));
        for by in [0, 1, 2, w / 2, w - 1, w, w + 1, 3 * w + 2, u32::MAX] {
            let turn = (by % w) as usize;
            assert_eq!(list(&value.rotate_left(by)), format!("{}{}", &bits[turn..], &bits[..turn]));
            let turn = bits.len() - turn;
            assert_eq!(list(&value.rotate_right(by)), format!("{}{}", &bits[turn..], &bits[..turn]));
            if let Some(narrow) = value.as_word() {
                assert_eq!(Some(word::rotate_left(narrow, by, w)), value.rotate_left(by).as_word());
                assert_eq!(Some(word::rotate_right(narrow, by, w)), value.rotate_right(by).as_word());
            }
        }
    }
}

#[test]
fn a_rotation_amount_wider_than_a_word_is_taken_modulo_the_width() {
    // 2^100 mod 101 is 1 (Fermat).
    let value = BitVec::from_u64(101, 0b1011);
    let by = from_list(&format!("1{}", "0".repeat(100)));
    assert_eq!(value.ext_rotate_left(&by), value.rotate_left(1));
    assert_eq!(value.ext_rotate_right(&by), value.rotate_right(1));
}

#[test]
fn widening_stops_at_the_limit() {
    let value = BitVec::one(8);
    assert_eq!(value.zero_extend(u32::MAX), None);
    assert_eq!(value.sign_extend(MAX_WIDTH), None);
    assert_eq!(value.repeat(u32::MAX), None);
    assert_eq!(value.zero_extend(MAX_WIDTH - 8).map(|value| value.width()), Some(MAX_WIDTH));
}

#[test]
fn integers_convert_both_ways() {
    for value in samples() {
        let w = value.width();
        let unsigned =
            list(&value).chars().fold(IBig::ZERO, |n, bit| n * 2 + IBig::from(u8::from(bit == '1')));
        let modulus = IBig::ONE << w as usize;
        let signed = if value.sign() { &unsigned - &modulus } else { unsigned.clone() };
        assert_eq!(value.ubv_to_int(), unsigned);
        assert_eq!(value.sbv_to_int(), signed);
        for turns in [-3, -1, 0, 1, 5] {
            assert_eq!(BitVec::int_to_bv(w, &(&unsigned + &modulus * turns)), value, "{turns} turns");
        }
    }
    assert_eq!(BitVec::int_to_bv(70, &IBig::from(-1)), BitVec::ones(70));
    assert_eq!(BitVec::int_to_bv(64, &IBig::from(i64::MIN)), BitVec::min_signed(64));
}

#[test]
fn literals_are_read_back_in_every_form() {
    for value in samples() {
        let forms =
            [Some(value.to_binary()), value.to_hex(), Some(value.to_decimal()), Some(value.to_string())];
        for form in forms.into_iter().flatten() {
            assert_eq!(BitVec::parse(&form).as_ref(), Ok(&value), "{form}");
        }
    }
    assert_eq!(BitVec::parse("#x0aF").unwrap(), BitVec::from_u64(12, 0xaf));
    assert_eq!(BitVec::from_u64(12, 0xaf).to_string(), "#x0af");
    assert_eq!(BitVec::from_u64(3, 5).to_string(), "#b101");
    assert_eq!(BitVec::parse("( _  bv5 3 )").unwrap(), BitVec::from_u64(3, 5));
}

#[test]
fn malformed_literals_are_refused() {
    for text in [
        "",
        "#b",
        "#x",
        "#b12",
        "#xg",
        "#b+1",
        "#x1_0",
        "bv5",
        "(_ bv5)",
        "(_ bv 5)",
        "(_ bv+5 8)",
        "(_ 5 8)",
        "(",
    ] {
        assert!(matches!(BitVec::parse(text), Err(BitVecParseError::Malformed(_))), "{text}");
    }
    assert_eq!(BitVec::parse("(_ bv0 0)"), Err(BitVecParseError::Width(0)));
    assert!(matches!(BitVec::parse("(_ bv0 99999999999999999999)"), Err(BitVecParseError::Width(_))));
    assert!(matches!(BitVec::parse("(_ bv8 3)"), Err(BitVecParseError::TooLarge { width: 3, .. })));
}

#[test]
fn limits_of_the_representation_are_what_they_say() {
    for w in [1, 2, 63, 64, 65, 128, 130] {
        assert_eq!(list(&BitVec::ones(w)), "1".repeat(w as usize));
        assert_eq!(list(&BitVec::min_signed(w)), format!("1{}", "0".repeat(w as usize - 1)));
        assert_eq!(list(&BitVec::max_signed(w)), format!("0{}", "1".repeat(w as usize - 1)));
        assert_eq!(BitVec::one(w).to_u64(), Some(1));
    }
    assert_eq!(BitVec::from_u64(4, 0xfff), BitVec::ones(4));
    assert_eq!(BitVec::min_signed(65).to_u64(), None);
}
