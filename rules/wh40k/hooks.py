"""The places of the sequence where rules may act. A rule registers with `RULE.at(HOOK, of="role")`.

A handler is called as `handler(ctx, value, has=..., **roles)` and returns the changed value; at a hook that is fired
the value is the occasion and nothing is returned. A role that is a Unit has a rule if any of its models has it.
Expansions use the same hooks.
"""

from __future__ import annotations

import msgspec

from rules.kernel.rule import Hook


class CharacteristicChange(msgspec.Struct, frozen=True):
    """Changes to a characteristic: multiplied, added to, or set to a fixed value, in that order."""

    times: int = 1
    plus: int = 0
    fixed: int | None = None


# characteristics and tests
CHARACTERISTIC = Hook("wh40k.characteristic", ("model",))
"""`CharacteristicChange` of the characteristic `name` of a model."""
TEST_MODIFIERS = Hook("wh40k.test-modifiers", ("unit",))
"""Modifiers (clause, amount) of the Leadership a test of the unit is taken on; `check` is the Check."""
AUTO_PASS = Hook("wh40k.auto-pass", ("unit",))
"""The clause by which a unit passes a `check` without dice; empty if it rolls."""
AUTO_FAIL = Hook("wh40k.auto-fail", ("unit",))
"""The clause by which a unit fails a `check` without dice; empty if it rolls."""
MAY_FAIL = Hook("wh40k.may-fail", ("unit",))
"""The clause by which a unit may not choose to fail a `check`; empty if it may."""
KILLED = Hook("wh40k.killed", ("model",))
"""Fired when a model was removed as a casualty; the occasion is the clause."""
EXPLODED = Hook("wh40k.exploded", ())
"""Fired when a vehicle `model` has exploded; the occasion is the list of models in reach of it. `by` rolls. Dice."""

# turns
TURN_BEGAN = Hook("wh40k.turn-began", ())
"""Fired when a player turn begins, before anything is declared in it; the occasion is the side. Rolls no dice."""
PHASE_BEGAN = Hook("wh40k.phase-began", ())
"""Fired when a phase begins; the occasion is its name. Rolls no dice."""
MAY_END = Hook("wh40k.may-end", ())
"""The clause by which the active side may not end the current step yet; empty if it may."""
PHASE_ENDS = Hook("wh40k.phase-ends", ())
"""Fired when the active side has ended a phase, before the tests due at its end; the occasion is its name. No dice."""
TURN_ENDS = Hook("wh40k.turn-ends", ())
"""Fired at the end of a player turn; the occasion is the side. Rolls no dice."""
END_ROLLS = Hook("wh40k.end-rolls", ())
"""Clauses of rolls that are due at the end of this player turn, each (clause, model or unit id); see `turn.EndRoll`."""
ROUND_LIMIT = Hook("wh40k.round-limit", ())
"""`turn.Limit` at the end of a game turn: whether the game goes on, or on which roll."""
GAME_ENDS = Hook("wh40k.game-ends", ())
"""Fired when the last turn is over, before the winner is determined; the occasion is the clause. Rolls no dice."""
VICTORY = Hook("wh40k.victory", ())
"""The Outcome of a game that ends now (`reason`), or None to leave it to the score."""
IMMEDIATE = Hook("wh40k.immediate", ())
"""The Outcome that ends the game at the end of a player turn, or None."""

