; Comments between any two tokens, and no space where none is needed.
(declare-const x;c
 Int);; at the end
(declare-const s String)(assert(=(+ x 1)|x|(- 1)))(assert(= s"a""b"(str.++ s"")))
	(assert  ( =  (  _  bv3  8  )  #x03 ) )
(check-sat);no newline at the end