//! Bags (multisets) and tables, as in cvc5.

use super::theory;

theory! {
    /// Operators on bags.
    BagOp = Bag {
        Empty        [Cvc "bag.empty"]                 "[$] -> Any";
        Make         [Cvc "bag"]                       "A Int -> (Bag A)";
        UnionMax     [Cvc "bag.union_max"]             "(Bag A) (Bag A) -> (Bag A)";
        UnionDisjoint [Cvc "bag.union_disjoint"]       "(Bag A) (Bag A) -> (Bag A)";
        InterMin     [Cvc "bag.inter_min"]             "(Bag A) (Bag A) -> (Bag A)";
        DifferenceSubtract [Cvc "bag.difference_subtract"] "(Bag A) (Bag A) -> (Bag A)";
        DifferenceRemove   [Cvc "bag.difference_remove"]   "(Bag A) (Bag A) -> (Bag A)";
        Subbag       [Cvc "bag.subbag"]                "(Bag A) (Bag A) -> Bool";
        Count        [Cvc "bag.count"]                 "A (Bag A) -> Int";
        Member       [Cvc "bag.member"]                "A (Bag A) -> Bool";
        Setof        [Cvc "bag.setof", Old "bag.duplicate_removal"] "(Bag A) -> (Bag A)";
        Card         [Cvc "bag.card"]                  "(Bag A) -> Int";
        Choose       [Cvc "bag.choose"]                "(Bag A) -> A";
        IsSingleton  [Old "bag.is_singleton"]          "(Bag A) -> Bool";
        FromSet      [Old "bag.from_set"]              "(Set A) -> (Bag A)";
        ToSet        [Old "bag.to_set"]                "(Bag A) -> (Set A)";
        Map          [Cvc "bag.map"]                   "(-> A B) (Bag A) -> (Bag B)";
        Filter       [Cvc "bag.filter"]                "(-> A Bool) (Bag A) -> (Bag A)";
        All          [Cvc "bag.all"]                   "(-> A Bool) (Bag A) -> Bool";
        Some         [Cvc "bag.some"]                  "(-> A Bool) (Bag A) -> Bool";
        Fold         [Cvc "bag.fold"]                  "(-> A B B) B (Bag A) -> B";
        Partition    [Cvc "bag.partition"]             "(-> A A Bool) (Bag A) -> (Bag (Bag A))";
        TableProduct [Cvc "table.product"]             "(Bag A) (Bag B) -> Any";
        TableProject [Cvc "table.project"]             "[$] (Bag A) -> Any";
        TableGroup   [Cvc "table.group"]               "[$] (Bag A) -> (Bag (Bag A))";
    }
}
