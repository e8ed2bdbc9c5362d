; Strings of 2.0: a quote is written \", a backslash \\.
(set-info :smt-lib-version 2.0)
(declare-const s String)
(assert (= s "a\"b" "\\" "\x41" "doubled\"\"" "after"))
(echo "he said \"hi\"")
(some-command "kept \" too")
(reset)
(declare-const s String)
(assert (= s "a""b" "\"))
