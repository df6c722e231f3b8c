"""The Sanskrit contrast sets, derived by Pāṇini's rules."""
