"""The places of the sequence where rules may act. A rule registers with `RULE.at(HOOK)`."""

from rules.kernel.rule import Hook

ACTIVATED = Hook("necro.activated", ())
"""Fired when a fighter `model` has been activated, before it acts; may ask questions, rolls no dice."""
FINISHED = Hook("necro.finished", ())
"""Fired when the activation of a fighter `model` ends; may ask questions, rolls no dice."""
TURN_ENDED = Hook("necro.turn-ended", ())
"""Fired when a player's turn ends; the occasion is the side."""
DOWN = Hook("necro.down", ("model",))
"""Fired when a fighter `model` has gone Seriously Injured or Out of Action; the occasion is the clause."""
FELLED = Hook("necro.felled", ("model",))
"""Fired when a standing fighter `model` has become Pinned; the occasion is the clause."""
MAY_ACT = Hook("necro.may-act", ())
"""The clause by which a fighter `model` may not make an action (`tag`); empty if it may."""
ASKS = Hook("necro.asks", ())
"""Whether a question that was due has been asked now; asked after every step of the action phase."""
SET_UP = Hook("necro.set-up", ())
"""Fired once both gangs have mustered: what the table and the options say about the start of the battle."""
NO_TEST = Hook("necro.no-test", ())
"""The clause by which a fighter `model` takes no test now, where there is a more telling one than that none is due."""
