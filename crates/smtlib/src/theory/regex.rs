//! Regular expressions over strings.

use super::theory;

theory! {
    /// Operators on regular languages.
    RegexOp = Regex {
        ToRe     [Standard "str.to_re", Old "str.to.re", Z3 "seq.to.re", Z3 "seq.to_re"]  "String -> RegLan";
        InRe     [Standard "str.in_re", Old "str.in.re", Z3 "seq.in.re", Z3 "seq.in_re"]  "String RegLan -> Bool";
        None     [Standard "re.none", Old "re.nostr", Z3 "re.empty"]       "-> RegLan";
        All      [Standard "re.all", Z3 "re.full"]                         "-> RegLan";
        AllChar  [Standard "re.allchar"]          "-> RegLan";
        Concat   [Standard "re.++"]               "RegLan RegLan -> RegLan" LeftAssoc;
        Union    [Standard "re.union"]            "RegLan RegLan -> RegLan" LeftAssoc;
        Inter    [Standard "re.inter"]            "RegLan RegLan -> RegLan" LeftAssoc;
        Star     [Standard "re.*"]                "RegLan -> RegLan";
        Plus     [Standard "re.+"]                "RegLan -> RegLan";
        Opt      [Standard "re.opt"]              "RegLan -> RegLan";
        Comp     [Standard "re.comp", Old "re.complement"]  "RegLan -> RegLan";
        Diff     [Standard "re.diff"]             "RegLan RegLan -> RegLan" LeftAssoc;
        Range    [Standard "re.range"]            "String String -> RegLan";
        Power    [Standard "re.^"]                "[n] RegLan -> RegLan";
        Loop     [Standard "re.loop"]             "[i j] RegLan -> RegLan";
        LoopFrom [Z3 "re.loop"]                   "[i] RegLan -> RegLan";
        LoopArgs [Old "re.loop"]                  "RegLan Int Int -> RegLan";
        LoopArg  [Old "re.loop"]                  "RegLan Int -> RegLan";
        Reverse  [Z3 "re.reverse"]                "RegLan -> RegLan";
    }
}
