"""Corrections of stored games: previewed before they are confirmed, stored as shown, and readable as of each of them.

The effects of each ruling are in `tests/kernel/test_rulings.py`; here are permissions, storage, and reading.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404

import rules
from gamelog.games import corrections, leases, selectors, services, verification
from gamelog.games.errors import ConsequencesChanged, StaleGame, TakeBackClosed
from gamelog.games.models import Chunk, Event, Game, Report, TakeBack
from gamelog.streams import clock
from gamelog.streams.errors import KeyReused
from rules.kernel import line
from rules.kernel.actions import Concede
from rules.kernel.rulings import Adjust, Amend, Award, Penalty, Strike, Void
from rules.kt.shoot import Shoot
from tests.kernel.ruled import WHY, acts, judged, plain, played_on, ruling

pytestmark = pytest.mark.django_db

JSON = "application/json"
KINDS = ("void", "amend", "own", "adjust", "points", "warning", "award", "strike", "loss")


@pytest.fixture
def fought(people: SimpleNamespace, battle: rules.GameFile) -> Game:
    """A whole battle of `ada` against `boris`, which `marshal` owns."""
    game = services.game_import(data=battle.dump(), owner=people.marshal, title="Final").game
    for side, user in (("a", people.ada), ("b", people.boris)):
        game.seats.filter(side=side).update(user=user)
    return game


@pytest.fixture
def running(table: Game, record: Any, battle: rules.GameFile) -> Game:
    """The first forty steps of it, recorded here."""
    game: Game = record(table, battle.events[:40])
    return game


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def confirm(game: Game, action: Any, actor: Any, **more: Any) -> services.Appended:
    """Preview a ruling and confirm it."""
    game = fresh(game)
    shown = corrections.preview(game, judged(action))
    given = {"expected": shown.number, "consequences_digest": shown.digest, "actor": actor, **more}
    return services.correction_append(game_id=game.pk, declaration=judged(action), **given)


def any_ruling(rng: Random, game: Game) -> Any:
    """Some ruling that the rules allow now."""
    events = selectors.events_of(fresh(game))
    while True:
        action = ruling(rng, events)
        try:
            corrections.preview(fresh(game), judged(action))
        except rules.RulesError:
            continue
        return action


def of_kind(kind: str, game: Game) -> Any:
    """A ruling of each kind."""
    events = selectors.events_of(game)
    shot = next(event for event in acts(events)[len(events) // 4 :] if isinstance(event.action, Shoot) and event.dice)
    other = plain(msgspec.structs.replace(shot.declaration(), dice=(1,) * len(shot.dice)))
    made: dict[str, Any] = {
        "void": Void(steps=(shot.number,), **WHY),
        "amend": Amend(step=shot.number, declaration=other, **WHY),
        "own": Amend(step=shot.number, **WHY),
        "adjust": Adjust(score={"a": -60, "b": 5}, **WHY),
        "points": Penalty(side="a", kind="points", points=40, **WHY),
        "warning": Penalty(side="b", kind="warning", **WHY),
        "award": Award(winner="b", **WHY),
        "strike": Strike(**WHY),
        "loss": Penalty(side="a", kind="game", **WHY),
    }
    return made[kind]


# the preview is what is stored


@pytest.mark.storage
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_is_what_then_holds(kind: str, fought: Game, people: SimpleNamespace) -> None:
    action = of_kind(kind, fought)
    before, events = selectors.result_of(fought), selectors.events_of(fought)
    shown = corrections.preview(fought, judged(action))
    stored = confirm(fought, action, people.marshal)
    assert stored.created
    game = fresh(fought)
    event = selectors.events_of(game)[-1]
    assert (event.number, event.by, event.action, event.who != "") == (len(events) + 1, "judge", action, True)
    assert shown.digest == rules.digest(rules.canonical(event.effects))
    assert (shown.before.result, shown.after.result) == (before, selectors.result_of(game))
    assert shown.after.result == selectors.result_of(game, "corrected", game.number)
    state = selectors.position_at(game, game.number)
    assert (shown.after.round, shown.after.phase) == (state.round, state.phase)
    now = {effect.step: effect for effect in line.corrections(event)}
    assert [step.number for step in shown.steps] == sorted(now)
    for step in shown.steps:
        assert (step.nothing, step.breaks) == (not now[step.number].effects, now[step.number].against)
        assert step.named == action.names(step.number)
        assert step.illegal == (not set(step.breaks) <= set(step.broke))
    assert selectors.line_of(game)[:-1] == _with(events, now)
    assert selectors.result_of(game, "played") == before
    assert (game.finished, game.winner) == (shown.after.result.finished, shown.after.result.winner)


def _with(events: list[rules.Event[Any]], now: dict[int, Any]) -> list[rules.Event[Any]]:
    return [
        msgspec.structs.replace(event, effects=now[event.number].effects) if event.number in now else event
        for event in events
    ]


@pytest.mark.parametrize("seed", range(4))
def test_random_rulings_hold_as_they_were_shown(seed: int, fought: Game, people: SimpleNamespace) -> None:
    rng = Random(seed)
    for _ in range(6):
        action = any_ruling(rng, fought)
        shown = corrections.preview(fresh(fought), judged(action))
        confirm(fought, action, people.marshal)
        game = fresh(fought)
        assert shown.after.result == selectors.result_of(game)
        assert shown.digest == rules.digest(rules.canonical(selectors.events_of(game)[-1].effects))


def test_looking_stores_nothing(fought: Game, client_of: Callable[[str], Any]) -> None:
    body = rules.canonical({"expected": fought.number, "by": "judge", "action": of_kind("strike", fought)})
    before = (Event.objects.count(), Report.objects.count(), fresh(fought).head)
    looked = client_of("marshal").post(f"/api/games/{fought.pk}/corrections/preview", body, content_type=JSON)
    assert looked.status_code == 200
    corrections.preview(fought, judged(of_kind("void", fought)))
    assert (Event.objects.count(), Report.objects.count(), fresh(fought).head) == before


def test_what_was_not_shown_is_not_stored(fought: Game, people: SimpleNamespace) -> None:
    action = of_kind("void", fought)
    shown = corrections.preview(fought, judged(action))
    other = corrections.preview(fought, judged(of_kind("strike", fought)))
    for digest in ("", other.digest, "0" * 64):
        with pytest.raises(ConsequencesChanged) as changed:
            confirm(fought, action, people.marshal, consequences_digest=digest)
        assert changed.value.consequences == shown
    confirm(fought, of_kind("warning", fought), people.marshal)
    with pytest.raises(StaleGame):
        confirm(fought, action, people.marshal, expected=shown.number)
    assert fresh(fought).number == shown.number + 1


def test_a_retry_gets_the_stored_ruling(fought: Game, people: SimpleNamespace) -> None:
    action, number = of_kind("points", fought), fought.number
    first = confirm(fought, action, people.marshal, key="k")
    shown = corrections.preview(fresh(fought), judged(action)).digest
    again = services.correction_append(
        game_id=fought.pk, expected=number, declaration=judged(action), consequences_digest=shown, key="k",
        actor=people.marshal,
    )  # fmt: skip
    assert (again.created, again.event.pk) == (False, first.event.pk)
    with pytest.raises(KeyReused):
        confirm(fought, of_kind("strike", fought), people.marshal, key="k")


@pytest.mark.parametrize(
    "action", [Void(steps=(9999,), **WHY), Void(steps=(1,), **WHY), Adjust(score={"a": 0}, **WHY), Concede()]
)
def test_what_the_rules_refuse_stores_nothing(action: Any, fought: Game, people: SimpleNamespace) -> None:
    with pytest.raises(rules.RulesError):
        services.correction_append(
            game_id=fought.pk, expected=fought.number, declaration=judged(action), consequences_digest="x",
            actor=people.marshal,
        )  # fmt: skip
    with pytest.raises(rules.RulesError):
        corrections.preview(fought, judged(action))
    assert fresh(fought).number == fought.number


def test_a_reason_names_nobody(fought: Game, people: SimpleNamespace) -> None:
    action = Strike(rule="log.strike", reason="Boris was not there")
    with pytest.raises(rules.Malformed) as refused:
        confirm(fought, action, people.marshal)
    assert refused.value.path == "$.action.reason"


# permissions


@pytest.mark.parametrize("name", ["ada", "boris", "carol"])
def test_only_staff_rules(name: str, fought: Game, people: SimpleNamespace) -> None:
    Game.objects.filter(pk=fought.pk).update(owner=people.ada)
    actor = getattr(people, name)
    with pytest.raises(PermissionDenied):
        confirm(fought, of_kind("void", fought), actor)
    with pytest.raises(PermissionDenied):
        services.event_append(
            game_id=fought.pk, expected=fought.number, declaration=judged(of_kind("strike", fought)), actor=actor
        )
    assert fresh(fought).number == fought.number
    Game.objects.filter(pk=fought.pk).update(public=False, owner=people.marshal)
    if name == "carol":
        with pytest.raises(Http404):
            confirm(fought, of_kind("void", fought), actor)


@pytest.mark.parametrize("by", ["judge", "a"])
def test_rulings_are_not_declared_like_steps(by: str, fought: Game, people: SimpleNamespace) -> None:
    declaration = rules.Declaration(by=by, action=of_kind("strike", fought))
    with pytest.raises(rules.IllegalAction) as refused:
        services.event_append(game_id=fought.pk, expected=fought.number, declaration=declaration, actor=people.marshal)
    assert refused.value.clause == "log.ruling"


@pytest.mark.parametrize(("name", "path"), [("marshal", 422), ("ada", 422), ("boris", 403)])
def test_take_backs_are_not_declared_like_steps(
    name: str, path: int, running: Game, client_of: Callable[[str], Any]
) -> None:
    action = {"type": "take-back", "rule": "log.take-back", "reason": "x", "since": 40, "agreed": ["a", "b"]}
    body = rules.canonical({"expected": 40, "by": "a", "action": action})
    refused = client_of(name).post(f"/api/games/{running.pk}/events", body, content_type=JSON)
    assert refused.status_code == path
    assert fresh(running).number == 40


# fifty corrections on one game


class Kept(msgspec.Struct):
    """All output about a game as of an event, byte for byte."""

    number: int
    moment: datetime
    positions: dict[str, bytes]
    results: dict[str, bytes]


def produced(game: Game, number: int) -> dict[str, dict[str, bytes]]:
    """Positions and results on both lines, as of an event, in the middle and at the end."""
    middle = number // 2
    return {
        "positions": {
            f"{of} {at}": rules.to_json(selectors.position_at(game, at, line=of, as_of=number))
            for of in ("played", "corrected") for at in (middle, number)
        },
        "results": {of: rules.canonical(selectors.result_of(game, of, number)) for of in ("played", "corrected")},
    }  # fmt: skip


def fifty(game: Game, actor: Any, monkeypatch: pytest.MonkeyPatch) -> list[Kept]:
    """Fifty corrections, ten minutes apart, with the output right after each of them."""
    rng, kept, moment = Random(11), [], datetime.now(UTC).replace(microsecond=0)
    for count in range(50):
        moment += timedelta(minutes=10)
        monkeypatch.setattr(clock, "now", lambda now=moment: now)
        action = any_ruling(rng, game) if count % 10 else of_kind(KINDS[count // 10], fresh(game))
        confirm(game, action, actor)
        now = fresh(game)
        kept.append(Kept(number=now.number, moment=moment, **produced(now, now.number)))
    return kept


@pytest.mark.storage
def test_fifty_corrections(
    fought: Game, people: SimpleNamespace, client_of: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Position, score and result as of each can be reproduced: here, over HTTP, from a copy, and after verification."""
    first = fought.number
    kept = fifty(fought, people.marshal, monkeypatch)
    game = fresh(fought)
    assert game.number == first + 50
    for each in kept:
        assert produced(game, each.number) == {"positions": each.positions, "results": each.results}
        assert selectors.number_at(game, each.moment) == each.number
        assert selectors.number_at(game, each.moment + timedelta(minutes=5)) == each.number
        plain_stream = rules.to_json(selectors.position_at(game, each.number))
        assert plain_stream == each.positions[f"corrected {each.number}"]
        assert each.positions[f"played {each.number}"] == kept[0].positions[f"played {kept[0].number}"]
    assert len({each.positions[f"corrected {each.number}"] for each in kept}) > 20
    assert len({each.results["corrected"] for each in kept}) > 5
    _same_over_http(game, kept, client_of(""))
    _same_in_a_copy(game, kept)
    report = services.verification_request(game=game)
    verification.run(report)
    report.refresh_from_db()
    assert (report.state, report.verdict) == ("done", "verified")
    _same_over_http(fresh(game), kept[::10], client_of(""))
    summary = selectors.summary_of(report)
    assert summary is not None
    file = rules.read_game(selectors.file_of(game))
    assert summary == rules.report(rules.load("kt"), file.events, file.findings, file.header)
    assert summary.played == selectors.result_of(game, "played")


