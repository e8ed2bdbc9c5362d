; RUN: --json --print %s
(check-sat)
