"""Pages of games: the list, the replay, evidence, verification, rulings and take-backs."""