# terrain and movement
TERRAIN = Hook("wh40k.terrain", ())
"""`terrain.Kind` of a `piece`, as its condition makes it. It may depend on the table and its marks alone, and what
rules say at `SIGHT` and `SCREENS` also on where models stand: it is kept as long as those do not change.
"""
FLOORS = Hook("wh40k.floors", ())
"""Heights a `model` may end its move on inside a `piece`, in hundredths; the ground first."""
MAY_MOVE = Hook("wh40k.may-move", ("unit",))
"""The clause by which a unit may not move now; empty if it may. `manner` is move, run, turbo-boost, flat-out."""
MAY_REACH = Hook("wh40k.may-reach", ("model",))
"""The clause by which a `model` may not go along a `path` (tuple of points) with a `limit` of its move (hundredths);
empty where it may.
"""
SPENT = Hook("wh40k.spent", ("model",))
"""What a `path` of a `model` costs of its move, in hundredths: at first its length."""
DANGEROUS_DICE = Hook("wh40k.dangerous-dice", ("model",))
"""How many dice a `model` rolls for a dangerous terrain test in a `piece`; `length` of its move in hundredths."""
DANGEROUS_FAILED = Hook("wh40k.dangerous-failed", ("model",))
"""Whether rules have settled what the `ones` of a dangerous terrain test in a `piece` do to a vehicle `model`."""
MOVED = Hook("wh40k.moved", ("unit",))
"""Fired after each move of a unit; the occasion is the tuple of (model, start, path); `manner`. May roll dice."""
COHERENT = Hook("wh40k.coherent", ())
"""Whether two models `a` and `b` of a unit are in coherency with each other."""
RUN_DICE = Hook("wh40k.run-dice", ("unit",))
"""How many dice a unit rolls to run: it uses the highest."""
RUN_REROLL = Hook("wh40k.run-reroll", ("unit",))
"""Whether a unit may roll dice of its run again."""

# shooting: `attack` is the wound.Pool or shoot.Volley in the making where one exists
MAY_SHOOT = Hook("wh40k.may-shoot", ("unit", "model"))
"""The clause by which a `model` of a `unit` may not fire a `weapon` now; empty if it may."""
SIGHT = Hook("wh40k.sight", ())
"""geometry.Sight of a `target` from a `viewer` model, as terrain rules make it. Whether it is `visible` does not depend
on what else is seen: where only that is asked, nothing that gives cover was looked for.
"""
SCREENS = Hook("wh40k.screens", ())
"""The models (a tuple) that can stand between a `viewer` and a `target` and hide part of it."""
SNAP = Hook("wh40k.snap", ("unit", "model", "weapon"))
"""The clause by which a shot is a Snap Shot; empty if it is not. `target` is the unit shot at."""
SHOTS = Hook("wh40k.shots", ("model", "weapon"))
"""How many shots a weapon has now."""
TARGETED = Hook("wh40k.targeted", ("unit",))
"""The clause by which the shots of a `unit` at a `target` are lost once it was chosen; empty if not. May roll
dice.
"""
MAY, MUST = 1, 2
"""What rules say of dice that can be rolled again: that they may be, as their side likes, or that they have to be."""
HIT_REROLL = Hook("wh40k.hit-reroll", ("unit", "model", "weapon"))
"""Whether failed rolls to hit are rolled again (`MUST`, `MAY` or 0); `target`, `assault`."""
SHOT_AT = Hook("wh40k.shot-at", ("model", "weapon"))
"""Fired after a `model` has rolled to hit; the occasion is each die as (face, the face rolled again or 0). May roll
dice.
"""
SHOT_LOST = Hook("wh40k.shot-lost", ("weapon",))
"""Whether a shot without a roll to hit is lost before it is fired; `model`, `again` whether it may roll again. May roll
dice.
"""
MAY_GO_TO_GROUND = Hook("wh40k.may-go-to-ground", ("unit",))
"""The clause by which a unit may not go to ground; empty if it may."""
STRENGTH = Hook("wh40k.strength", ("model", "weapon"))
"""Strength of an attack; `target` unit, `assault`."""
TO_WOUND = Hook("wh40k.to-wound", ("model", "weapon"))
"""What is needed to wound (7: impossible); `target`, `assault`."""
WOUND_REROLL = Hook("wh40k.wound-reroll", ("unit", "model", "weapon"))
"""Whether failed rolls to wound are rolled again (`MUST`, `MAY` or 0); `target`, `assault`."""
AIM_FLOORS = Hook("wh40k.aim-floors", ())
"""The floors (a tuple) a marker or template fired at a `target` unit may be declared on, beside none."""
AIMED = Hook("wh40k.aimed", ("model", "weapon"))
"""The clause by which a `model` may not fire a marker or template of its `weapon` at a `target` unit so: with its
`centre` or `outline`, at the `floor` declared (0 none), as a `barrage` or not; empty if it may. Asked before dice.
"""
COVERED = Hook("wh40k.covered", ())
"""The models under a marker or template, as floors and the like leave them; `centre` or `outline`, `weapon`,
`barrage`, `floor` declared (0 none), `target` unit.
"""
SCATTER_DICE = Hook("wh40k.scatter-dice", ("weapon",))
"""How many D6 a marker scatters; `unit`, `target`, `indirect`."""
COVER = Hook("wh40k.cover", ("model",))
"""The cover save of a `model` (7: none) against a shot from `origin`; `weapon`, `attacker` (a Model or None)."""
MAY_COVER = Hook("wh40k.may-cover", ("weapon", "model"))
"""The clause by which no cover save may be taken; empty if it may."""
INVULNERABLE = Hook("wh40k.invulnerable", ("model",))
"""The invulnerable save of a model (7: none)."""
INSTANT_DEATH = Hook("wh40k.instant-death", ("weapon", "model"))
"""Whether an unsaved Wound inflicts Instant Death before what protects from it; `attacker`."""
NO_INSTANT_DEATH = Hook("wh40k.no-instant-death", ("target",))
"""The clause by which Instant Death does not affect the `target` model; empty if it does."""
CASUALTIES = Hook("wh40k.casualties", ("unit",))
"""The models of a `unit` (a list) in the order in which they are given Wounds, the number of which is known: `wounds`,
`weapon` (or None), `assault`. May ask.
"""
SAVES_FAILED = Hook("wh40k.saves-failed", ("weapon",))
"""Fired when Wounds of an attack were not saved, before anybody suffers them; the occasion is how many. `attacker` (or
None), and `target`, the first model to suffer one. May ask and roll dice.
"""
MIXED_SAVES = Hook("wh40k.mixed-saves", ("unit",))
"""Whether Wounds of the unit are always resolved one at a time."""
UNSAVED = Hook("wh40k.unsaved", ("target",))
"""The number of unsaved Wounds that are kept, of 1; `instant` whether it inflicts Instant Death. May roll dice."""
WOUNDED = Hook("wh40k.wounded", ("weapon", "attacker"))
"""Fired after unsaved Wounds on a `target` model; the occasion is their number; `weapon`, `attacker`, `assault`."""
HIT = Hook("wh40k.hit", ("weapon", "attacker"))
"""Fired when a unit `target` was hit by an attack; the occasion is the number of hits; `assault`, `unit`
(attacking).
"""
SHOOTING_DONE = Hook("wh40k.shooting-done", ("unit",))
"""Fired when a unit has finished shooting; the occasion is {target unit id: {clauses of weapon rules that wounded
it}}.
"""

