(check-sat)
check-sat
