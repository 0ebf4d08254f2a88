"""What may be declared in every game system: a ruleset adds its own acts of the battle."""

from __future__ import annotations

from rules.kernel import rulings
from rules.kernel.actions import Begin, Concede, Fact, begin, concede, fact
from rules.kernel.hold import GoOn, go_on
from rules.kernel.part import Act, Part
from rules.kernel.secrets import Commit, Reveal, commit, reveal

PART = Part(
    acts=(
        Act(Begin, begin),
        Act(Concede, concede),
        Act(Fact, fact),
        Act(GoOn, go_on),
        Act(Commit, commit),
        Act(Reveal, reveal),
        *rulings.ACTS,
    ),
)
