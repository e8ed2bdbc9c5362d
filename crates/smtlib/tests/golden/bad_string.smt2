(echo "open)
(check-sat)
