"""What may be declared in every game system: a ruleset adds its own acts of the battle."""

from __future__ import annotations

from rules.kernel import labels, rulings, sketch
from rules.kernel.actions import Begin, Concede, Fact, begin, concede, fact
from rules.kernel.hold import GoOn, go_on
from rules.kernel.part import Act, Part, SecretSubject
from rules.kernel.secrets import DICE, Commit, Reveal, commit, reveal

PART = Part(
    acts=(
        Act(Begin, begin),
        Act(Concede, concede),
        Act(Fact, fact),
        Act(GoOn, go_on),
        Act(Commit, commit),
        Act(Reveal, reveal),
        sketch.ACT,
        *rulings.ACTS,
    ),
    telling=labels.TELLING,
    secrets=(SecretSubject(DICE, "A seed of the dice, where the site rolls.", "32 bytes in hexadecimal"),),
)