# vehicles
PENETRATION = Hook("wh40k.penetration", ("attacker", "weapon"))
"""How many D6 are rolled for armour penetration; `vehicle`, `assault`."""
ARMOUR_VALUE = Hook("wh40k.armour-value", ("weapon",))
"""The armour value a hit has to beat; `vehicle`, `facing`, `assault`."""
INSTEAD_OF_PENETRATION = Hook("wh40k.instead-of-penetration", ("weapon",))
"""What a hit does without a penetration roll: None, or `nothing`, `glancing`, `penetrating`. May roll dice."""
FACING_HIT = Hook("wh40k.facing-hit", ("weapon",))
"""The facing of a `vehicle` that is hit."""
DISEMBARKED = Hook("wh40k.disembarked", ("unit",))
"""Fired when a unit has got out of a vehicle and stands on the table; the occasion is the vehicle. May roll dice."""
CAPACITY = Hook("wh40k.capacity", ("model",))
"""How many points of transport capacity a model takes up."""
MAY_DISEMBARK = Hook("wh40k.may-disembark", ("vehicle",))
"""The clause by which a passenger `model` (a stand-in) of a `vehicle` may not be set down `at`; empty if it may."""

# assault
MAY_CHARGE = Hook("wh40k.may-charge", ("unit",))
"""The clause by which a unit may not charge now; empty if it may. A rule that lifts a ban returns an empty one."""
CHARGE_REROLL = Hook("wh40k.charge-reroll", ("unit",))
"""Whether a unit may roll dice of its charge again, singly."""
CHARGE_DECLARED = Hook("wh40k.charge-declared", ("target",))
"""Fired when a charge was declared against the `target` unit by `unit`. Rolls no dice: marks tests due."""
CHARGE_MADE = Hook("wh40k.charge-made", ("unit",))
"""Fired when a unit has made its charge move. Rolls no dice."""
FIGHT_BEGAN = Hook("wh40k.fight-began", ())
"""Fired at the start of the Fight sub-phase: marks tests due. Rolls no dice."""
EXTRA_STEPS = Hook("wh40k.extra-steps", ("model",))
"""Blows of a `model` at an initiative step of their own: tuple of combat.Extra."""
ATTACKS = Hook("wh40k.attacks", ("model",))
"""How many attacks a model has; `unit`, `weapon`."""
INITIATIVE = Hook("wh40k.initiative", ("model",))
"""At which step a model strikes, after its characteristic; `unit`."""
SUPPORTS = Hook("wh40k.supports", ())
"""Whether a `model` is near enough to a `mate` who may strike to strike with him."""
SWEEP = Hook("wh40k.sweep", ("unit",))
"""What a unit adds to its sweeping advance total. May roll dice."""
SWEPT = Hook("wh40k.swept", ("unit",))
"""The clause by which a unit caught by a sweeping advance is not destroyed; empty if it is."""
COMBAT_ENDS = Hook("wh40k.combat-ends", ())
"""Fired at the end of the Assault phase, before the turn ends: marks choices due. Rolls no dice."""
GOES_ON = Hook("wh40k.goes-on", ())
"""Whether something still happened, or was asked for, at the end of the Assault phase: then it has not ended yet."""

