; Quoted symbols, symbols that need no bars, and the characters of simple symbols.
(declare-const |x| Int)
(declare-const |two words| Int)
(declare-const |with
newline| Int)
(declare-const || Int)
(declare-const |let| Int)
(declare-const |_| Int)
(declare-const |1st| Int)
(declare-const |;not a comment| Int)
(declare-const |"string"| Int)
(declare-const |(par en)| Int)
(declare-const |é ☃| Int)
(declare-const ~!@$%^&*_-+=<>.?/ Int)
(declare-const NUMERAL Int)
(declare-fun |f g| (Int) Int)
(assert (= x |x| |two words| |with
newline| || |let| |_| |1st| |;not a comment| |"string"| |(par en)| |é ☃| ~!@$%^&*_-+=<>.?/ (|f g| x)))
(assert (|=| (|+| x 1) |x|))
