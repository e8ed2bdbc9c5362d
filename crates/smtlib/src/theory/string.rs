//! Unicode strings. Sequences of other elements are in `seq`, regular expressions in `regex`.

use super::theory;

theory! {
    /// Operators on strings.
    StringOp = String {
        Char        [Standard "char"]           "[$] -> String";
        CharLit     [Z3 "Char"]                 "[$] -> Char";
        Concat      [Standard "str.++"]         "String String -> String" LeftAssoc;
        Len         [Standard "str.len"]        "String -> Int";
        Lt          [Standard "str.<"]          "String String -> Bool" Chainable;
        Le          [Standard "str.<="]         "String String -> Bool" Chainable;
        At          [Standard "str.at"]         "String Int -> String";
        Substr      [Standard "str.substr"]     "String Int Int -> String";
        PrefixOf    [Standard "str.prefixof"]   "String String -> Bool";
        SuffixOf    [Standard "str.suffixof"]   "String String -> Bool";
        Contains    [Standard "str.contains"]   "String String -> Bool";
        IndexOf     [Standard "str.indexof"]    "String String Int -> Int";
        IndexOfFrom0 [Z3 "str.indexof"]         "String String -> Int";
        Replace     [Standard "str.replace"]    "String String String -> String";
        ReplaceAll  [Standard "str.replace_all", Old "str.replaceall"] "String String String -> String";
        ReplaceRe   [Standard "str.replace_re"] "String RegLan String -> String";
        ReplaceReAll [Standard "str.replace_re_all"] "String RegLan String -> String";
        IsDigit     [Standard "str.is_digit"]   "String -> Bool";
        ToCode      [Standard "str.to_code", Old "str.code"] "String -> Int";
        FromCode    [Standard "str.from_code"]  "Int -> String";
        ToInt       [Standard "str.to_int", Old "str.to.int"] "String -> Int";
        FromInt     [Standard "str.from_int", Old "int.to.str"] "Int -> String";
        Rev         [Cvc "str.rev"]             "String -> String";
        ToLower     [Cvc "str.to_lower", Old "str.tolower"] "String -> String";
        ToUpper     [Cvc "str.to_upper", Old "str.toupper"] "String -> String";
        Update      [Cvc "str.update"]          "String Int String -> String";
        IndexOfRe   [Cvc "str.indexof_re"]      "String RegLan Int -> Int";
        FromUbv     [Z3 "str.from_ubv"]         "(BitVec n) -> String";
        FromSbv     [Z3 "str.from_sbv"]         "(BitVec n) -> String";
        CharLe      [Z3 "char.<="]              "Char Char -> Bool";
        CharToInt   [Z3 "char.to_int"]          "Char -> Int";
        CharToBv    [Z3 "char.to_bv"]           "Char -> (BitVec 18)";
        CharFromBv  [Z3 "char.from_bv"]         "(BitVec n) -> Char";
        CharIsDigit [Z3 "char.is_digit"]        "Char -> Bool";
    }
}
