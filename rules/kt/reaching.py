"""What a model of Kill Team reaches, and how it would shoot."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.aiming import Aim, forgotten, opened
from rules.kernel.context import Context
from rules.kernel.events import Action
from rules.kernel.part import Part
from rules.kernel.reaching import QUERY, Reach, Reaching
from rules.kernel.state import Model, State, Unit
from rules.kernel.telling import Phrase, Telling
from rules.kt import move, queries, shoot, words
from rules.kt.specialist import comms, leader, medic

LONG, RAPID = "kt.hit.ranged.mod-long-range", "kt.type.rapid-fire"
AURAS = (
    (leader.LEADER.id, leader.REACH, leader.TACTIC.clause),
    (comms.COMMS.id, comms.SCAN, comms.PASSIVE),
    (medic.MEDIC.id, medic.TACTIC.reach, medic.TACTIC.clause),
)
"""What specialists do to friends near them: the specialism, how near, and the clause."""


def reaches(ctx: Context, model: Model | Unit) -> Iterator[Reach]:
    """Its normal move; the range of each weapon, and where it is half of that; what its specialism does around it."""
    if isinstance(model, Unit):
        return
    yield Reach("move", move.movement(ctx, model), "kt.move.normal")
    for weapon in model.sheet.weapons:
        kind, reach = weapon.profile.get("type"), int(weapon.profile.get("range", 0))
        if kind not in shoot.RANGED_TYPES:
            continue
        yield Reach("range", reach, "kt.shoot.range", weapon.id)
        if kind != "Grenade":
            # Whatever is nearer than half of the range, in whole hundredths.
            half = ("rapid", RAPID) if kind == "Rapid Fire" else ("short", LONG)
            yield Reach(half[0], reach // 2, half[1], weapon.id)
    yield from (Reach("aura", near, clause) for key, near, clause in AURAS if key in model.sheet.has)


def ready(state: State, shooter: Model | Unit, target: Model | Unit) -> None:
    """The Shooting phase, in the section to which the model belongs, with nothing fired so far."""
    opened(state, "shooting", shooter.side, "ready" if words.READY in shooter.round else "fire-at-will")
    forgotten(shooter, words.SHOT, words.FIRED)
    state.sides[shooter.side].phase.pop(words.GRENADE, None)


def shots(ctx: Context, shooter: Model | Unit, target: Model | Unit) -> Iterator[Action]:
    """One weapon after the other, those that are thrown last."""
    weapons = shooter.sheet.weapons if isinstance(shooter, Model) else ()
    for weapon in sorted(weapons, key=lambda each: each.profile.get("type") == "Grenade"):
        yield shoot.Shoot(model=shooter.id, volleys=(shoot.Volley(weapon.id, target.id),))


def arms(action: shoot.Shoot) -> Iterator[str]:
    """The weapons of its volleys."""
    return (volley.weapon for volley in action.volleys)


PART = Part(
    queries=(QUERY,),
    brings=(Reaching(reaches), Aim(ready, shots, arms)),
    telling=Telling(covers={
        queries.BEHIND: Phrase("obscured", "видно частично"),
        queries.IN_COVER: Phrase("in cover", "в укрытии"),
    }),
)  # fmt: skip
