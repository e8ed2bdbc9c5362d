(check-sat))
(exit)
