#!/bin/sh
# A compiler of a coverage build: counting is for what is compiled, the runtime for what is linked, a program or a library.
links=yes inputs=no
for argument; do
  case $argument in
    -c|-S|-E|-M|-MM|-r|-fsyntax-only|--version|--help*|-dump*|-print*) links=no ;;
    -*) ;;
    *) inputs=yes ;;
  esac
done
if [ $links = yes ] && [ $inputs = yes ]; then
  set -- "$@" -x none @RUNTIME@
fi
exec @COMPILER@ @BEFORE@ -B@ASSEMBLER@/ "$@" @AFTER@
