"""Commitments and reveals: what is opened is what was committed to, whatever somebody changes about it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.kernel.dice import Seeded
from rules.kernel.effects import Committed, Revealed
from rules.kernel.events import Declaration
from rules.kernel.secrets import Commit, Reveal, commitment
from rules.kernel.state import State
from tests.kernel.games import KT, game

SALT = "0123456789abcdef" * 2
PLAN = Reveal(subject="plan", value="The third hut from the left", salt=SALT)


def begun() -> State:
    """A battle under way, nobody having written anything down."""
    return rules.fold(KT, game(1).events[:40])


def declare(state: State, by: str, action: Any, **more: Any) -> State:
    decided = rules.decide(KT, state, Declaration(by=by, action=action), **more)
    return decided.state


def refusal(state: State, by: str, action: Any, **more: Any) -> str:
    before = rules.to_json(state)
    with pytest.raises(rules.RulesError) as refused:
        declare(state, by, action, **more)
    assert rules.to_json(state) == before
    return str(getattr(refused.value, "clause", "malformed"))


def sealed(by: str = "a", shown: Reveal = PLAN) -> State:
    hashed = commitment(by, shown.subject, shown.value, shown.salt)
    return declare(begun(), by, Commit(subject=shown.subject, commitment=hashed))


def test_the_commitment_by_hand() -> None:
    text = json.dumps(
        {"by": "a", "salt": SALT, "subject": "plan", "value": "Дом"}, ensure_ascii=False, separators=(",", ":")
    )
    assert commitment("a", "plan", "Дом", SALT) == hashlib.sha256(text.encode()).hexdigest()


def test_what_is_written_down_is_opened() -> None:
    state = declare(sealed(), "a", PLAN)
    (kept,) = state.sealed.values()
    assert (kept.by, kept.subject, kept.value, kept.opened) == ("a", "plan", PLAN.value, True)


def test_effects_tell_what_was_done() -> None:
    hashed = commitment("a", "plan", PLAN.value, SALT)
    made = rules.decide(KT, begun(), Declaration(by="a", action=Commit(subject="plan", commitment=hashed)))
    assert made.effects == (Committed(rule="log.commit", by="a", subject="plan", commitment=hashed),)
    shown = rules.decide(KT, made.state, Declaration(by="a", action=PLAN))
    assert shown.effects == (Revealed(rule="log.reveal", by="a", subject="plan", value=PLAN.value),)


@pytest.mark.parametrize(
    ("by", "action", "clause"),
    [
        pytest.param("a", Commit(subject="plan", commitment="0" * 64), "log.commit", id="log.commit-twice"),
        pytest.param("c", Commit(subject="plan", commitment="0" * 64), "log.commit", id="log.commit-stranger"),
        pytest.param("server", Commit(subject="plan", commitment="0" * 64), "log.commit", id="log.commit-server"),
        pytest.param("a", Commit(subject="dice", commitment="0" * 64), "log.dice-commit", id="log.dice-commit-late"),
        pytest.param("b", PLAN, "log.reveal", id="log.reveal-of-another-side"),
        pytest.param("a", Reveal(subject="hut", value="", salt=SALT), "log.reveal", id="log.reveal-of-nothing"),
    ],
)
def test_refused(by: str, action: Any, clause: str) -> None:
    assert refusal(sealed(), by, action) == clause
    # Also where what happens at the table is stored as it happens.
    assert refusal(sealed(), by, action, lenient=True) == clause


def test_nothing_is_opened_twice() -> None:
    assert refusal(declare(sealed(), "a", PLAN), "a", PLAN) == "log.reveal"


def test_seeds_are_revealed_after_the_last_step() -> None:
    """`log.dice-reveal`, both sides of the end of the game."""
    seed = Reveal(subject="dice", value="5e" * 32, salt=SALT)
    hashed = commitment("server", "dice", seed.value, SALT)
    events = game(1).events
    state = declare(rules.empty(KT), "server", Commit(subject="dice", commitment=hashed))
    for event in events[:-1]:
        rules.evolve(state, event)
        if event.number in (1, 5, 60):
            state.sealed = {
                "server:dice": declare(rules.empty(KT), "server", Commit(subject="dice", commitment=hashed)).sealed[
                    "server:dice"
                ]
            }
            assert refusal(state, "server", seed) == "log.dice-reveal"
            assert refusal(state, "server", seed, lenient=True) == "log.dice-reveal"
    state.sealed = {
        "server:dice": declare(rules.empty(KT), "server", Commit(subject="dice", commitment=hashed)).sealed[
            "server:dice"
        ]
    }
    rules.evolve(state, events[-1])
    assert state.over is not None
    assert declare(state, "server", seed).sealed["server:dice"].opened


# --- a thousand tampered reveals


def tampered(dice: Seeded) -> tuple[str, Reveal, str]:
    """A reveal of which one thing was changed: who, what about, the value, the salt, or the commitment itself."""
    by, shown, hashed = "a", PLAN, commitment("a", "plan", PLAN.value, SALT)
    match dice.below(5):
        case 0:
            place = dice.below(len(PLAN.value) + 1)
            letter = chr(32 + dice.below(0x400))
            value = PLAN.value[:place] + letter + PLAN.value[place + dice.below(2) :]
            shown = msgspec.structs.replace(PLAN, value=value if value != PLAN.value else value + letter)
        case 1:
            salt = "".join(f"{dice.below(16):x}" for _ in range(32 + 2 * dice.below(40)))
            shown = msgspec.structs.replace(PLAN, salt=salt)
        case 2:
            by = "b"
        case 3:
            shown = msgspec.structs.replace(PLAN, subject=f"plan{chr(33 + dice.below(90))}")
        case 4:
            place = dice.below(64)
            digit = f"{(int(hashed[place], 16) + 1 + dice.below(15)) % 16:x}"
            hashed = hashed[:place] + digit + hashed[place + 1 :]
    return by, shown, hashed


def test_a_thousand_tampered_reveals_are_refused() -> None:
    """`log.reveal`: at the engine, in both policies; and none of them is accepted by verification."""
    start, dice, refused = begun(), Seeded(b"tampered"), 0
    for _ in range(1000):
        by, shown, hashed = tampered(dice)
        state = declare(start, "a", Commit(subject="plan", commitment=hashed))
        assert refusal(state, by, shown) == "log.reveal"
        assert refusal(state, by, shown, lenient=True) == "log.reveal"
        event = rules.make_event(42, Declaration(by=by, action=shown), [
            Revealed(rule="log.reveal", by="a", subject="plan", value=shown.value)], "")  # fmt: skip
        assert [finding.rule for finding in rules.verify(KT, [event], state)] == ["log.reveal"]
        refused += 1
    assert refused == 1000


@given(by=st.sampled_from("ab"), subject=st.text(min_size=1, max_size=100), value=st.text(max_size=200),
       salt=st.text("0123456789abcdef", min_size=32, max_size=128), other=st.text(max_size=200))  # fmt: skip
def test_only_the_very_text_opens_it(by: str, subject: str, value: str, salt: str, other: str) -> None:
    hashed = commitment(by, subject, value, salt)
    assert (commitment(by, subject, other, salt) == hashed) == (other == value)


def test_a_game_says_nothing_of_what_is_sealed() -> None:
    state = sealed()
    assert PLAN.value.encode() not in rules.to_json(state)
    assert SALT.encode() not in rules.to_json(state)


def test_what_is_never_opened_is_found() -> None:
    """`log.reveal`, `log.dice-reveal`: severity `unopened`, once each."""
    file = game(1)
    hashed = commitment("a", "plan", PLAN.value, SALT)
    state, events = rules.empty(KT), []
    for number, (by, subject) in enumerate([("server", "dice"), ("a", "plan")], 1):
        declaration: Declaration[Any] = Declaration(by=by, action=Commit(subject=subject, commitment=hashed))
        decided = rules.decide(KT, state, declaration)
        events.append(rules.make_event(number, declaration, decided.effects, ""))
        state = decided.state
    events += [msgspec.structs.replace(event, number=event.number + 2) for event in file.events]
    # The position that begins the game keeps what is sealed.
    begin = rules.decide(KT, state, file.events[0].declaration())
    events[2] = msgspec.structs.replace(events[2], effects=begin.effects)
    report = rules.report(KT, events, (), rules.Header(game="g", ruleset="kt", version="2018.1", dice="server"))
    unopened = [(f.number, f.rule) for f in report.findings if f.severity == "unopened"]
    assert unopened == [(1, "log.dice-reveal"), (2, "log.reveal")]
    assert report.dice == "unrevealed"
