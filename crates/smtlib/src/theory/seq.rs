//! Sequences, as in Z3 and cvc5; a string is a sequence of characters.

use super::theory;

theory! {
    /// Operators on sequences.
    SeqOp = Seq {
        Empty      [Cvc "seq.empty"]        "[$] -> Any";
        Unit       [Cvc "seq.unit"]         "A -> (Seq A)";
        Concat     [Cvc "seq.++"]           "(Seq A) (Seq A) -> (Seq A)" LeftAssoc;
        Len        [Cvc "seq.len"]          "(Seq A) -> Int";
        Extract    [Cvc "seq.extract"]      "(Seq A) Int Int -> (Seq A)";
        At         [Cvc "seq.at"]           "(Seq A) Int -> (Seq A)";
        Nth        [Cvc "seq.nth"]          "(Seq A) Int -> A";
        Contains   [Cvc "seq.contains"]     "(Seq A) (Seq A) -> Bool";
        PrefixOf   [Cvc "seq.prefixof"]     "(Seq A) (Seq A) -> Bool";
        SuffixOf   [Cvc "seq.suffixof"]     "(Seq A) (Seq A) -> Bool";
        IndexOf    [Cvc "seq.indexof"]      "(Seq A) (Seq A) Int -> Int";
        IndexOfFrom0 [Z3 "seq.indexof"]     "(Seq A) (Seq A) -> Int";
        LastIndexOf [Z3 "seq.last_indexof"] "(Seq A) (Seq A) -> Int";
        Replace    [Cvc "seq.replace"]      "(Seq A) (Seq A) (Seq A) -> (Seq A)";
        ReplaceAll [Cvc "seq.replace_all"]  "(Seq A) (Seq A) (Seq A) -> (Seq A)";
        Update     [Cvc "seq.update"]       "(Seq A) Int (Seq A) -> (Seq A)";
        Rev        [Cvc "seq.rev"]          "(Seq A) -> (Seq A)";
        Map        [Z3 "seq.map"]           "(-> A B) (Seq A) -> (Seq B)";
        MapI       [Z3 "seq.mapi"]          "(-> Int A B) Int (Seq A) -> (Seq B)";
        FoldL      [Z3 "seq.foldl", Z3 "seq.fold_left"]   "(-> B A B) B (Seq A) -> B";
        FoldLI     [Z3 "seq.foldli", Z3 "seq.fold_lefti"] "(-> Int B A B) Int B (Seq A) -> B";
    }
}
