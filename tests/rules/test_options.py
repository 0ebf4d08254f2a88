"""Every option that players may agree on is read by the rules, and any other is refused.

That all are read is held by the record of evidence: while the tests run, `tests.decided` notes which options the
engine looks up, and a whole run fails by one that it never does (`python -m tests.rows`). This holds of every ruleset
there is.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules.kernel.actions import Begin
from rules.kernel.dice import Seeded
from rules.kernel.errors import Malformed
from rules.kernel.state import State
from rules.kt.options import option
from tests import decided
from tests import rows as delivered
from tests.kernel.systems import games, positions
from tests.playthroughs import SYSTEMS

EVERY = [rules.load(name) for name in rules.RULESETS]


def begun(of: rules.Ruleset, options: dict[str, Any]) -> State:
    action = Begin(table=of.table(1), options=options)
    return rules.decide(of, rules.empty(of), rules.Declaration(by="a", action=action)).state


@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.id)
def test_an_option_that_there_is_not_is_refused(of: rules.Ruleset) -> None:
    with pytest.raises(Malformed, match="there is no option 'no.such'"):
        begun(of, {"no.such": 1})


@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.id)
def test_every_option_may_be_agreed_on(of: rules.Ruleset) -> None:
    assert begun(of, dict(of.defaults)).options == dict(of.defaults)


def test_a_ruleset_without_options_takes_none() -> None:
    """Whatever its own checks say of a position: here they say nothing."""
    bare = msgspec.structs.replace(EVERY[0], settings=(), checks=lambda state: ())
    with pytest.raises(Malformed, match="there is no option"):
        begun(bare, dict(EVERY[0].defaults))


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_watch_sees_which_options_are_read(key: str) -> None:
    """While golden games are decided again: many are, without a word said of any."""
    of = rules.load(key)
    for file in games(key, 99):
        for state, event in list(zip(positions((key, file.header.game)), file.events, strict=False))[1:80]:
            rules.decide(of, state, event.declaration(), lenient=True, draw=Seeded(b"options").throw)
    assert decided._seen is not None
    seen = {option for kind, option in decided._seen if kind == decided.READ}
    assert seen <= {f"{key} {option}" for option in of.defaults}
    assert 3 * len(seen) > len(of.defaults)


def test_a_run_complains_of_an_option_that_nothing_reads() -> None:
    record = {"tests/a.py::test_a": {decided.READ: delivered.unread({})[1:]}}
    first = delivered.unread({})[0]
    assert delivered.unread(record) == [first]
    assert f"{first} is an option, and no test makes the engine look it up" in list(delivered.complaints(record))


def test_an_option_that_is_read_is_in_the_record() -> None:
    """The watch is on while this runs: what `option` looks up is noted with its ruleset."""
    of = rules.load("kt")
    options = decided.Agreed({})
    options.of = of.id
    assert option(State(of.id, of.version, of.table(1), options), "kt.game.round-count") == 4
    assert decided._seen is not None
    assert (decided.READ, "kt kt.game.round-count") in decided._seen


@pytest.mark.parametrize(
    ("option", "value"),
    [("cod.scenario.elimination.double", "enemy"), ("cod.scenario.scorched-earth.defender-fortify", 2)],
)
def test_an_option_of_another_scenario_is_refused(option: str, value: int | str) -> None:
    """Nothing would read it. With no scenario agreed on it may still be the one that is rolled."""
    of = rules.load("cod")
    with pytest.raises(Malformed, match="not domination"):
        begun(of, {"cod.scenario": "domination", option: value})
    assert begun(of, {option: value}).options[option] == value
