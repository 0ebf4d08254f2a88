"""What pages say of each game system: its acts, its marks, its questions. Adding a system adds a module here.

`system.System` is what such a module fills in. What every system has (a table, a muster, dice, wounds) is said by
`frontend.games.narration`. An expansion takes what the system it composes with says and adds its own.
"""
