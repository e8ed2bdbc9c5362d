# What stands where the compiler calls __sanitizer_cov_trace_pc: at the start of each block (gcc) or on each edge (clang).
#
# A call costs what it does in the callee and a counter that is looked up by the return address; here the counter's place
# is known. Whatever a call may change, this may: the flags. Counting stops at 128, from where on nobody tells
# counts apart: what is counted often is then only read, and a loop need not wait in each round for its last store.
#
# Counters and their table stay with the function (`?`: in its section group), so that the linker drops them with it. The
# table is debug information by its name, which is never loaded, and in which what was dropped is zero: pairs of
# the edge's address and its counter's.
	.macro	smtquake_edge
777772:
	cmpb	$0, 777771f(%rip)
	js	777773f
	incb	777771f(%rip)
777773:
	.pushsection smtquake_counters, "aw?", @nobits
777771:
	.zero	1
	.popsection
	.pushsection .debug_smtquake, "?", @progbits
	.quad	777772b, 777771b
	.popsection
	.endm
# The call at the end of a function, which the compiler made a jump.
	.macro	smtquake_last_edge
	smtquake_edge
	ret
	.endm
