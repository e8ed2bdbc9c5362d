; Terms and lists of terms; a size that cannot shrink to itself.
(set-logic UFDT)
(set-info :status unsat)
(declare-sort Name 0)
(declare-datatypes ((Term 0) (Terms 0)) (
  ((var (name Name)) (app (fn Name) (args Terms)))
  ((none) (more (first Term) (rest Terms)))))
(declare-fun closed (Term) Bool)
(declare-fun t () Term)
(declare-fun n () Name)
(assert (forall ((x Name)) (not (closed (var x)))))
(assert (forall ((f Name)) (closed (app f none))))
(assert
  (or (closed (var n))
      (not (closed (app n none)))
      (and (= (first (args t)) t) ((_ is app) t) ((_ is more) (args t)))))
(check-sat)
