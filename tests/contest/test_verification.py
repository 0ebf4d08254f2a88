"""Acts carry what they did: folding runs no rule, and deciding them again finds whatever was recorded otherwise."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from gamelog.contest import acts, event_standings, format_1, stream, tiebreaks
from gamelog.contest.act_kind import ActKind
from gamelog.contest.acts import entries, groups, penalties, results, setting, soft
from gamelog.contest.acts.rounds import PairRound, RePair, bare
from gamelog.contest.copying import copied
from gamelog.contest.effects import AnyEffect, Effect, PlacesOpened, PlacesSettled, StatusChanged
from gamelog.contest.errors import Refused
from gamelog.contest.interchange import event_file
from gamelog.contest.state import TournamentState
from gamelog.contest.stream import StoredAct
from gamelog.contest.terms import PairingTerms, TieBreak
from gamelog.contest.terms_soft import Overall, SoftCategory
from gamelog.contest.terms_stages import Stages
from gamelog.contest.tiebreaks.rule import TieBreakRule, Worked
from gamelog.contest.verification import Finding, finding_of, verify
from rules import canonical, digest
from tests.contest.desk import Desk, report
from tests.contest.test_formats import FILES, kept, state_digest
from tests.contest.test_free_league import a_little_league

STORED = {each.name: each.entries() for each in kept(1)}
"""Events of format 1."""
STATES = {each.name: each.expected["states"] for each in kept(1)}
NAMES = sorted(STORED)


def declared_again(name: str) -> list[StoredAct]:
    """The same acts as they are stored today, with what they do."""
    state = TournamentState()
    made: list[StoredAct] = []
    for each in STORED[name]:
        act = bare(each.act) if isinstance(each.act, PairRound | RePair) else each.act
        previous = made[-1].hash() if made else ""
        made.append(stream.decide(state, act, each.at).entry(state, by=each.by, role=each.role, previous=previous))
        stream.evolve(state, stream.read_entry(made[-1].bytes()))
    return made


def digest_then(state: TournamentState) -> str:
    """The digest of a state without what terms say by themselves since format 4."""
    teams, then = state.terms.teams, copied(state)
    if teams:
        then.terms = msgspec.structs.replace(then.terms, teams=msgspec.structs.replace(teams, ranked_by=""))
    return state_digest(then)


@pytest.fixture(scope="module")
def today() -> dict[str, list[StoredAct]]:
    return {name: declared_again(name) for name in NAMES}


def test_an_act_does_today_what_it_did_before_it_said_so(today: dict[str, list[StoredAct]]) -> None:
    for name, made in today.items():
        state, found = TournamentState(), []
        for each in made:
            stream.evolve(state, each)
            found.append(digest_then(state))
        assert found == STATES[name]


def later() -> Desk:
    """An event with the acts that format 1 did not know: a new one is declared here."""
    categories = (
        SoftCategory("painting", "Painting"), SoftCategory("sports", "Sportsmanship", by="opponent", each="round"),
        SoftCategory("favourite", "Favourite opponent", by="vote"),
    )  # fmt: skip
    desk = Desk(soft=categories, overall=Overall()).enter(4).play()
    pair = desk.state.rounds[0].paired.pairs[0]
    desk.do(soft.GiveSoft("painting", (soft.Marked(1, 800), soft.Marked(2, 650))))
    desk.do(soft.RateOpponent("sports", 1, pair.table, "a", 900))
    desk.do(soft.Vote("favourite", pair.a, pair.b))
    desk.do(soft.WithdrawSoft("sports", pair.a, 1))
    return desk


def two_groups() -> Desk:
    """An event in groups, of which format 4 knew nothing."""
    desk = Desk(format="groups", stages=Stages(groups=2)).enter(4)
    desk.do(groups.DrawGroups())
    desk.do(groups.AssignGroups(((1, 2), (2, 1))))
    return desk.play()


def test_every_act_and_effect_is_tried(today: dict[str, list[StoredAct]]) -> None:
    made = [
        each
        for found in (*today.values(), *(of.entries for of in (later(), a_little_league(), two_groups())))
        for each in found
    ]
    assert {type(each.act) for each in made} == set(get_args(acts.Act))
    assert {type(effect) for each in made for effect in each.effects} == set(get_args(AnyEffect))


def test_folding_runs_no_rule(today: dict[str, list[StoredAct]], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*given: Any) -> Any:
        raise AssertionError("a rule ran")

    broken = {
        kind.struct: ActKind(kind.struct, forbidden, forbidden, kind.who, forbidden, forbidden, forbidden, forbidden)
        for kind in acts.KINDS
    }
    monkeypatch.setattr(acts, "_BY_STRUCT", broken)
    for name, made in today.items():
        assert digest_then(stream.fold(made)) == STATES[name][-1]


@pytest.mark.parametrize("name", NAMES)
def test_verification_finds_nothing(today: dict[str, list[StoredAct]], name: str) -> None:
    assert not list(verify(today[name]))
    assert not list(verify(STORED[name]))


# what was forged is found


def forged(entry: StoredAct) -> Iterator[StoredAct]:
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
def test_every_forged_effect_is_found_at_its_act(today: dict[str, list[StoredAct]], name: str) -> None:
    state, tried = TournamentState(), 0
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
    bad = StoredAct(
        desk.state.number + 1, results.Clear(round=1, table=1, reason="none"), "2026-11-21T10:00:00Z", format=2
    )
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
    body = STORED["teams"][0].bytes().replace(b'"number"', b'"effects":[{"type":"rosters-locked"}],"number"')
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
def test_the_last_result_of_a_round_settles_the_places(line: Any) -> None:
    desk = Desk(rounds=2, **TERMS).enter(6)
    assert desk.state.settled is None
    for number in (1, 2):
        desk.pair()
        assert desk.state.settled is None, "results are missing"
        assert (PlacesOpened() in desk.entries[-1].effects) == (number == 2)
        for table in (1, 2, 3):
            assert desk.state.settled is None
            desk.do(results.Enter(round=number, table=table, report=report(9, table)))
        assert isinstance(desk.entries[-1].effects[-1], PlacesSettled)
        assert event_standings.current(desk.state, line) == event_standings.published(desk.state, line)
        assert event_standings.current(desk.state, line) == event_standings.derived(desk.state, line)
    assert not list(verify(desk.entries))


def test_finishing_publishes_the_places_that_stand(finished: Desk) -> None:
    before, last = finished.entries[-2:]
    assert before.effects[-1] == last.effects[-1] and isinstance(last.effects[-1], PlacesSettled)


def test_finishing_without_all_results_settles_the_places_then() -> None:
    desk = Desk(rounds=1, **TERMS).enter(4).pair()
    desk.do(results.Enter(round=1, table=1, report=report(9, 1)))
    desk.do(setting.Finish(reason="The hall closes."))
    assert desk.state.settled and desk.entries[-1].effects[-1] == event_standings.settled(desk.state)
    desk.do(setting.Reopen(reason="The hall is open again."))
    assert desk.state.settled is None and not list(verify(desk.entries))


def test_places_are_open_while_a_result_is_in_doubt() -> None:
    desk = Desk(rounds=2, **TERMS).enter(4).play()
    before = desk.state.settled
    desk.do(results.Clear(round=1, table=1, reason="typed twice"))
    assert before and desk.state.settled is None and desk.entries[-1].effects[-1] == PlacesOpened()
    desk.do(results.Enter(round=1, table=1, report=report(2, 9)))
    assert desk.state.settled and desk.state.settled.places != before.places
    assert not list(verify(desk.entries))


def test_what_moves_the_places_between_rounds_settles_them_anew() -> None:
    desk = Desk(rounds=2, **TERMS).enter(4).play()
    before = desk.state.settled
    desk.do(setting.Rename(title="Winter cup"))
    desk.do(entries.Drop(entrant=4))
    assert desk.state.settled == before and not any(isinstance(x, PlacesSettled) for x in desk.entries[-1].effects)
    desk.do(penalties.Penalise(entrant=1, kind="points", reason="late", match=-100))
    after = desk.state.settled
    assert before and after and after.places != before.places and after.played == before.places
    assert not list(verify(desk.entries))


def decided(state: TournamentState, entry: StoredAct) -> Sequence[Effect]:
    """What an act does apart from the places that follow from it."""
    if entry.format == 1:
        return format_1.effects(state, entry.act, entry.at)
    return tuple(acts.kind_of(entry.act).effects(state, entry.act, entry.at))


def by_chance(seed: int) -> list[StoredAct]:
    """An event whose staff does anything that is allowed, results most often."""
    chance = random.Random(seed)
    desk = Desk(rounds=5, **TERMS).enter(chance.randint(2, 7))
    tried: list[Callable[[int, int], Any]] = [
        lambda number, _: PairRound(round=number + 1, reason="The hall closes."),
        lambda number, _: RePair(round=number, reason="a mistake"),
        lambda number, table: results.Clear(round=number, table=table, reason="typed twice"),
        lambda number, table: results.Dispute(round=number, table=table, side="a", reason="no"),
        lambda number, table: results.Rule(round=number, table=table, report=report(table, 9), reason="a sheet"),
        *[lambda _, entrant: entries.Drop(entrant=entrant)] * 2,
        lambda number, entrant: entries.NoShow(round=number, entrant=entrant),
        lambda _, entrant: entries.Return(entrant=entrant),
        lambda _, entrant: penalties.Penalise(entrant=entrant, kind="points", reason="late", match=-100),
        lambda *_: setting.SetTerms(terms=msgspec.structs.replace(desk.state.terms, rounds=6), reason="one more"),
        lambda *_: setting.Finish(reason="The hall closes."),
        lambda *_: setting.Reopen(reason="The hall is open again."),
        *[lambda number, table: results.Enter(round=number, table=table, report=report(9, table), reason="so")] * 4,
    ]
    for _ in range(50):
        number = max(1, len(desk.state.rounds) - (chance.random() < 0.2))
        with contextlib.suppress(Refused):
            desk.do(chance.choice(tried)(number, chance.randint(1, 7)))
    return desk.entries


def test_where_places_are_said_to_stay_open_nothing_becomes_of_them() -> None:
    """Most acts are spared the state after them; with it, the answer would be the same."""
    spared = surer = 0
    for made in (*(each.entries() for each in FILES), *map(by_chance, range(60))):
        state = TournamentState()
        for entry in made:
            effects = decided(state, entry)
            if stream._stay_open(state, effects):
                assert not list(stream._places_after(state, effects)), entry
                spared += 1
            elif stream._only_surer(state, effects):
                assert not list(stream._places_after(state, effects)), entry
                surer += 1
            stream.evolve(state, entry)
    assert spared > 500 and surer > 10


def test_a_cancelled_event_keeps_the_places_of_its_last_round() -> None:
    desk = Desk(rounds=2, **TERMS).enter(4).play()
    before = desk.state.settled
    desk.do(setting.Cancel(reason="The hall is flooded."))
    assert before and desk.state.settled == before and not list(verify(desk.entries))


def test_a_mended_tie_break_moves_nothing_that_was_published(finished: Desk, mended: TieBreakRule) -> None:
    before = finished.state.settled
    assert before
    again = stream.fold(finished.entries)
    assert rows(event_standings.current(again)) == [
        (each.place, each.entrant, list(each.values)) for each in before.places
    ]
    assert rows(event_standings.derived(again)) != rows(event_standings.current(again))
    finished.do(entries.CorrectEntry(entrant=1, faction="Orks", reason="misread"))
    assert finished.state.settled == before, "an act that moves nobody leaves the places as they are"
    finished.do(setting.Reopen(reason="to look at a sheet"))
    finished.do(setting.Finish())
    assert finished.state.settled == before


def settling(desk: Desk) -> list[StoredAct]:
    """The acts that brought the last result of a round."""
    return [each for each in desk.entries if isinstance(each.act, results.Enter) and
            isinstance(each.effects[-1], PlacesSettled)]  # fmt: skip


def test_nor_does_it_move_the_standings_after_a_round(finished: Desk, mended: TieBreakRule) -> None:
    first = settling(finished)[0]
    then = stream.fold(finished.entries[: first.number])
    published = first.effects[-1]
    assert isinstance(published, PlacesSettled) and then.phase == "running"
    assert rows(event_standings.current(then)) == [
        (each.place, each.entrant, list(each.values)) for each in published.places
    ]
    assert rows(event_standings.derived(then)) != rows(event_standings.current(then))


def test_verification_says_what_todays_rules_would_give(finished: Desk, mended: TieBreakRule) -> None:
    """Of every round by itself: finishing published what stood."""
    found = list(verify(finished.entries))
    expected = settling(finished)
    assert [each.number for each in found] == [each.number for each in expected] and len(expected) == 2
    for finding, entry in zip(found, expected, strict=True):
        assert (finding.code, finding.path) == ("not-as-made", f"$.effects[{len(entry.effects) - 1}]")
        recorded, computed = (
            msgspec.json.decode(text, type=PlacesSettled) for text in (finding.recorded, finding.computed)
        )
        assert recorded == entry.effects[-1] and recorded.digest != computed.digest
        assert computed == event_standings.settled(stream.fold(finished.entries[: entry.number]))
        assert isinstance(finding, Finding)


def test_acts_of_format_2_settle_final_places_alone(mended: TieBreakRule) -> None:
    """Their event goes on in today's format; what a round came to before was never published."""
    (old,) = (each.entries() for each in kept(2) if each.name == "later")
    desk = Desk()
    desk.entries, desk.state = list(old), stream.fold(old)
    assert desk.state.phase == "running" and event_standings.stands(desk.state) and desk.state.settled is None
    desk.do(setting.Rename(title="Winter cup"))
    assert desk.state.settled is None, "an act that moves nobody publishes nothing"
    desk.play()
    assert desk.state.settled and not list(verify(desk.entries))


def test_a_correction_of_a_finished_event_settles_the_places_anew(finished: Desk) -> None:
    before = finished.state.settled
    finished.do(results.Rule(round=1, table=1, report=report(0, 9), reason="the sheet was read upside down"))
    after = finished.state.settled
    assert before and after and after.places != before.places and after.played == before.played
    assert not list(verify(finished.entries))
    finished.do(penalties.Penalise(entrant=1, kind="warning", reason="late"))
    assert finished.state.settled == after
    finished.do(setting.Reopen(reason="one more round"))
    assert finished.state.settled == after, "the round is complete, and its places stand"
    finished.do(setting.SetTerms(terms=msgspec.structs.replace(finished.state.terms, rounds=3), reason="one more"))
    finished.pair()
    assert finished.state.settled is None


def test_the_digest_names_the_places(finished: Desk) -> None:
    found = finished.entries[-1].effects[1]
    assert isinstance(found, PlacesSettled) and not found.played
    assert found.digest == digest(canonical([found.places, found.places]))
