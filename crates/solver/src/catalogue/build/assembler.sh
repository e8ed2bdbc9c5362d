#!/bin/sh
# The assembler of a coverage build: where the compiler calls for an edge, it has @EDGE@.
# The input is a file or, with -pipe, standard input.
input= before=
for argument; do
  shift
  case $before,$argument in
    -o,*|-I,*) set -- "$@" "$argument" ;;
    *,--version|*,--help) exec @AS@ "$argument" ;;
    *,-) ;;
    *,-*) set -- "$@" "$argument" ;;
    *) input=$argument ;;
  esac
  before=$argument
done
# What calls nothing, written by hand perhaps, is left as it is.
if [ -n "$input" ] && ! grep -q __sanitizer_cov_trace_pc "$input"; then
  exec @AS@ "$@" "$input"
fi
sed -E '/__sanitizer_cov_trace_pc/{
  s/^[[:space:]]*callq?[[:space:]]+\*?__sanitizer_cov_trace_pc(@.*)?$/ smtquake_edge/
  s/^[[:space:]]*jmpq?[[:space:]]+\*?__sanitizer_cov_trace_pc(@.*)?([[:space:]]*#.*)?$/ smtquake_last_edge/
}' ${input:+"$input"} | @AS@ "$@" @EDGE@ -
