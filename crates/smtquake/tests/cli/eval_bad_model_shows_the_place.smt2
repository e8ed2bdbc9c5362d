; RUN: eval %s --model eval_bad_model_shows_the_place.model
(declare-const x Int)
(assert (> x 0))
