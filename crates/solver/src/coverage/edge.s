# What stands where the compiler calls __sanitizer_cov_trace_pc: at the start of each block (gcc) or on each edge (clang).
#
# A call costs what it does in the callee and a counter that is looked up by the return address; here it is one load and
# one store at a place that is known. Whatever a call may change, this may: %rax and the flags. One more; once counted,
# never zero. The counter is written once, not by two instructions: in a loop, each has to wait for the last store.
#
# Counters and their table stay with the function (`?`: in its section group), so that the linker drops them with it. The
# table is debug information by its name, which is never loaded, and in which what was dropped is zero: pairs of
# the edge's address and its counter's.
	.macro	smtquake_edge
777772:
	movzbl	777771f(%rip), %eax
	addb	$1, %al
	adcb	$0, %al
	movb	%al, 777771f(%rip)
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