# deployment and reserves
MAY_DEPLOY = Hook("wh40k.may-deploy", ("unit",))
"""The clause by which a `unit` may not be set up `at` (tuple of model, point); empty if it may."""
OWN_EDGES = Hook("wh40k.own-edges", ())
"""The table edges of a `side` as segments ((x, y), (x, y))."""
RESERVE_LIMIT = Hook("wh40k.reserve-limit", ())
"""How many units of a `side` may be kept in reserve."""
RESERVE_COUNTED = Hook("wh40k.reserve-counted", ("unit",))
"""Whether a unit counts where it is asked how many units may be kept in reserve."""
LOST_IN_RESERVE = Hook("wh40k.lost-in-reserve", ())
"""The clause by which a `unit` that is still in reserve counts as destroyed when the game ends."""
MAY_RESERVE = Hook("wh40k.may-reserve", ("unit",))
"""The clause by which a `unit` may not be kept in reserve in a `manner`; empty if it may."""
RESERVE_NEEDED = Hook("wh40k.reserve-needed", ("unit",))
"""What a unit in reserve needs to arrive this turn; 0 arrives without a roll, 7 cannot."""
ARRIVAL = Hook("wh40k.arrival", ("unit",))
"""Segments of the table edge, or points, over which a `unit` may arrive in a `manner`."""
CLOSED = Hook("wh40k.closed", ("unit",))
"""Pairs of such a segment or point over which a `unit` may not arrive now in a `manner`, and the objection to it."""
EDGE_REROLL = Hook("wh40k.edge-reroll", ("unit",))
"""Whether the die that picks a random edge may be rolled again."""

# psychic powers
DENY = Hook("wh40k.deny", ("unit",))
"""Modifiers (clause, amount) of a unit's Deny the Witch roll."""
PSYCHIC_LEADERSHIP = Hook("wh40k.psychic-leadership", ("unit",))
"""The Leadership a psychic test is taken on, or None for the psyker's own; `model`."""
PERILS = Hook("wh40k.perils", ("unit",))
"""Models of which one suffers the Perils of the Warp, or None for the psyker itself; `model`."""