def _same_over_http(game: Game, kept: list[Kept], client: Any) -> None:
    url = f"/api/games/{game.pk}"
    for each in kept:
        for as_of in (str(each.number), each.moment.strftime("%Y-%m-%dT%H:%M:%SZ")):
            for of in ("played", "corrected"):
                query = f"line={of}&as_of={as_of}"
                assert client.get(f"{url}/position?{query}").content == each.positions[f"{of} {each.number}"]
                answer = client.get(f"{url}/result?{query}").json()
                assert (answer.pop("line"), answer.pop("as_of")) == (of, each.number)
                assert rules.canonical(msgspec.convert(answer, rules.Result)) == each.results[of]
        middle = each.number // 2
        position = client.get(f"{url}/position?line=corrected&as_of={each.number}&at={middle}").content
        assert position == each.positions[f"corrected {middle}"]


def _same_in_a_copy(game: Game, kept: list[Kept]) -> None:
    """The file alone gives the same, in whatever row it is stored: nothing is read from the original."""
    data = selectors.file_of(game)
    read = rules.read_game(data)
    renamed = msgspec.structs.replace(read.header, game="7f8f3c7e-0000-4000-8000-000000000002")
    copy = rules.GameFile(renamed)
    for event in read.events:
        copy.records.append(rules.seal(msgspec.structs.replace(event, previous=copy.head)))
    stored = services.game_import(data=copy.dump(), owner=game.owner).game
    assert stored.pk != game.pk
    assert (stored.finished, stored.winner, stored.phase) == (game.finished, game.winner, game.phase)
    for each in kept:
        assert produced(stored, each.number) == {"positions": each.positions, "results": each.results}
        assert selectors.number_at(stored, each.moment) == each.number


