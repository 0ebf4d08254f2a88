"""What the autoplayer does in a city fight: one module for each part of a game. Each exports `PROPOSALS`, a function
for each action by its name; the player puts them together (`rules.cod.player`).
"""
