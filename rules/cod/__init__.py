"""Cities of Death: city fights of Warhammer 40,000, after the Russian rules (seed document 003).

Ruins, night and destruction have their own modules, every stratagem and scenario its own file in `stratagem/` and
`scenario/`; the catalogue of the rest is in `book/`. The sequence from mustering to the first turn is in `steps`.
Everything else is Warhammer 40,000.
"""

EXPANDS = "wh40k"
"""Whose public modules this package may import."""