# play goes on


@pytest.mark.storage
def test_a_game_goes_on_after_a_ruling(running: Game, append: Any, people: SimpleNamespace) -> None:
    confirm(running, Void(steps=(acts(selectors.events_of(running))[-3].number,), **WHY), people.marshal)
    events = selectors.events_of(fresh(running))
    for event in played_on(events, 3, 12)[len(events) :]:
        append(running, event)
    confirm(running, Adjust(score={"b": 2}, **WHY), people.marshal)
    game = fresh(running)
    assert list(rules.verify(game.rules, selectors.events_of(game))) == []
    stream = rules.to_json(selectors.position_at(game, game.number))
    assert stream == rules.to_json(selectors.position_at(game, game.number, line="corrected"))
    as_played = selectors.line_of(game, "played")
    assert [event.number for event in as_played] == list(range(1, game.number))
    before = selectors.line_of(game, "corrected", as_of=40)
    assert before == selectors.line_of(game, "played", as_of=40)


def test_a_ruling_on_a_finished_game_has_it_verified(
    fought: Game, people: SimpleNamespace, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    for action in (of_kind("warning", fought), of_kind("void", fought)):
        with django_capture_on_commit_callbacks(execute=True):
            confirm(fought, action, people.marshal)
        game = fresh(fought)
        report = selectors.report_of(game)
        assert report is not None
        assert (report.head, report.state, report.verdict) == (game.head, "done", "verified")


def test_a_chunk_that_holds_only_rulings_is_verified(fought: Game, people: SimpleNamespace) -> None:
    for _ in range(3):
        confirm(fought, of_kind("void", fresh(fought)), people.marshal)
    game = fresh(fought)
    report = services.verification_request(game=game)
    for chunk in verification.begin(report.pk):
        leases.take(Chunk.objects.filter(pk=chunk), report.game_id)
        verification.check(chunk, report.game_id)
    report.refresh_from_db()
    assert report.verdict == "verified"
    assert game.number % verification.CHUNK < game.number


def test_lists_show_the_corrected_result(
    fought: Game, people: SimpleNamespace, client_of: Callable[[str], Any]
) -> None:
    was = fought.winner
    confirm(fought, Adjust(score={was: -1000}, **WHY), people.marshal)
    shown = client_of("").get(f"/api/games/{fought.pk}").json()
    assert (shown["finished"], shown["winner"]) == (True, {"a": "b", "b": "a"}[was])
    confirm(fought, Strike(**WHY), people.marshal)
    shown = client_of("").get(f"/api/games/{fought.pk}").json()
    assert (shown["finished"], shown["winner"]) == (True, "")
    assert client_of("").get(f"/api/games/{fought.pk}/result").json()["struck"] is True
    assert client_of("").get(f"/api/games/{fought.pk}/result?line=played").json()["winner"] == was


# moments


def test_the_last_event_at_a_moment(running: Game) -> None:
    assert selectors.number_at(running, datetime(2000, 1, 1, tzinfo=UTC)) == 0
    assert selectors.number_at(running, datetime(2100, 1, 1, tzinfo=UTC)) == 40
    events = selectors.events_of(running)
    for event in events[::9]:
        moment = datetime.fromisoformat(event.at)
        expected = max(e.number for e in events if e.at <= event.at)
        assert selectors.number_at(running, moment) == expected
        elsewhere = moment.astimezone(datetime.fromisoformat("2026-01-01T00:00:00+05:30").tzinfo)
        assert selectors.number_at(running, elsewhere) == expected


def test_events_that_do_not_say_when_are_of_the_time_they_were_stored(fought: Game) -> None:
    stored = Event.objects.filter(game=fought).latest("number").recorded_at
    assert selectors.number_at(fought, stored) == fought.number
    assert selectors.number_at(fought, stored - timedelta(days=1)) == 0


@pytest.mark.parametrize(
    ("query", "status", "path"),
    [
        ("line=other", 400, "?line"), ("as_of=yesterday", 400, "?as_of"), ("as_of=2026-11-21T10:00:00", 400, "?as_of"),
        ("as_of=-1", 400, "?as_of"), ("as_of=9999", 404, ""), ("as_of=" + "9" * 30, 400, "?as_of"),
        ("as_of=2026-11-21T10:00:00%2B01:00", 200, ""), ("as_of=2126-11-21T10:00:00+01:00", 200, ""),
        ("line=corrected&as_of=0", 200, ""), ("line=played", 200, ""), ("as_of=%D9%A3", 400, "?as_of"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("what", ["position", "result", "steps", "replay"])
def test_lines_and_moments_over_http(
    what: str, query: str, status: int, path: str, fought: Game, client_of: Callable[[str], Any]
) -> None:
    answer = client_of("").get(f"/api/games/{fought.pk}/{what}?{query}")
    assert answer.status_code == status, answer.content
    assert answer.json().get("path", "") == path if status != 200 else True


def test_a_step_after_the_one_that_is_asked_for_is_not_there(fought: Game, client_of: Callable[[str], Any]) -> None:
    for of in ("", "&line=played", "&line=corrected"):
        missing = client_of("").get(f"/api/games/{fought.pk}/position?at=51&as_of=50{of}")
        assert (missing.status_code, missing.json()["last"]) == (404, 50)
        assert client_of("").get(f"/api/games/{fought.pk}/steps?after=60&as_of=50{of}").status_code == 404


def test_replay_and_steps_on_both_lines(fought: Game, people: SimpleNamespace, client_of: Callable[[str], Any]) -> None:
    action = of_kind("void", fought)
    confirm(fought, action, people.marshal)
    (voided,) = action.steps
    url, client = f"/api/games/{fought.pk}", client_of("")
    recorded = client.get(f"{url}/replay").json()
    played = client.get(f"{url}/replay?line=played").json()
    corrected = client.get(f"{url}/replay?line=corrected").json()
    number = fresh(fought).number
    assert played["events"] == recorded["events"][:-1]
    assert "effects" not in corrected["events"][voided - 1]["event"]
    assert corrected["events"][voided - 1]["corrected"] == number
    assert corrected["events"][voided - 1]["hash"] == recorded["events"][voided - 1]["hash"]
    assert "corrected" not in corrected["events"][0]
    as_of = client.get(f"{url}/replay?line=corrected&as_of={number - 1}").json()
    assert as_of["events"] == played["events"]
    assert as_of["head"] == recorded["events"][-2]["hash"]
    assert corrected["head"] == recorded["head"]
    page = f"{url}/steps?after={voided - 1}&limit=1"
    assert client.get(page).json()["steps"][0]["effects"]
    assert client.get(f"{page}&line=played").json()["steps"][0]["effects"]
    assert client.get(f"{page}&line=corrected").json()["steps"][0]["effects"] == []
    whole = client.get(f"{url}/steps?limit=1000&line=corrected").json()
    assert [step["number"] for step in whole["steps"]] == list(range(1, number + 1))
    assert client.get(f"{url}/steps?limit=5&line=corrected&as_of=7").json()["next"] == 5
    assert client.get(f"{url}/steps?limit=50&line=corrected&as_of=7").json()["next"] is None


# over HTTP


def look(client: Any, game: Game, action: Any, **more: Any) -> Any:
    body = {"expected": game.number, "by": "judge", "action": action, **more}
    return client.post(f"/api/games/{game.pk}/corrections/preview", rules.canonical(body), content_type=JSON)


def rule(client: Any, game: Game, action: Any, digest: str, **more: Any) -> Any:
    headers = more.pop("headers", {})
    body = {"expected": game.number, "by": "judge", "action": action, "consequences": digest, **more}
    return client.post(
        f"/api/games/{game.pk}/corrections", rules.canonical(body), content_type=JSON, headers=headers
    )  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_judge_looks_and_confirms(kind: str, fought: Game, client_of: Callable[[str], Any]) -> None:
    client, action = client_of("marshal"), of_kind(kind, fought)
    shown = look(client, fought, action)
    assert shown.status_code == 200, shown.content
    found = shown.json()
    assert found["number"] == fought.number
    assert found["before"]["result"].keys() == {"finished", "winner", "reason", "score", "struck", "per_point"}
    stored = rule(client, fought, action, found["digest"], headers={"Idempotency-Key": "once"})
    assert stored.status_code == 201, stored.content
    assert stored.json()["event"]["by"] == "judge"
    again = rule(client, fought, action, found["digest"], headers={"Idempotency-Key": "once"})
    assert (again.status_code, again.content) == (200, stored.content)
    listed = client_of("").get(f"/api/games/{fought.pk}/corrections").json()["corrections"]
    (one,) = listed
    assert (one["number"], one["kind"], one["rule"]) == (fought.number + 1, action.__struct_config__.tag, "log.ruling")
    assert one["reason"] == WHY["reason"]
    told = [{name: step[name] for name in ("number", "named", "nothing", "breaks")} for step in found["steps"]]
    assert one["steps"] == told, "the list says of each step what the preview said"
    assert one["at"] and one["who"]
    answer = client_of("").get(f"/api/games/{fought.pk}/result").json()
    assert {name: answer[name] for name in found["after"]["result"]} == found["after"]["result"]


@pytest.mark.parametrize(
    ("name", "status"), [("", 401), ("ada", 403), ("boris", 403), ("carol", 403), ("marshal", 200)]
)
def test_who_may_rule_over_http(name: str, status: int, fought: Game, client_of: Callable[[str], Any]) -> None:
    action = of_kind("void", fought)
    looked = look(client_of(name), fought, action)
    assert looked.status_code == status
    digest = look(client_of("marshal"), fought, action).json()["digest"]
    assert rule(client_of(name), fought, action, digest).status_code == (201 if status == 200 else status)
    assert client_of(name).get(f"/api/games/{fought.pk}/corrections").status_code == 200


def test_another_digest_is_a_conflict(fought: Game, client_of: Callable[[str], Any]) -> None:
    action = of_kind("void", fought)
    shown = look(client_of("marshal"), fought, action).json()
    assert shown.pop("event") is None
    refused = rule(client_of("marshal"), fought, action, "0" * 64)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:gamelog:consequences-changed")
    assert refused.json()["consequences"] == shown
    stale = look(client_of("marshal"), fought, action, expected=3)
    assert (stale.status_code, stale.json()["actual"]) == (409, fought.number)
    assert rule(client_of("marshal"), fought, action, shown["digest"], expected=3).status_code == 409


BAD: dict[str, tuple[dict[str, Any], int, str]] = {
    "no rule": ({"type": "strike", "reason": "x"}, 400, "$.action"),
    "no reason": ({"type": "strike", "rule": "log.strike", "reason": ""}, 400, "$.action.reason"),
    "unknown rule": ({"type": "strike", "rule": "kt.nothing", "reason": "x"}, 400, "$.action.rule"),
    "misspelt": ({"type": "void", "step": 5, "steps": [5], **WHY}, 400, "$.action.step"),
    "no step": ({"type": "void", "steps": [9999], **WHY}, 400, "$.action.steps[0]"),
    "the set-up": ({"type": "void", "steps": [2], **WHY}, 422, "log.void"),
    "a step": ({"type": "initiative"}, 400, "$.action.type"),
    "nobody wins": ({"type": "award", "winner": "c", **WHY}, 400, "$.action.winner"),
    "half a point": ({"type": "adjust", "score": {"a": 0.5}, **WHY}, 400, "$.action.score[...]"),
    "an amendment of nothing": (
        {"type": "amend", "step": 50, "declaration": {"by": "a"}, **WHY}, 400, "$.action.declaration"
    ),
    "an amendment with a member that is not there": (
        {"type": "amend", "step": 50, "declaration": {"by": "a", "action": {"type": "initiative"}, "x": 1}, **WHY},
        400, "$.action.declaration.x",
    ),
    "a penalty of nothing": ({"type": "penalty", "side": "a", "kind": "points", **WHY}, 422, "log.penalty"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_refusals_name_the_field_or_the_rule(name: str, fought: Game, client_of: Callable[[str], Any]) -> None:
    action, status, where = BAD[name]
    for refused in (look(client_of("marshal"), fought, action), rule(client_of("marshal"), fought, action, "x")):
        assert refused.status_code == status, refused.content
        problem = refused.json()
        assert problem["path" if status == 400 else "clause"] == where
        assert problem["detail"]
        if status == 422:
            assert problem["rule"]["label"]["ru"]
    assert fresh(fought).number == fought.number


def test_an_amendment_may_be_written_with_its_defaults(fought: Game, client_of: Callable[[str], Any]) -> None:
    """As a form would send it: with empty lists and zeros."""
    shot = next(e for e in selectors.events_of(fought) if len(e.dice) > 1)
    meant = {**plain(shot.declaration()), "claim": [], "rerolls": []}
    action = {"type": "amend", "step": shot.number, "declaration": meant, **WHY}
    shown = look(client_of("marshal"), fought, action).json()
    stored = rule(client_of("marshal"), fought, action, shown["digest"])
    assert stored.status_code == 201, stored.content
    assert stored.json()["event"]["action"]["declaration"] == plain(shot.declaration())


@pytest.mark.parametrize("depth", [200, 900, 5_000, 100_000])
def test_an_amendment_nested_deeper_than_python_calls(
    depth: int, fought: Game, client_of: Callable[[str], Any]
) -> None:
    body = (
        b'{"expected":%d,"by":"judge","consequences":"x","action":{"type":"amend","rule":"log.amend","reason":"x"'
        % (fought.number)
    )
    body += b',"step":50,"declaration":' + b'{"by":' * depth + b"1" + b"}" * depth + b"}}"
    refused = client_of("marshal").post(f"/api/games/{fought.pk}/corrections", body, content_type=JSON)
    assert refused.status_code == 400


# two judges at once


@pytest.mark.storage
@pytest.mark.django_db(transaction=True)
def test_of_two_judges_one_is_first(fought: Game, people: SimpleNamespace) -> None:
    actions = [of_kind("void", fought), of_kind("points", fought)] * 2
    shown = [corrections.preview(fought, judged(action)).digest for action in actions]

    def attempt(index: int) -> str:
        try:
            services.correction_append(
                game_id=fought.pk, expected=fought.number, declaration=judged(actions[index]),
                consequences_digest=shown[index], actor=people.marshal,
            )  # fmt: skip
        except StaleGame:
            return "stale"
        finally:
            connection.close()
        return "stored"

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == ["stale", "stale", "stale", "stored"]
    assert fresh(fought).number == fought.number + 1


# take-backs


def propose(game: Game, actor: Any, **more: Any) -> TakeBack:
    given: dict[str, Any] = {
        "expected": fresh(game).number,
        "side": "a",
        "since": 39,
        "reason": "we misread it",
        **more,
    }
    return services.take_back_propose(game_id=game.pk, actor=actor, **given)


@pytest.mark.storage
def test_the_other_side_agrees(running: Game, people: SimpleNamespace) -> None:
    row = propose(running, people.ada)
    assert (row.state, row.number, fresh(running).number) == ("proposed", 40, 40)
    for name in ("ada", "carol"):
        with pytest.raises(PermissionDenied):
            services.take_back_answer(take_back_id=row.pk, agree=True, actor=getattr(people, name))
    agreed = services.take_back_answer(take_back_id=row.pk, agree=True, actor=people.boris)
    assert (agreed.state, agreed.event, agreed.answered_by) == ("agreed", 41, people.boris)
    game = fresh(running)
    event = selectors.events_of(game)[-1]
    assert (event.by, event.action.since, event.action.agreed) == ("a", 39, ("a", "b"))
    assert rules.to_json(selectors.position_at(game, 41)) == rules.to_json(selectors.position_at(game, 38))
    assert list(rules.verify(game.rules, selectors.events_of(game))) == []
    again = services.take_back_answer(take_back_id=row.pk, agree=True, actor=people.boris)
    assert (again.event, fresh(running).number) == (41, 41)
    with pytest.raises(TakeBackClosed):
        services.take_back_answer(take_back_id=row.pk, agree=False, actor=people.boris)


@pytest.mark.parametrize("name", ["boris", "ada", "marshal"])
def test_a_take_back_is_declined_or_withdrawn(name: str, running: Game, people: SimpleNamespace) -> None:
    row = propose(running, people.ada)
    services.take_back_answer(take_back_id=row.pk, agree=False, actor=getattr(people, name))
    assert TakeBack.objects.get(pk=row.pk).state == "declined"
    with pytest.raises(TakeBackClosed):
        services.take_back_answer(take_back_id=row.pk, agree=True, actor=people.boris)
    assert fresh(running).number == 40


def test_nobody_else_answers(running: Game, people: SimpleNamespace) -> None:
    row = propose(running, people.ada)
    for agree in (True, False):
        with pytest.raises(PermissionDenied):
            services.take_back_answer(take_back_id=row.pk, agree=agree, actor=people.carol)
    Game.objects.filter(pk=running.pk).update(public=False)
    with pytest.raises(Http404):
        services.take_back_answer(take_back_id=row.pk, agree=True, actor=people.carol)


def test_a_take_back_is_stale_once_the_game_went_on(running: Game, append: Any, people: SimpleNamespace,
                                                     battle: rules.GameFile) -> None:  # fmt: skip
    row = propose(running, people.ada)
    assert selectors.take_backs_of(running, open_only=True) == [row]
    append(running, battle.events[40])
    row.refresh_from_db()
    assert row.state == "stale"
    assert selectors.take_backs_of(fresh(running), open_only=True) == []
    with pytest.raises(TakeBackClosed):
        services.take_back_answer(take_back_id=row.pk, agree=True, actor=people.boris)
    with pytest.raises(StaleGame):
        propose(running, people.ada, expected=40)


def test_a_side_proposes_one_thing_at_a_time(running: Game, people: SimpleNamespace) -> None:
    first, other = propose(running, people.ada), propose(running, people.boris, side="b", since=38)
    second = propose(running, people.ada, since=40)
    assert {row.pk for row in selectors.take_backs_of(running, open_only=True)} == {second.pk, other.pk}
    first.refresh_from_db()
    assert first.state == "stale"
    services.take_back_answer(take_back_id=other.pk, agree=True, actor=people.ada)
    second.refresh_from_db()
    assert second.state == "stale"


@pytest.mark.parametrize(("owner", "seat_b", "allowed"), [
    ("marshal", "boris", True),  # staff
    ("carol", "boris", True),  # runs the table and plays no side
    ("ada", None, True),  # plays a, and b has nobody else
    ("ada", "boris", False),  # plays a, and boris can be asked
])  # fmt: skip
def test_at_one_table_both_agree_at_once(
    owner: str, seat_b: str | None, allowed: bool, running: Game, people: SimpleNamespace
) -> None:
    actor = getattr(people, owner)
    Game.objects.filter(pk=running.pk).update(owner=actor)
    running.seats.filter(side="b").update(user=getattr(people, seat_b) if seat_b else None)
    if not allowed:
        with pytest.raises(PermissionDenied):
            propose(running, actor, both=True)
        assert not TakeBack.objects.exists()
        return
    row = propose(running, actor, both=True)
    assert (row.state, row.event, fresh(running).number) == ("agreed", 41, 41)


@pytest.mark.parametrize(("more", "where"), [
    ({"since": 41}, "log.take-back"), ({"since": 1}, "log.take-back"), ({"rule": "kt.none"}, "$.action.rule"),
    ({"reason": "boris said so"}, "$.action.reason"), ({"reason": ""}, "$.action.reason"),
    ({"side": "c"}, "$.by"),
])  # fmt: skip
def test_what_could_not_be_taken_back_is_not_proposed(
    more: dict[str, Any], where: str, running: Game, people: SimpleNamespace
) -> None:
    with pytest.raises(rules.RulesError) as refused:
        propose(running, people.marshal, **more)
    assert getattr(refused.value, "clause", getattr(refused.value, "path", "")) == where
    assert not TakeBack.objects.exists()


def test_take_backs_over_http(running: Game, client_of: Callable[[str], Any]) -> None:
    url = f"/api/games/{running.pk}/take-backs"
    body = rules.canonical({"expected": 40, "by": "a", "since": 39, "reason": "we misread it"})
    assert client_of("boris").post(url, body, content_type=JSON).status_code == 403
    assert client_of("").post(url, body, content_type=JSON).status_code == 401
    shown = client_of("ada").post(
        f"/api/games/{running.pk}/corrections/preview",
        rules.canonical({"expected": 40, "by": "a", "action": {
            "type": "take-back", "rule": "log.take-back", "reason": "x", "since": 39, "agreed": ["a", "b"],
        }}), content_type=JSON,
    )  # fmt: skip
    assert [step["number"] for step in shown.json()["steps"]] == [39, 40]
    made = client_of("ada").post(url, body, content_type=JSON)
    assert made.status_code == 201, made.content
    row = made.json()
    assert (row["state"], row["proposed_by"], row["event"]) == ("proposed", "ada", None)
    assert client_of("").get(url).json() == [row]
    answer = f"{url}/{row['id']}/answer"
    yes = b'{"agree":true}'
    assert client_of("ada").post(answer, yes, content_type=JSON).status_code == 403
    assert client_of("boris").post(answer, b'{"agree":1}', content_type=JSON).status_code == 400
    assert client_of("boris").post(f"{url}/999/answer", yes, content_type=JSON).status_code == 404
    done = client_of("boris").post(answer, yes, content_type=JSON)
    assert (done.status_code, done.json()["state"], done.json()["event"]) == (200, "agreed", 41)
    refused = client_of("boris").post(answer, b'{"agree":false}', content_type=JSON)
    assert (refused.status_code, refused.json()["state"]) == (409, "agreed")
    (one,) = client_of("").get(f"/api/games/{running.pk}/corrections").json()["corrections"]
    assert (one["kind"], one["by"], [step["number"] for step in one["steps"]]) == ("take-back", "a", [39, 40])
    stale = client_of("ada").post(url, body, content_type=JSON)
    assert stale.status_code == 409


def test_a_take_back_of_another_game_is_not_there(running: Game, fought: Game, people: SimpleNamespace,
                                                  client_of: Callable[[str], Any]) -> None:  # fmt: skip
    row = propose(running, people.ada)
    url = f"/api/games/{fought.pk}/take-backs/{row.pk}/answer"
    assert client_of("boris").post(url, b'{"agree":true}', content_type=JSON).status_code == 404
