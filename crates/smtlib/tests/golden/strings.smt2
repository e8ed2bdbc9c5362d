; Strings of 2.6: a quote is doubled, a backslash is itself, characters may be written \u{…}.
(declare-const s String)
(assert (= s "a""b" """" "back\slash" "\u{1F600}" "\u0041" "\x41" "new
line" "tab	" "; no comment" "é" (_ char #x41)))
(assert (str.in_re s (re.union (re.range "a" "z") ((_ re.loop 1 3) re.allchar) ((_ re.^ 2) (str.to_re "ab")))))
(echo "say ""hi""")
