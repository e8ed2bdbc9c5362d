(declare-const |ÿ| Int)
