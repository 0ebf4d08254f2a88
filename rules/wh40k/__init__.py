"""Warhammer 40,000, 6th edition, after the Russian text of its chapters on morale and special rules (seed document
000).

Each chapter of the turn has a folder; every universal special rule has a file in `special/`; the catalogue of the core
sequence, most of which the source presumes and does not print, in `book/`. `ruleset.build` makes a ruleset of it: this
one, or an expansion that adds acts, rules and phases.
"""

PUBLIC = (
    "rules.wh40k.book.assault",
    "rules.wh40k.book.movement",
    "rules.wh40k.book.shooting",
    "rules.wh40k.deployment.deploy",
    "rules.wh40k.deployment.places",
    "rules.wh40k.deployment.placing",
    "rules.wh40k.deployment.reserve",
    "rules.wh40k.hooks",
    "rules.wh40k.likings",
    "rules.wh40k.movement.footing",
    "rules.wh40k.movement.formation",
    "rules.wh40k.movement.move",
    "rules.wh40k.movement.terrain",
    "rules.wh40k.movement.trail",
    "rules.wh40k.player",
    "rules.wh40k.position",
    "rules.wh40k.questions",
    "rules.wh40k.ruleset",
    "rules.wh40k.shooting.arms",
    "rules.wh40k.shooting.ground",
    "rules.wh40k.shooting.shoot",
    "rules.wh40k.shooting.volley",
    "rules.wh40k.shooting.wound",
    "rules.wh40k.special.blast",
    "rules.wh40k.taste",
    "rules.wh40k.turn",
    "rules.wh40k.vehicles.transport",
    "rules.wh40k.vehicles.vehicle",
    "rules.wh40k.words",
)
"""What an expansion may import."""
