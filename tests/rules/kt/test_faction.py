"""Stratagems of factions: paid here, and what they do is as the players say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.effects import Counted, Noted, Placed, Removed, WoundsSet
from rules.kernel.errors import Malformed
from rules.kernel.events import Claim
from rules.kernel.state import Decision, State
from rules.kt.faction import FACTION, FactionTactic

from .board import KT, decide, effects_of, model, objections, position, refusal

BACK = Claim(model="a2", out=False, wounds=1)
DENIED = FactionTactic(name="Death Denied", cost=2, model="a2", changes=(BACK,))


def field(cp: int = 2, **more: Any) -> State:
    return position(model("a1"), model("a2", (500, 900), out=True, wounds=0), model("b1", (1500, 500)), cp=cp, **more)


def test_a_faction_stratagem_is_paid_and_its_changes_stand() -> None:
    # kt.stratagem.faction, kt.stratagem.cost
    done = decide(field(), "a", DENIED)
    assert [(e.model, e.value, e.text) for e in effects_of(done, Noted)] == [("a2", 2, "Death Denied")]
    assert [(e.rule, e.side, e.by) for e in effects_of(done, Counted)] == [("kt.stratagem.cost", "a", -2)]
    assert [e.rule for e in (*effects_of(done, WoundsSet), *effects_of(done, Removed))] == [FACTION, FACTION]
    back = done.state.models["a2"]
    assert (back.out, back.wounds) == (False, 1)
    assert KT.clauses[FACTION][1].status == "recorded"


def test_its_price() -> None:
    assert refusal(field(1), "a", DENIED) == "kt.stratagem.cost"
    assert objections(field(1), "a", DENIED) == ["kt.stratagem.cost"]
    free = decide(field(0), "a", FactionTactic(name="Free", cost=0))
    assert not effects_of(free, Counted)


def test_it_may_interrupt() -> None:
    """Whoever's turn it is, and while a decision waits, which goes on waiting."""
    asked = Decision("kt.charge.roll", "b", "b1", ("a1",))
    done = decide(field(to_act="b", pending=asked), "a", DENIED)
    assert done.state.pending == asked


def test_what_is_changed_is_bounded() -> None:
    with pytest.raises(Malformed, match="0 to 1 wounds"):
        decide(field(), "a", FactionTactic(name="Too much", changes=(Claim(model="a1", wounds=5),)))
    with pytest.raises(Malformed, match="off the table"):
        decide(field(), "a", FactionTactic(name="Away", changes=(Claim(model="a1", at=(-1, 0, 0)),)))
    moved = decide(field(), "a", FactionTactic(name="Step", changes=(Claim(model="b1", at=(900, 900, 0)),)))
    assert [e.at for e in effects_of(moved, Placed)] == [(900, 900, 0)]


def test_on_whom_and_when() -> None:
    assert refusal(field(), "a", FactionTactic(name="Mine", model="b1")) == "kt.gap.two-players"
    assert refusal(field(phase="setup"), "a", FactionTactic(name="Early")) == FACTION
    with pytest.raises(Malformed, match="no model"):
        decide(field(), "a", FactionTactic(name="Nobody", model="z9"))


@pytest.mark.parametrize(
    "fields", [{"name": ""}, {"name": "x" * 201}, {"name": "x", "cost": -1}, {"name": "x", "cost": 100}, {}]
)
def test_what_cannot_be_read(fields: dict[str, Any]) -> None:
    body = {"by": "a", "action": {"type": "tactic", **fields}}
    with pytest.raises(Malformed) as unreadable:
        rules.read_declaration(KT, msgspec.json.encode(body))
    assert unreadable.value.path.startswith("$.action")
