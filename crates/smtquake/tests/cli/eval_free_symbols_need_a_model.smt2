; RUN: eval %s
(declare-const x Int)
(declare-const unused Int)
(define-fun d () Int x)
(assert (> d 0))
