"""Noughts and crosses: the smallest ruleset that has everything, and the example of docs/new-ruleset.md."""
