"""Sanskrit: contrast sets derived by Pāṇini's rules, and the grammar that generates them."""
