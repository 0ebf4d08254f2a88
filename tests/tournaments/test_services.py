"""Acts are appended one after the other, by authorised people, without a name in them; rows and cache follow."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from threading import Barrier, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, close_old_connections, connection, transaction

import rules
from gamelog.contest import stream
from gamelog.contest.acts import entries, penalties, people, results, rosters, rounds, setting
from gamelog.contest.errors import Refused
from gamelog.contest.state import Line
from gamelog.contest.terms import RosterTerms
from gamelog.games.demo import files
from gamelog.games.models import Roster
from gamelog.games.services import roster_import
from gamelog.people.services import participant_of
from gamelog.streams.errors import KeyReused
from gamelog.tournaments import access, selectors, services
from gamelog.tournaments import files as event_files
from gamelog.tournaments.errors import EffectChanged, StaleEvent
from gamelog.tournaments.models import Act, Nameplate, Officer, Tournament
from gamelog.tournaments.services import Named
from gamelog.tournaments.streams import STATES
from tests.tournaments.making import act, announce, enter_results, filled, pair_round, register, reported, state_of

CORRECTION = results.Rule(round=1, table=1, report=reported(0, 50), reason="the relic was not held")


def test_acts_form_a_chain_of_canonical_bytes(filled: Tournament) -> None:
    rows = list(filled.acts.order_by("number"))
    assert [row.number for row in rows] == list(range(1, filled.number + 1))
    previous = ""
    for row in rows:
        entry = stream.read_entry(row.body)
        assert (entry.previous, entry.number) == (previous, row.number)
        assert entry.bytes() == row.body.encode() and entry.hash() == row.hash
        previous = row.hash
    assert previous == filled.head


@pytest.mark.storage
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_act SET body = 'x' WHERE number = 2",
        "UPDATE tournaments_act SET number = number + 100",
        "DELETE FROM tournaments_act WHERE number = 2",
        "DELETE FROM tournaments_act",
    ],
)
def test_the_database_refuses_to_change_acts(people: SimpleNamespace, statement: str) -> None:
    made = announce(people.organiser)
    before = list(made.acts.values_list("number", "body", "hash"))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert list(made.acts.values_list("number", "body", "hash")) == before


def test_who_comes_second_is_told(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    seen = made.number
    act(made, people.organiser, setting.Rename(title="Spring muster"))
    with pytest.raises(StaleEvent) as caught:
        services.act_append(tournament=made, expected=seen, act=setting.CloseRegistration(), actor=people.organiser)
    assert (caught.value.expected, caught.value.actual) == (seen, seen + 1)


def test_a_retry_with_the_same_key_stores_once(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    seen, renamed = made.number, setting.Rename(title="Spring muster")
    stored = [
        services.act_append(tournament=made, expected=seen, act=renamed, actor=people.organiser, key="k")
        for _ in range(2)
    ]
    assert [each.created for each in stored] == [True, False] and stored[0].act.pk == stored[1].act.pk
    assert made.number == seen + 1
    with pytest.raises(KeyReused):
        act(made, people.organiser, setting.Rename(title="Autumn muster"), key="k")


def test_a_refused_act_leaves_nothing(filled: Tournament, people: SimpleNamespace) -> None:
    before = filled.number, filled.head, Nameplate.objects.count()
    with pytest.raises(Refused):
        act(filled, people.organiser, rounds.PairRound(round=9))
    with pytest.raises(Refused):
        register(filled, people.p1)
    filled.refresh_from_db()
    assert (filled.number, filled.head, Nameplate.objects.count()) == before
    assert Act.objects.filter(tournament=filled).count() == filled.number


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_first() -> None:
    from tests.tournaments.making import crowd

    people = crowd(2)
    made = announce(people.organiser)
    seen, outcomes, together = made.number, [], Barrier(2)

    def rename(title: str) -> None:
        row = Tournament.objects.get(pk=made.pk)
        together.wait(10)
        try:
            services.act_append(tournament=row, expected=seen, act=setting.Rename(title=title), actor=people.organiser)
            outcomes.append("stored")
        except StaleEvent:
            outcomes.append("stale")
        finally:
            connection.close()
            close_old_connections()

    threads = [Thread(target=rename, args=(f"Title {index}",)) for index in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(outcomes) == ["stale", "stored"]
    assert Act.objects.filter(tournament=made).count() == seen + 1


# names


def test_no_name_is_in_any_act(people: SimpleNamespace) -> None:
    made = filled(people, rounds=1)
    register(made, "Walter Walk-In")
    bodies = "".join(made.acts.values_list("body", flat=True))
    assert "Walter" not in bodies
    assert all(f'"{getattr(people, name).username}"' not in bodies for name in ("p1", "p8", "judge"))
    assert selectors.names_of(made)[9, 0] == "Walter Walk-In"
    assert selectors.names_of(made)[1, 0] == "p1"


def test_who_registers_needs_a_name(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    for named in ([], [Named()], [Named(name=" ")], [Named(name="A"), Named(name="B")], [Named(name="x" * 201)]):
        with pytest.raises(Refused) as caught:
            act(made, people.organiser, entries.Register(), named=named)
        assert (caught.value.code, caught.value.path) == ("name-wanted", "$.names")


@pytest.mark.parametrize("reason", ["ask otto@example.org", "call +44 20 7946 0958", "Walter Walk-In was late"])
def test_texts_that_name_people_are_refused(people: SimpleNamespace, reason: str) -> None:
    made = announce(people.organiser)
    register(made, "Walter Walk-In")
    with pytest.raises(Refused) as caught:
        act(made, people.organiser, penalties.Penalise(entrant=1, kind="warning", reason=reason))
    assert (caught.value.code, caught.value.path) == ("names", "$.reason")


def test_a_title_with_an_address_is_refused(people: SimpleNamespace) -> None:
    with pytest.raises(Refused, match="e-mail"):
        announce(people.organiser, title="Muster, write to otto@example.org")
    assert not Tournament.objects.exists()


# permissions


def test_players_act_for_themselves(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    register_self = entries.Register()
    act(made, people.p1, register_self, named=[Named(user=people.p1)])
    with pytest.raises(PermissionDenied):
        act(made, people.p1, register_self, named=[Named(user=people.p2)])
    act(made, people.p2, register_self, named=[Named(user=people.p2)])
    with pytest.raises(PermissionDenied):
        act(made, people.p1, entries.Drop(entrant=2))
    act(made, people.p1, entries.Drop(entrant=1))
    act(made, people.organiser, setting.CloseRegistration())
    with pytest.raises(PermissionDenied, match="not open"):
        act(made, people.p3, register_self, named=[Named(user=people.p3)])


def test_players_report_for_their_own_side_alone(people: SimpleNamespace) -> None:
    made = filled(people, rounds=0)
    pair_round(made)
    pair = state_of(made).rounds[0].paired.pairs[0]
    player = getattr(people, f"p{pair.a}")
    with pytest.raises(PermissionDenied):
        act(made, player, results.ReportResult(round=1, table=pair.table, side="b", report=reported(1, 2)))
    act(made, player, results.ReportResult(round=1, table=pair.table, side="a", report=reported(2, 1)))
    with pytest.raises(PermissionDenied):
        act(made, player, results.Confirm(round=1, table=pair.table))
    act(made, getattr(people, f"p{pair.b}"), results.Confirm(round=1, table=pair.table, side="b"))


def test_nobody_does_what_the_site_does(filled: Tournament, people: SimpleNamespace) -> None:
    taken = results.TakeGame(round=1, table=1, report=reported(1, 0), game="g", head="h")
    for each in (taken, setting.Announce(title="Mine", terms=state_of(filled).terms)):
        with pytest.raises(PermissionDenied):
            act(filled, people.staff, each)


def test_a_clock_that_is_set_back_leaves_the_acts_in_order(
    people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = announce(people.organiser)
    earlier = made.acts.get(number=made.number).recorded_at - timedelta(hours=1)

    class Earlier(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return earlier

    monkeypatch.setattr(services, "datetime", Earlier)
    services.act_append(
        tournament=made, expected=made.number, act=setting.Rename(title="Summer muster"), actor=people.organiser
    )
    monkeypatch.undo()
    file, state = event_files.checked(event_files.whole_file(made))
    assert state.title == "Summer muster" and file.acts[-1].entry.at == file.acts[-2].entry.at


def test_only_the_last_state_is_kept_for_long(filled: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """A big event has thousands of states."""
    monkeypatch.setattr(selectors, "KEPT_PAST", 0)
    kept = []
    for number in range(2):
        selectors.state_of(filled)
        kept.append(STATES.key(filled.pk, filled.number, selectors._mark(filled, filled.number)))
        assert cache.get(kept[-1]) is not None
        selectors.state_of(filled, filled.number - 1)
        kept.append(STATES.key(filled.pk, filled.number - 1, selectors._mark(filled, filled.number - 1)))
        act(filled, filled.owner, setting.Rename(title=f"Muster {number}"))
    assert [cache.get(key) for key in kept] == [None] * 4
    assert cache.get(STATES.key(filled.pk, filled.number, selectors._mark(filled, filled.number))) is not None


def test_who_is_not_logged_in_declares_nothing(filled: Tournament) -> None:
    with pytest.raises(PermissionDenied):
        services.act_append(
            tournament=filled, expected=filled.number, act=setting.Rename(title="x"), actor=AnonymousUser()
        )


def test_offices_are_kept_as_the_acts_say(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    judge = participant_of(people.judge)
    act(made, people.organiser, people_act("appoint", judge))
    assert list(Officer.objects.values_list("user__username", "role")) == [(people.judge.username, "judge")]
    assert "judge" in access.roles_of(people.judge, made, state_of(made))
    with pytest.raises(PermissionDenied):
        act(made, people.judge, people_act("dismiss", judge))
    act(made, people.organiser, people_act("dismiss", judge))
    assert not Officer.objects.exists()


def people_act(kind: str, person: str) -> Any:
    return {"appoint": people.Appoint, "dismiss": people.Dismiss}[kind](person=person, role="judge")


def test_private_events_and_drafts_are_not_there_for_others(people: SimpleNamespace) -> None:
    private = announce(people.organiser, title="Private", public=False)
    draft = announce(people.organiser, title="Draft", register=False)
    shown = announce(people.organiser, title="Shown")
    register(private, people.p1)
    seen = {
        name: set(access.tournaments_visible(getattr(people, name) if name else AnonymousUser()))
        for name in ("", "p1", "p2", "organiser", "staff")
    }
    assert seen == {
        "": {shown}, "p1": {private, shown}, "p2": {shown}, "organiser": {private, draft, shown},
        "staff": {private, draft, shown},
    }  # fmt: skip


def test_two_events_of_one_title_have_two_addresses(people: SimpleNamespace) -> None:
    slugs = [announce(people.organiser, title="Зимний сбор").slug for _ in range(2)]
    assert len(set(slugs)) == 2 and all(slug.isascii() for slug in slugs)


# corrections are previewed


def test_a_correction_wants_what_was_shown(filled: Tournament, people: SimpleNamespace) -> None:
    shown = services.effect_preview(tournament=filled, act=CORRECTION, actor=people.judge)
    assert shown.changes and shown.before == selectors.table_of(filled)
    for digest in ("", "0" * 64):
        with pytest.raises(EffectChanged) as caught:
            act(filled, people.judge, CORRECTION, effect=digest)
        assert caught.value.effect.digest == shown.digest
    act(filled, people.judge, CORRECTION, effect=shown.digest)
    assert selectors.table_of(filled) == shown.after


def test_what_was_shown_no_longer_counts_when_something_else_happened(
    filled: Tournament, people: SimpleNamespace
) -> None:
    shown = services.effect_preview(tournament=filled, act=CORRECTION, actor=people.judge)
    act(filled, people.judge, penalties.Penalise(entrant=1, kind="points", match=-100, reason="late"))
    with pytest.raises(EffectChanged):
        act(filled, people.judge, CORRECTION, effect=shown.digest)


def test_a_preview_stores_nothing_and_is_for_who_may_act(filled: Tournament, people: SimpleNamespace) -> None:
    before = filled.number
    with pytest.raises(PermissionDenied):
        services.effect_preview(tournament=filled, act=CORRECTION, actor=people.scorekeeper)
    services.effect_preview(tournament=filled, act=CORRECTION, actor=people.judge)
    filled.refresh_from_db()
    assert filled.number == before


# rosters


def test_a_roster_is_held_against_the_limits(people: SimpleNamespace) -> None:
    made = announce(people.organiser, rosters=RosterTerms(points=10, models=3))
    register(made, people.p1, people.p2)
    roster, _ = roster_import(owner=people.p1, data=files()[0].read_bytes(), name=files()[0].name)
    hand_in = rosters.SubmitRoster(entrant=1, sha256=roster.sha256, points=1, problems=())
    act(made, people.p1, hand_in)
    found = state_of(made).entrants[1].roster
    assert found and (found.points, found.models) == (roster.points, roster.models_count)
    assert [problem.split(",")[0] for problem in found.problems] == [
        f"{roster.points} points", f"{roster.models_count} models",
    ]  # fmt: skip
    assert Nameplate.objects.get(tournament=made, number=1).roster == roster
    with pytest.raises(Refused) as caught:
        act(made, people.p2, rosters.SubmitRoster(entrant=2, sha256=roster.sha256))
    assert caught.value.code == "no-roster"
    with pytest.raises(PermissionDenied):
        act(made, people.p2, hand_in)


ALLOWING = "kt.roster.specialisation-allowed"


@pytest.mark.parametrize(
    ("text", "objections"),
    [
        ("Watch Captain: leader", ()),
        ("Watch Captain: comms\nDeck Gunner: -",
         ("specialities that datasheets do not allow: Watch Captain (leader), Deck Gunner (heavy)",)),
    ],
)  # fmt: skip
def test_a_roster_is_held_against_the_specialities_of_the_format(
    people: SimpleNamespace, text: str, objections: tuple[str, ...]
) -> None:
    made = announce(people.organiser, options={ALLOWING: text})
    register(made, people.p1)
    path = next(each for each in files() if each.name == "harbour-watch.ros")
    roster, _ = roster_import(owner=people.p1, data=path.read_bytes(), name=path.name)
    act(made, people.p1, rosters.SubmitRoster(entrant=1, sha256=roster.sha256))
    found = state_of(made).entrants[1].roster
    assert found and found.problems == objections


def test_specialities_that_cannot_be_read_are_refused(people: SimpleNamespace) -> None:
    with pytest.raises(rules.Malformed) as caught:
        announce(people.organiser, options={ALLOWING: "Watch Captain: ledaer"})
    assert caught.value.path == f"$.terms.options.{ALLOWING}" and "leader may be meant" in caught.value.reason


def test_a_roster_of_another_game_is_objected_to(people: SimpleNamespace) -> None:
    made = announce(people.organiser, ruleset="wh40k", rules_version="")
    register(made, people.p1)
    roster, _ = roster_import(owner=people.p1, data=files()[0].read_bytes(), name=files()[0].name)
    act(made, people.p1, rosters.SubmitRoster(entrant=1, sha256=roster.sha256))
    assert "kt" in state_of(made).entrants[1].roster.problems[0]  # type: ignore[union-attr]


def test_an_unknown_ruleset_is_refused(people: SimpleNamespace) -> None:
    with pytest.raises(rules.Malformed):
        announce(people.organiser, ruleset="draughts", rules_version="")


def test_an_erased_roster_leaves_the_act(people: SimpleNamespace) -> None:
    made = announce(people.organiser)
    register(made, people.p1)
    roster, _ = roster_import(owner=people.p1, data=files()[0].read_bytes(), name=files()[0].name)
    act(made, people.p1, rosters.SubmitRoster(entrant=1, sha256=roster.sha256))
    Roster.objects.all().delete()
    assert Nameplate.objects.get(tournament=made, number=1).roster is None
    assert state_of(made).entrants[1].roster


# the projection


def test_standings_rebuilt_from_nothing_are_the_same(filled: Tournament, people: SimpleNamespace) -> None:
    act(filled, people.judge, CORRECTION)
    for line in ("corrected", "played"):
        kept = selectors.standings_json(filled, line)
        assert from_nothing(filled, line) == kept
    assert selectors.state_of(filled) == stream.fold(selectors.entries_of(filled))


def from_nothing(event: Tournament, line: Line = "corrected") -> bytes:
    """The standings without anything that a process or the cache has kept."""
    cache.clear()
    selectors._kept.clear()
    return selectors.standings_json(event, line)


def test_standings_are_carried_on_by_the_acts_since(
    filled: Tournament, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = selectors.standings_json(filled)
    act_of(act_of(filled, people, 0), people, 10)
    with monkeypatch.context() as patched:
        patched.setattr(selectors, "state_of", lambda _: pytest.fail("the kept state was not carried on"))
        found = selectors.standings_json(filled)
    assert found == from_nothing(filled) != before


def test_standings_of_so_many_entrants_are_kept_and_no_more(
    filled: Tournament, people: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    selectors._kept.clear()
    entrants = len(selectors.state_of(filled).entrants)
    # The largest event is kept even if it is too large by itself; there is room for both lines only with twice as much.
    for room, lines in ((1, ["played"]), (2 * entrants - 1, ["played"]), (2 * entrants, ["corrected", "played"])):
        monkeypatch.setattr(selectors, "HELD_ENTRANTS", room)
        for line in ("corrected", "played"):
            selectors.standings_json(filled, line)
        assert [line for _, line in selectors._kept] == lines
        selectors._kept.clear()


def test_an_act_that_was_rolled_back_is_in_no_standings(filled: Tournament, people: SimpleNamespace) -> None:
    before = selectors.standings_json(filled)
    with transaction.atomic():
        assert selectors.standings_json(act_of(filled, people, 0)) != before
        transaction.set_rollback(True)
    filled.refresh_from_db()
    assert selectors.standings_json(filled) == before
    with transaction.atomic():
        selectors.standings_json(act_of(filled, people, 0))
        transaction.set_rollback(True)
    filled.refresh_from_db()
    # Another act with the number of the one that was rolled back.
    assert selectors.standings_json(act_of(filled, people, 10)) == from_nothing(filled)


def act_of(event: Tournament, people: SimpleNamespace, points: int) -> Tournament:
    """The event after a ruling that gives the first table of its first round so many points."""
    ruled = results.Rule(round=1, table=1, report=reported(points, 50), reason="the relic was not held")
    act(event, people.judge, ruled)
    event.refresh_from_db()
    return event


def test_standings_of_a_moment(filled: Tournament, people: SimpleNamespace) -> None:
    moment = filled.acts.order_by("-number")[0].recorded_at
    before = filled.number
    act(filled, people.judge, CORRECTION)
    assert selectors.number_at(filled, moment) == before
    with pytest.raises(selectors.NoSuchAct):
        selectors.table_of(filled, as_of=filled.number + 1)


def test_a_result_is_in_the_standings_at_once(people: SimpleNamespace) -> None:
    made = filled(people, rounds=1)
    number = pair_round(made)
    pair = state_of(made).rounds[number - 1].paired.pairs[0]
    enter_results(made, number)
    rows = {place.entrant: place for place in selectors.table_of(made).places}
    assert rows[pair.a].results == ("confirmed", "confirmed")
    assert json.loads(selectors.standings_json(made))["as_of"] == made.number
