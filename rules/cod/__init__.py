"""Cities of Death: city fights of Warhammer 40,000, after the Russian rules (seed document 003).

Ruins, night and destruction live in modules of their own, every stratagem and every scenario in a file of its own in
`stratagem/` and `scenario/`, the catalogue of the rest in `book/`. The way from mustering to the first turn is in
`steps`. Everything else is Warhammer 40,000.
"""

EXPANDS = "wh40k"
"""Whose public modules this package may import."""
