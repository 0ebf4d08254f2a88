"""The places of the sequence where rules may act. A rule registers with `RULE.at(HOOK, of="role")`.

A handler is called as `handler(ctx, value, has=..., **roles)` and returns the changed value; at a hook that is fired
the value is the occasion and nothing is returned. A role that is a Unit has a rule if any of its models has it.
"""

from rules.kernel.rule import Hook

# tests
AUTO_PASS = Hook("t9a.auto-pass", ("unit",))
"""The clause by which a unit passes a `check` without dice; empty if it rolls."""
DISCIPLINE = Hook("t9a.discipline", ("unit",))
"""Modifiers (clause, amount) of the Discipline of a unit for a `check`: of its `model`, or of a value that is lent."""
LENT = Hook("t9a.lent", ())
"""Values of Discipline that are lent to a `unit` for a `check`: pairs of a clause and a `discipline.Loan`."""
DICE = Hook("t9a.dice", ("unit",))
"""The clause by which a roll of two dice of a unit is Maximised; empty if it is not. `of` is the clause of the roll."""
REROLL = Hook("t9a.reroll", ())
"""The clause by which a `unit` may roll a failed `check` again; empty if it may not."""

# the course
STEP_BEGAN = Hook("t9a.step-began", ())
"""Fired when a step of a phase begins; the occasion is `phase step`. Rolls no dice."""
MAY_END = Hook("t9a.may-end", ())
"""The clause by which the active side may not end the step yet; empty if it may."""
DESTROYED = Hook("t9a.destroyed", ("unit",))
"""Fired when the last of a unit has gone; the occasion is the clause, `stood` its formation, None off the table."""
GAME_ENDS = Hook("t9a.game-ends", ())
"""Fired when the last turn is over, before the winner is determined. Rolls no dice."""

# movement
RATE = Hook("t9a.rate", ("model",))
"""The Advance or March Rate (`name` is `Adv` or `Mar`) of a `model` before modifiers, and the clause it has it by: a
`movement.Pace` in hundredths of an inch; `flying` or not."""
RATE_MODIFIERS = Hook("t9a.rate-modifiers", ("model",))
"""Modifiers (clause, hundredths of an inch) of the rate `name` of a `model`, on foot or in the air."""
MAY_MOVE = Hook("t9a.may-move", ("unit",))
"""The clause by which a unit may not move as `manner` says (`advance`, `march`, `reform`); empty if it may."""
MAY_COVER = Hook("t9a.may-cover", ("unit",))
"""The clause by which a unit may not move of its own will over `ground`: the areas that it covers on its way, its end
included, or that a character who leaves it or joins another unit comes to; empty if it may. `flying` or not."""
SPACED = Hook("t9a.spaced", ("unit",))
"""The clause by which a unit keeps its distance to others at the end of a move; `flying` or not."""
TOO_FAR = Hook("t9a.too-far", ("unit",))
"""What a unit that has reformed on its way is refused for: a `movement.Excess`, None if it has not gone too far. `legs`
are its formations at the start, where it stopped to act, and at the end; `most` is the `movement.Pace` of its move."""
MAY_REFORM_WITHIN = Hook("t9a.may-reform-within", ("unit",))
"""The clause by which a unit may reform while it moves; empty if it may not."""
IGNORES_TERRAIN = Hook("t9a.ignores-terrain", ("model",))
"""The clause by which a `model` treats terrain on its way as open ground; empty if it does not."""
IGNORES_UNITS = Hook("t9a.ignores-units", ())
"""The clause by which a `unit` passes over units on its way; empty if it does not. `flying` or not."""
DANGER_DICE = Hook("t9a.danger-dice", ("model",))
"""How many dice a `model` rolls for a Dangerous Terrain test."""
LOST = Hook("t9a.lost", ("unit",))
"""Fired when a unit has lost Health Points outside combat; the occasion is the clause, `by` the enemy that took them,
if it was one."""
FULL_RANKS = Hook("t9a.full-ranks", ())
"""The number of Full Ranks of a `unit`."""
MAY_JOIN = Hook("t9a.may-join", ())
"""The clause by which the character `model` may not join `unit`; empty if it may."""

# charges and flight
MAY_CHARGE = Hook("t9a.may-charge", ("unit",))
"""The clause by which a unit may not declare a charge on a `target`; empty if it may."""
MAY_FLY = Hook("t9a.may-fly", ())
"""The clause by which a `unit` may not fly, `words.NO_FLYER` as long as no rule lets it; empty if it may."""
CHARGE_MODE = Hook("t9a.charge-mode", ("unit",))
"""The clause by which a unit has to say otherwise whether it flies to its `target` (`flying`: yes, no or unsaid)."""
MAY_REACT = Hook("t9a.may-react", ("unit",))
"""The clause by which a unit may not answer a charge with `reaction`; empty if it may."""
FLED = Hook("t9a.fled", ("unit",))
"""Fired when a unit begins to flee; the occasion is why (`words.FLEEING`), or `again` if a charge makes it flee on."""
FLED_THROUGH = Hook("t9a.fled-through", ())
"""Fired when the unit `by` has fled through its friend `unit`."""
RALLIED = Hook("t9a.rallied", ("unit",))
"""The clause by which a unit that has rallied is not Shaken; empty if it is."""
CAUSES_PANIC = Hook("t9a.causes-panic", ("unit",))
"""The clause by which what befell a `unit` causes no Panic test in `other`; empty if it does."""

# shooting, magic and combat
MAY_LEARN = Hook("t9a.may-learn", ("model",))
"""The clause by which a Wizard `model` may not choose a `spell`; empty if it may."""
MIXES_PATHS = Hook("t9a.mixes-paths", ("model",))
"""The clause by which a Wizard `model` may choose spells of several Paths; empty if it may not."""
MAY_SHOOT = Hook("t9a.may-shoot", ("unit",))
"""The clause by which a unit may not shoot; empty if it may."""
MAY_STILL_SHOOT = Hook("t9a.may-still-shoot", ("unit",))
"""The clause by which a unit may shoot though it has moved as `manner` says; empty if it may not."""
AIM = Hook("t9a.aim", ("model",))
"""The `shooting.Aim` of a `model` with a `weapon`: the value its die has to reach, and the clause it has it by."""
AIM_MODIFIERS = Hook("t9a.aim-modifiers", ("unit",))
"""Modifiers (clause, amount) of a shot of a unit at a `target`."""
CAST_MODIFIERS = Hook("t9a.cast-modifiers", ())
"""Modifiers (clause, amount) of a casting roll of `model` at a `target` that no limit concerns."""
TO_HIT = Hook("t9a.to-hit", ())
"""Modifiers (clause, amount) of the rolls to hit of a model `attacker` against a model `target` in close combat."""
BREAK = Hook("t9a.break", ("unit",))
"""The clause by which a unit ignores the difference of the combat scores in its Break test; empty if it does not."""
ARMOUR = Hook("t9a.armour", ("model",))
"""The Armour of a `model`."""
SPECIAL_SAVE = Hook("t9a.special-save", ("model",))
"""What a die needs for a Special Save of a `model`, `Aegis` or `Fortitude` (`name`); 0 if it has none."""
