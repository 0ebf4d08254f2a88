"""Pages for recording at the table: beginning a battle, joining it with a code, and the open table of a game."""
