"""Acts carry what they did: folding runs no rule, and deciding them again finds whatever was recorded otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from gamelog.contest import acts, final_standings, stream, tiebreaks
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts import entries, penalties, results, setting
from gamelog.contest.acts.rounds import PairRound, RePair, bare
from gamelog.contest.effects import AnyEffect, Effect, PlacesSettled, StatusChanged
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import event_file
from gamelog.contest.state import State
from gamelog.contest.stream import Entry
from gamelog.contest.terms import PairingTerms, TieBreak
from gamelog.contest.tiebreaks.rule import TieBreakRule, Worked
from gamelog.contest.verification import Finding, finding_of, verify
from rules import canonical, digest
from tests.contest.desk import Desk, report
from tests.contest.test_format_1 import EXPECTED, FOLDER, state_digest

NAMES = sorted(EXPECTED)


def stored(name: str) -> list[Entry]:
    """An event of format 1."""
    return [each.entry for each in event_file.read((FOLDER / f"{name}.event.jsonl").read_bytes()).acts]


def declared_again(name: str) -> list[Entry]:
    """The same acts as they are stored today, with what they do."""
    state = State()
    made: list[Entry] = []
    for each in stored(name):
        act = bare(each.act) if isinstance(each.act, PairRound | RePair) else each.act
        previous = made[-1].hash() if made else ""
        made.append(stream.decide(state, act, each.at).entry(state, by=each.by, role=each.role, previous=previous))
        stream.evolve(state, stream.read_entry(made[-1].bytes()))
    return made


@pytest.fixture(scope="module")
def today() -> dict[str, list[Entry]]:
    return {name: declared_again(name) for name in NAMES}


def test_an_act_does_today_what_it_did_before_it_said_so(today: dict[str, list[Entry]]) -> None:
    for name, made in today.items():
        state, found = State(), []
        for each in made:
            stream.evolve(state, each)
            found.append(state_digest(state))
        assert found == EXPECTED[name]["states"]


def later() -> Desk:
    """An event with the acts that format 1 did not know: a new one is declared here."""
    return Desk().enter(4).play()


def test_every_act_and_effect_is_tried(today: dict[str, list[Entry]]) -> None:
    made = [each for found in (*today.values(), later().entries) for each in found]
    assert {type(each.act) for each in made} == set(get_args(acts.Act))
    assert {type(effect) for each in made for effect in each.effects} == set(get_args(AnyEffect))


def test_folding_runs_no_rule(today: dict[str, list[Entry]], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*given: Any) -> Any:
        raise AssertionError("a rule ran")

    broken = {
        kind.struct: ActKind(kind.struct, forbidden, forbidden, kind.who, forbidden, forbidden, forbidden, forbidden)
        for kind in acts.KINDS
    }
    monkeypatch.setattr(acts, "_BY_STRUCT", broken)
    for name, made in today.items():
        assert state_digest(stream.fold(made)) == EXPECTED[name]["states"][-1]


@pytest.mark.parametrize("name", NAMES)
def test_verification_finds_nothing(today: dict[str, list[Entry]], name: str) -> None:
    assert not list(verify(today[name]))
    assert not list(verify(stored(name)))


# what was forged is found


def forged(entry: Entry) -> Iterator[Entry]:
    """The act with each of its effects left out, given twice, or altered in each of its members."""
    for index, effect in enumerate(entry.effects):
        before, after = entry.effects[:index], entry.effects[index + 1 :]
        yield msgspec.structs.replace(entry, effects=(*before, *after))
        yield msgspec.structs.replace(entry, effects=(*before, effect, effect, *after))
        for name in effect.__struct_fields__:
            yield msgspec.structs.replace(entry, effects=(*before, altered(effect, name), *after))


def altered(effect: Effect, name: str) -> Any:
    value = getattr(effect, name)
    other: Any = value + 1 if isinstance(value, int) and not isinstance(value, bool) else "forged"
    if isinstance(value, bool):
        other = not value
    return msgspec.structs.replace(effect, **{name: other})


@pytest.mark.parametrize("name", [*NAMES, "later"])
def test_every_forged_effect_is_found_at_its_act(today: dict[str, list[Entry]], name: str) -> None:
    state, tried = State(), 0
    for entry in {**today, "later": later().entries}[name]:
        for each in forged(entry):
            found = finding_of(state, each)
            assert found and (found.number, found.code) == (entry.number, "not-as-made"), each.effects
            assert found.path.startswith("$.effects[")
            tried += 1
        stream.evolve(state, entry)
    assert tried > 50


def test_one_wrong_act_is_one_finding() -> None:
    desk = Desk().enter(4).play()
    forgery = StatusChanged(1, "dropped")
    at = desk.do(setting.Rename(title="Winter cup")).number
    desk.play()
    bad = list(desk.entries)
    bad[at - 1] = msgspec.structs.replace(bad[at - 1], effects=(*bad[at - 1].effects, forgery))
    first, *others = verify(bad)
    assert (first.number, first.path) == (at, "$.effects[1]")
    assert first.recorded == '{"entrant":1,"to":"dropped","type":"status-changed"}' and not first.computed
    # What follows does not follow from the forged state: entrant 1 is out of it and was paired.
    assert {each.number for each in others} <= set(range(at + 1, len(bad) + 1)) and others
    with pytest.raises(Refused) as caught:
        event_file.replayed(bad)
    assert (caught.value.code, caught.value.path) == ("not-as-made", f"line {at + 1}: $.effects[1]")
    assert caught.value.facts["recorded"] == first.recorded


def test_an_act_that_cannot_stand_is_found_with_the_code_of_its_refusal() -> None:
    desk = Desk().enter(2)
    bad = Entry(desk.state.number + 1, results.Clear(round=1, table=1, reason="none"), "2026-11-21T10:00:00Z", format=2)
    (found,) = verify([*desk.entries, bad])
    assert (found.number, found.code, found.path) == (bad.number, "wrong-phase", "$.type")


@pytest.mark.parametrize("effect", [StatusChanged(9, "entered"), PlacesSettled("0" * 64)], ids=lambda each: type(each))
def test_an_effect_on_what_is_not_there(effect: Any) -> None:
    desk = Desk().enter(2)
    bad = msgspec.structs.replace(desk.entries[-1], number=len(desk.entries) + 1, effects=(effect,))
    found = list(verify([*desk.entries, bad]))
    assert found and found[0].number == bad.number
    if isinstance(effect, StatusChanged):
        with pytest.raises(Refused, match="changes what is not there"):
            stream.fold([*desk.entries, bad])


def test_acts_of_format_1_hold_no_effects() -> None:
    body = stored("teams")[0].bytes().replace(b'"number"', b'"effects":[{"type":"rosters-locked"}],"number"')
    with pytest.raises(Refused) as caught:
        stream.read_entry(body)
    assert (caught.value.code, caught.value.path) == ("unreadable", "$.effects")


# places that were published


TERMS: dict[str, Any] = {
    "tiebreaks": (TieBreak("sos", "1"), TieBreak("victory-difference", "1")),
    "pairing": PairingTerms(rank_by="rating"),
}
"""Pairings that do not depend on tie-breaks, so that only the final places do."""


@pytest.fixture
def finished() -> Desk:
    desk = Desk(rounds=2, **TERMS).enter(6).play({1: (7, 7)}).play()
    desk.do(setting.Finish())
    return desk


@pytest.fixture
def mended(finished: Desk, monkeypatch: pytest.MonkeyPatch) -> TieBreakRule:
    """From here on the code of a tie-break gives other values under the same version."""
    rule = tiebreaks.load("sos", "1")

    def compute(field: Any, entrant: int, *more: Any) -> Worked:
        return Worked((rule.compute(field, entrant, *more).value or Fraction(0)) + 7 * entrant)

    changed = TieBreakRule(**{**vars(rule), "compute": compute})
    monkeypatch.setitem(tiebreaks._KNOWN, ("sos", "1"), changed)
    return changed


def rows(table: Any) -> Any:
    return [(each.place, each.entrant, [cell.exact for cell in each.cells]) for each in table.places]


@pytest.mark.parametrize("line", ["corrected", "played"])
def test_finishing_settles_the_places_as_they_are(finished: Desk, line: Any) -> None:
    assert finished.state.final
    assert final_standings.final(finished.state, line) == final_standings.published(finished.state, line)
    assert final_standings.final(finished.state, line) == final_standings.derived(finished.state, line)


def test_a_mended_tie_break_moves_nothing_that_was_published(finished: Desk, mended: TieBreakRule) -> None:
    before = finished.state.final
    assert before
    again = stream.fold(finished.entries)
    assert rows(final_standings.final(again)) == [
        (each.place, each.entrant, list(each.values)) for each in before.places
    ]
    assert rows(final_standings.derived(again)) != rows(final_standings.final(again))
    finished.do(entries.CorrectEntry(entrant=1, faction="Orks", reason="misread"))
    assert finished.state.final == before, "an act that moves nobody leaves the places as they are"


def test_verification_says_what_todays_rules_would_give(finished: Desk, mended: TieBreakRule) -> None:
    (found,) = verify(finished.entries)
    last = finished.entries[-1]
    assert (found.number, found.code, found.path) == (last.number, "not-as-made", "$.effects[1]")
    recorded, computed = (msgspec.json.decode(text, type=PlacesSettled) for text in (found.recorded, found.computed))
    assert recorded == last.effects[1] and computed == final_standings.settled(stream.fold(finished.entries[:-1]))
    assert isinstance(found, Finding) and recorded.digest != computed.digest


def test_a_correction_of_a_finished_event_settles_the_places_anew(finished: Desk) -> None:
    before = finished.state.final
    finished.do(results.Rule(round=1, table=1, report=report(0, 9), reason="the sheet was read upside down"))
    after = finished.state.final
    assert before and after and after.places != before.places and after.played == before.played
    assert not list(verify(finished.entries))
    finished.do(penalties.Penalise(entrant=1, kind="warning", reason="late"))
    assert finished.state.final == after
    finished.do(setting.Reopen(reason="one more round"))
    assert finished.state.final is None


def test_the_digest_names_the_places(finished: Desk) -> None:
    found = finished.entries[-1].effects[1]
    assert isinstance(found, PlacesSettled) and not found.played
    assert found.digest == digest(canonical([found.places, found.places]))
