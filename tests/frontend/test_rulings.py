"""Corrections on pages: words in both languages, the two lines of the replay, the desk and its preview."""

import gzip
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation
from msgspec.structs import replace

import rules
from frontend.games import game_history, narration, replay, replay_state, ruling_sentences, sentences
from frontend.games.cast import Cast
from frontend.games.ruling_forms import FORMS
from frontend.games.ruling_input import matching, numbered
from frontend.games.ruling_preview import preview
from gamelog.games import corrections, selectors, services, verification
from gamelog.games.models import Game
from rules import trace
from rules.gamefile import GameFile, Record, make_event, seal
from rules.kernel import line, rulings
from tests.frontend.judging import sent_by

CYRILLIC = re.compile("[а-яё]", re.I)
RU: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru"}
CLAUSE = "kt.move.normal"
WHY = "the model was out of range"


def ruling(what: Any, /, **said: Any) -> rules.Declaration[Any]:
    return rules.Declaration(by=rulings.JUDGE, action=what(rule=CLAUSE, reason=WHY, **said))


def with_rulings(kt: rules.Ruleset, events: list[Any], *declared: rules.Declaration[Any]) -> list[Any]:
    """Events with corrections after them, as the log would store them."""
    made = list(events)
    for declaration in declared:
        decided = rules.decide(kt, rules.fold(kt, made), declaration, history=made)
        made.append(make_event(len(made) + 1, declaration, decided.effects, "0" * 64))
    return made


@pytest.fixture(scope="session")
def findings(kt: rules.Ruleset, tampered_file: GameFile) -> list[rules.Finding]:
    return list(rules.verify(kt, tampered_file.events))


@pytest.fixture(scope="session")
def too_long(findings: list[rules.Finding]) -> int:
    """The step of the tampered game whose move is too long."""
    return next(found.number for found in findings if found.rule == CLAUSE)


@pytest.fixture
def judge(db: None) -> User:
    return User.objects.create_user("marshal", password="demo-marshal", is_staff=True)


def unfinished(kt: rules.Ruleset, file: GameFile, number: int) -> GameFile:
    """The first steps of a game file, as another game."""
    header = rules.Header(game="00000000-0000-0000-0000-00000000000c", ruleset=kt.id, version=kt.version,
                          policy=file.header.policy)  # fmt: skip
    cut = GameFile(header)
    for event in file.events[:number]:
        record: Record = seal(make_event(event.number, event.declaration(), event.effects, cut.head))
        cut.records.append(record)
    return cut


# words


def every_kind(kt: rules.Ruleset, events: list[Any], step: int) -> list[Any]:
    """One correction of each kind, all on one game; the take-back on its beginning, while it is still being played."""
    own = events[step - 1].declaration()
    shorter = json.loads(rules.canonical(own))
    shorter["action"]["path"] = [[shorter["action"]["path"][0][0], shorter["action"]["path"][0][1] - 100, 0]]
    made = with_rulings(
        kt, events,
        ruling(rulings.Void, steps=(step,)), ruling(rulings.Amend, step=step, declaration=shorter),
        ruling(rulings.Amend, step=step), ruling(rulings.Adjust, score={"a": 2, "b": -1}),
        ruling(rulings.Penalty, side="a", kind="warning"), ruling(rulings.Penalty, side="a", kind="points", points=3),
        ruling(rulings.Penalty, side="b", kind="game"), ruling(rulings.Award, winner="a"), ruling(rulings.Award),
        ruling(rulings.Strike),
    )  # fmt: skip
    back = rules.Declaration(
        by="a", action=rulings.TakeBack(rule="log.take-back", reason=WHY, since=step - 2, agreed=("a", "b"))
    )
    return [*made[len(events) :], with_rulings(kt, events[:step], back)[-1]]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_kind_of_correction_has_words(
    language: str, kt: rules.Ruleset, tampered_file: GameFile, too_long: int
) -> None:
    events = every_kind(kt, tampered_file.events, too_long)
    assert {sentences.tag(event.action) for event in events} == set(ruling_sentences.CORRECTIONS) == corrections.TAGS
    state = rules.fold(kt, tampered_file.events)
    with translation.override(language):
        cast = Cast(kt)
        cast.meet(state)
        for event in events:
            title = narration.title(cast, state, event)
            assert WHY in title
            said = [title.removesuffix(WHY), narration.outcome(cast, event)]
            told = list(replay.explained(cast, event, state))
            assert told and WHY in told[0].t
            said += [each.t for each in told[1:]]
            for text in said:
                assert "%(" not in text and "{" not in text
                assert bool(CYRILLIC.search(text)) == (language == "ru" and bool(text)), text


def test_the_words_of_a_referee(kt: rules.Ruleset, tampered_file: GameFile, too_long: int) -> None:
    cast, state = Cast(kt), rules.fold(kt, tampered_file.events)
    cast.meet(state)
    with translation.override("en"):
        said = [narration.title(cast, state, e) for e in every_kind(kt, tampered_file.events, too_long)]
    one, other = state.sides["a"].name, state.sides["b"].name
    assert said == [f"{text}: {WHY}" for text in (
        f"Judge voids step {too_long}", f"Judge amends step {too_long}",
        f"Judge upholds step {too_long} as recorded", f"Judge adjusts the score ({one} +2, {other} −1)",
        f"Judge warns {one}", f"Judge takes 3 points from {one}", f"Judge: {other} loses the game",
        f"Judge awards the game to {one}", "Judge calls the game a draw", "Judge voids the game",
        f"Both sides take back steps {too_long - 2} to {too_long}",
    )]  # fmt: skip


def test_what_other_steps_come_to(kt: rules.Ruleset, tampered_file: GameFile, too_long: int) -> None:
    event = with_rulings(kt, tampered_file.events, ruling(rulings.Void, steps=(too_long,)))[-1]
    cast, state = Cast(kt), rules.fold(kt, tampered_file.events)
    cast.meet(state)
    with translation.override("en"):
        told = {each.j: each.t for each in replay.explained(cast, event, state) if each.j}
    assert told[too_long] == f"Step {too_long} now has no effect"
    for effect in line.corrections(event):
        if effect.against:
            assert (
                told[effect.step]
                == f"Step {effect.step} would now break: {ruling_sentences.broken(cast, effect.against)}"
            )
        assert f"Step {effect.step} " in told[effect.step]


def test_the_command_line_tells_the_same(kt: rules.Ruleset, tampered_file: GameFile, too_long: int) -> None:
    events = with_rulings(
        kt, tampered_file.events, ruling(rulings.Void, steps=(too_long,)),
        ruling(rulings.Penalty, side="a", kind="points", points=3), ruling(rulings.Strike),
    )  # fmt: skip
    report = rules.report(kt, events)
    told = {step.number: "\n".join(trace.lines(step, {}, {})) for step in rules.steps(kt, events, report.findings)}
    void, penalty, strike = (told[len(tampered_file.events) + n] for n in (1, 2, 3))
    assert f"step {too_long} now has no effect" in void
    assert f"“{WHY}”" in void
    assert "-3 to the score by a judge, -3 in all" in penalty
    assert "removed by a judge: no result" in strike
    assert f"settled by step {len(tampered_file.events) + 1}" in told[too_long]


def test_a_settled_finding_is_no_fault(kt: rules.Ruleset, tampered_file: GameFile, too_long: int) -> None:
    events = with_rulings(kt, tampered_file.events, ruling(rulings.Void, steps=(too_long,)))
    report = rules.report(kt, events)
    data = wire(replay.payload(kt, events, report.findings))
    (found,) = data["steps"][too_long - 1]["f"]
    assert found["z"] == len(events)


# the two lines


def wire(value: Any) -> Any:
    return json.loads(replay.encode(value))


def applied(view: Any, patch: Any) -> Any:
    models = {**view["m"], **{k: {**view["m"].get(k, {}), **v} for k, v in patch.get("m", {}).items()}}
    return {**view, **{k: patch[k] for k in "rpt" if k in patch}, "m": models, "s": {**view["s"], **patch.get("s", {})}}


def assert_shows(kt: rules.Ruleset, data: Any, events: list[Any]) -> None:
    """The patches add up to the engine's own fold of a line, step by step."""
    shown, state = data["start"], rules.empty(kt)
    for event, step in zip(events, data["steps"], strict=True):
        rules.evolve(state, event)
        shown = applied(shown, step.get("d", {}))
        assert step["n"] == event.number
        assert shown == wire(replay_state.view(kt.telling, state)), f"step {event.number}"


def stored_with(stored: Callable[[GameFile], Game], judge: User, file: GameFile, *declared: Any) -> Game:
    """A game with rulings, made through the services."""
    game = stored(file)
    for declaration in declared:
        game.refresh_from_db()
        found = corrections.preview(game, declaration)
        services.correction_append(
            game_id=game.pk, expected=found.number, declaration=declaration, consequences_digest=found.digest,
            actor=judge,
        )  # fmt: skip
    game.refresh_from_db()
    return game


@pytest.fixture
def voided(stored: Any, judge: User, tampered_file: GameFile, too_long: int) -> Game:
    return stored_with(stored, judge, tampered_file, ruling(rulings.Void, steps=(too_long,)))


def verified(game: Game) -> None:
    """Have a game verified here and now."""
    verification.run(services.verification_request(game=game))


def payload(client: Client, game: Game, query: str = "", **headers: Any) -> Any:
    answer = client.get(f"/games/{game.pk}/replay.json{query}", **headers)
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return json.loads(gzip.decompress(answer.content) if packed else answer.content)


def test_both_lines_are_the_engines(client: Client, kt: rules.Ruleset, voided: Game, tampered_file: GameFile) -> None:
    history = selectors.events_of(voided)
    assert_shows(kt, payload(client, voided), line.corrected(history))
    assert_shows(kt, payload(client, voided, "?line=corrected"), line.corrected(history))
    assert_shows(kt, payload(client, voided, "?line=played"), line.played(history))
    before = f"?as_of={len(tampered_file.events)}"
    assert_shows(kt, payload(client, voided, before), list(tampered_file.events))


def test_a_corrected_step_is_marked(client: Client, voided: Game, too_long: int) -> None:
    for query in ("", "?line=played"):
        marked = {step["n"]: step["c"] for step in payload(client, voided, query)["steps"] if "c" in step}
        assert marked[too_long] == {"n": voided.number, "t": "has no effect", "k": "void"}
        follow = [mark for number, mark in marked.items() if number != too_long]
        assert {mark["k"] for mark in follow} == {"follows"}
        assert all(mark["n"] == voided.number for mark in marked.values())
        assert any(mark.get("b") for mark in follow)
    early = payload(client, voided, f"?as_of={voided.number - 1}")
    assert not any("c" in step for step in early["steps"])
    assert not any(found.get("z") for step in early["steps"] for found in step.get("f", []))


def test_a_step_that_comes_to_nothing_keeps_its_name(client: Client, voided: Game, too_long: int) -> None:
    titles = [payload(client, voided, query)["steps"][too_long - 1]["t"] for query in ("", "?line=played")]
    assert titles[0] == titles[1]
    assert " 0″" not in titles[0]


def test_an_amended_step_is_told_as_it_now_stands(
    client: Client, kt: rules.Ruleset, stored: Any, judge: User, tampered_file: GameFile, too_long: int
) -> None:
    own = tampered_file.events[too_long - 1].declaration()
    written = json.loads(rules.canonical(own))
    written["action"] = {"type": "ready", "model": written["action"]["model"]}
    game = stored_with(stored, judge, tampered_file, ruling(rulings.Amend, step=too_long, declaration=written))
    now, played = (payload(client, game, query)["steps"][too_long - 1] for query in ("", "?line=played"))
    assert now["c"]["k"] == "amended"
    assert "readies" in now["t"] and "moves" in played["t"]
    again = ruling(rulings.Amend, step=too_long)
    restored = stored_with(lambda file: game, judge, tampered_file, again)
    step = payload(client, restored)["steps"][too_long - 1]
    breaks = [[CLAUSE, "Normal move"]]
    assert step["c"] == {"n": restored.number, "t": "stands as recorded", "k": "restored", "b": breaks}
    assert "moves" in step["t"]


def test_what_is_left_out_keeps_its_number(kt: rules.Ruleset, honest_file: GameFile) -> None:
    """A revealed seed after a ruling: as played the ruling is left out, and steps keep their numbers."""
    events = with_rulings(kt, honest_file.events, ruling(rulings.Void, steps=(20,)))
    late = rules.read_event(
        kt, b'{"number":%d,"by":"server","action":{"type":"reveal","subject":"dice","value":"x","salt":"%s"}}'
        % (len(events) + 1, b"0" * 32),
    )  # fmt: skip
    history = [*events, late]
    shown = game_history.as_played(history)
    assert [event.number for event in shown] == list(range(1, len(history) + 1))
    assert shown[-2].effects == ()
    assert rules.fold(kt, shown) == rules.fold(kt, line.played(history))


def test_etags_differ_by_line_and_step(client: Client, voided: Game) -> None:
    path = f"/games/{voided.pk}/replay.json"
    queries = ("", "?line=played", f"?as_of={voided.number - 1}", f"?as_of={voided.number - 2}")
    tags = [client.get(path + query)["ETag"] for query in queries]
    assert len(set(tags)) == 4
    assert client.get(path, HTTP_IF_NONE_MATCH=tags[1]).status_code == 200
    assert client.get(path + "?line=played", HTTP_IF_NONE_MATCH=tags[1]).status_code == 304
    assert client.get(path + "?line=corrected")["ETag"] == tags[0]


@pytest.mark.parametrize("as_of", ["0", "99999", "-1", "x", "²", "1" * 40])
def test_a_step_that_is_not_there_is_no_address(client: Client, voided: Game, as_of: str) -> None:
    assert client.get(f"/games/{voided.pk}/?as_of={as_of}").status_code == 404
    assert client.get(f"/games/{voided.pk}/replay.json?as_of={as_of}").status_code == 404


def test_the_switch_is_there_where_there_are_two_lines(client: Client, honest: Game, voided: Game) -> None:
    assert 'class="switch"' not in page(client, f"/games/{honest.pk}/")
    for tab in ("", "log/", "rosters/"):
        shown = page(client, f"/games/{voided.pk}/{tab}")
        assert 'aria-current="true">as corrected</a>' in shown
        played = page(client, f"/games/{voided.pk}/{tab}?line=played")
        assert 'aria-current="true">as played</a>' in played
        assert f'href="/games/{voided.pk}/log/?line=played"' in played
    assert "replay.json?line=played" in page(client, f"/games/{voided.pk}/?line=played")
    early = page(client, f"/games/{voided.pk}/?as_of=20")
    assert 'class="switch"' not in early
    assert "The game as of step 20" in early


def page(client: Client, path: str, status: int = 200, **headers: Any) -> str:
    answer = client.get(path, **headers)
    assert answer.status_code == status, path
    return clean(answer)


def clean(answer: Any) -> str:
    body: str = answer.content.decode()
    assert not re.search(r"<[^>]+\s(?:style|on\w+)=", body)
    assert "<script>" not in body
    return body


# results


def test_results_say_what_they_were(
    client: Client, stored: Any, judge: User, tampered_file: GameFile, kt: rules.Ruleset
) -> None:
    final = rules.fold(kt, tampered_file.events)
    assert final.over is not None
    won, lost = final.over.winner, final.enemy(final.over.winner)
    game = stored_with(stored, judge, tampered_file, ruling(rulings.Award, winner=lost))
    names = {seat.side: seat.name for seat in game.seats.all()}
    for path in ("/games/", f"/games/{game.pk}/"):
        said = page(client, path)
        assert f"{names[lost]} won" in said
        assert f"(as played: {names[won]} won" in said
        assert "(как сыграно: " in page(client, path, **RU)
    verified(game)
    assert "As played:" in page(client, f"/games/{game.pk}/verify/")


def test_a_removed_game_has_no_result(client: Client, stored: Any, judge: User, tampered_file: GameFile) -> None:
    game = stored_with(stored, judge, tampered_file, ruling(rulings.Strike))
    for path in ("/games/", f"/games/{game.pk}/", f"/games/{game.pk}/corrections/"):
        assert "Voided by a judge: no result" in page(client, path)
        assert "Аннулирована судьёй: результата нет" in page(client, path, **RU)
    assert "a draw" not in page(client, "/games/")


def test_the_list_of_corrections(client: Client, voided: Game, too_long: int, tampered_file: GameFile) -> None:
    said = page(client, f"/games/{voided.pk}/corrections/")
    assert f"Judge voids step {too_long}" in said
    assert WHY in said
    assert f"?as_of={voided.number}#{voided.number}" in said
    assert f"?as_of={voided.number - 1}#{voided.number - 1}" in said
    assert f"/rules/kt/go/{CLAUSE}/" in said
    assert f"Судья отменяет шаг {too_long}" in page(client, f"/games/{voided.pk}/corrections/", **RU)


def test_a_report_with_settled_findings(client: Client, voided: Game, too_long: int) -> None:
    verified(voided)
    said = page(client, f"/games/{voided.pk}/verify/")
    assert "1 finding is settled by a ruling." in said
    assert f"settled by step {voided.number}" in said
    assert said.count('class="finding settled"') == 1
    assert "шагом" in page(client, f"/games/{voided.pk}/verify/", **RU)


# the desk


def test_who_may_use_the_desk(client: Client, tampered: Game, ada: User, judge: User) -> None:
    desk = f"/games/{tampered.pk}/rule/"
    link = f'href="{desk}'
    assert client.get(desk)["Location"].startswith("/accounts/login/")
    assert link not in page(client, f"/games/{tampered.pk}/verify/")
    spectator = User.objects.create_user("vera")
    tampered.seats.filter(side="b").update(user=spectator)
    for user in (ada, spectator, User.objects.create_user("egor")):
        client.force_login(user)
        assert client.get(desk).status_code == 403
        assert client.post(desk, {"kind": "strike", "act": "confirm"}).status_code == 403
        assert link not in page(client, f"/games/{tampered.pk}/verify/")
        assert link not in page(client, f"/games/{tampered.pk}/")
    client.force_login(judge)
    assert link in page(client, f"/games/{tampered.pk}/verify/")
    assert link in page(client, f"/games/{tampered.pk}/log/")
    assert client.get(desk).status_code == 200


@pytest.mark.parametrize("kind", FORMS)
def test_every_form_in_both_languages(client: Client, tampered: Game, judge: User, kind: str, too_long: int) -> None:
    client.force_login(judge)
    path = f"/games/{tampered.pk}/rule/?kind={kind}&step={too_long}&rule={CLAUSE}"
    said = page(client, path)
    assert f'value="{CLAUSE}"' in said
    assert CYRILLIC.search(page(client, path, **RU))
    empty = client.post(f"/games/{tampered.pk}/rule/", {"kind": kind, "act": "preview"})
    assert empty.status_code == 400
    assert 'role="alert"' in clean(empty)
    assert tampered.number == Game.objects.get(pk=tampered.pk).number


SAID = {"rule": CLAUSE, "reason": WHY}


def filled(kind: str, step: int) -> dict[str, Any]:
    more: dict[str, Any] = {
        "void": {"steps": str(step)}, "adjust": {"score_a": "2", "score_b": "-1"},
        "penalty": {"side": "a", "penalty": "points", "points": "3"}, "award": {"winner": "b"}, "strike": {},
    }.get(kind, {})  # fmt: skip
    return {**SAID, **more, "kind": kind}


def hidden(body: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(expected|digest)" value="([^"]*)"', body))


@pytest.mark.parametrize("kind", ["void", "adjust", "penalty", "award", "strike"])
def test_what_is_confirmed_is_what_was_shown(
    client: Client, kt: rules.Ruleset, tampered: Game, judge: User, kind: str, too_long: int
) -> None:
    client.force_login(judge)
    desk, sent = f"/games/{tampered.pk}/rule/", filled(kind, too_long)
    shown = client.post(desk, {**sent, "act": "preview"})
    assert shown.status_code == 200, clean(shown)
    assert Game.objects.get(pk=tampered.pk).number == tampered.number, "a preview stores nothing"
    expected = hidden(clean(shown))
    done = client.post(desk, {**sent, **expected, "act": "confirm"})
    assert done["Location"] == f"/games/{tampered.pk}/#{tampered.number + 1}"
    tampered.refresh_from_db()
    (event,) = selectors.corrections_of(tampered)
    assert corrections.effects_digest(event.effects) == expected["digest"]
    assert (event.by, event.action.reason) == ("judge", WHY)
    again = client.post(desk, {**sent, **expected, "act": "confirm"})
    assert again.status_code == 409
    assert "This is what would happen now" in clean(again)
    assert Game.objects.get(pk=tampered.pk).number == tampered.number


def opened(client: Client, game: Game, step: int, **query: Any) -> dict[str, list[str]]:
    """What the page of an amendment sends as it is opened."""
    query = {"kind": "amend", "step": step, **query}
    found = sent_by(page(client, f"/games/{game.pk}/rule/?{urlencode(query)}"))
    return found | {name: [value] for name, value in SAID.items()}


@pytest.fixture
def lie(tampered: Game, findings: list[rules.Finding]) -> Any:
    """The step whose casualty the dice do not give."""
    number = next(found.number for found in findings if found.rule != CLAUSE)
    return selectors.events_of(tampered)[number - 1]


def test_an_amendment_is_shown_beside_its_controls_and_stored(
    client: Client, tampered: Game, judge: User, lie: Any
) -> None:
    """The claim of a casualty that the dice do not give is removed: as corrected, the model is in action."""
    client.force_login(judge)
    desk = f"/games/{tampered.pk}/rule/"
    sent = opened(client, tampered, lie.number)
    assert (sent["/claim/0/model"], sent["/claim/0/out"]) == ([lie.claim[0].model], ["yes"])
    assert [int(face) for face in sent["die"]] == list(lie.dice)
    fewer = client.post(desk, {**sent, "row": "-/claim"})
    sent = sent_by(clean(fewer)) | {name: [value] for name, value in SAID.items()}
    assert fewer.status_code == 200 and sent["n/claim"] == ["0"]
    body = clean(client.post(desk, {**sent, "act": "preview"}))
    assert "out of action" in body and "<b>in action" in body
    assert body.count('<svg class="thumb"') == 2
    assert Game.objects.get(pk=tampered.pk).number == tampered.number, "a preview stores nothing"
    done = client.post(desk, {**sent, **hidden(body), "act": "confirm"})
    assert done.status_code == 302
    tampered.refresh_from_db()
    assert not selectors.position_at(tampered, tampered.number).models[lie.claim[0].model].out
    assert selectors.position_at(tampered, lie.number, line="played").models[lie.claim[0].model].out
    again = client.post(desk, {**sent, **hidden(body), "act": "confirm"})
    assert again.status_code == 409
    assert "This is what would happen now" in clean(again)


def test_the_steps_own_declaration_reinstates_it(client: Client, voided: Game, judge: User, too_long: int) -> None:
    client.force_login(judge)
    desk, sent = f"/games/{voided.pk}/rule/", opened(client, voided, too_long)
    body = clean(client.post(desk, {**sent, "act": "preview"}))
    assert f"Judge upholds step {too_long} as recorded" in body
    client.post(desk, {**sent, **hidden(body), "act": "confirm"})
    voided.refresh_from_db()
    assert selectors.line_of(voided)[too_long - 1].effects == selectors.line_of(voided, "played")[too_long - 1].effects


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("die", ["3", "x"], "“x” is not a face of a die."),
        ("die", ["", "3"], "Die 1 is not filled in."),
        ("die", ["9", "1", "3", "3", "3", "5"], "9 is not a face"),
        ("/claim/0/model", "nobody", "Choose one of these."),
        ("/claim/0/wounds", "1.5", "A whole number is needed."),
        ("/claim/0/wounds", "some", "“some” is not a number."),
        ("/action/attacks/0/weapon", "spoon", "Choose one of these."),
        ("/by", "c", "Choose one of these."),
        ("deed", "999", "Choose one of these."),
    ],
)
def test_an_error_stands_at_its_control(
    client: Client, tampered: Game, judge: User, lie: Any, field: str, value: Any, said: str
) -> None:
    client.force_login(judge)
    sent = opened(client, tampered, lie.number)
    name = field if field in sent else next(each for each in sent if each.endswith(field.rpartition("/")[2]))
    body = {**sent, name: value, **({"shown_deed": ""} if field == "deed" else {})}
    answer = client.post(f"/games/{tampered.pk}/rule/", {**body, "act": "preview"})
    assert answer.status_code == 400, clean(answer)
    errors = answer.context["form"].amending.errors
    assert list(errors) == ["dice" if name == "die" else name]
    assert said in next(iter(errors.values()))
    slot = re.search(rf'data-slot="{re.escape(next(iter(errors)))}">\s*(<span.*?</span>)?', clean(answer), re.S)
    assert slot and unescape(said) in unescape(slot[0])


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("step", "9999", "There is no step 9999"),
        ("reason", "", "required"),
        ("reason", "x" * 2001, "2000"),
        ("rule", "no such rule", "No rules match."),
        ("rule", "move", "Several rules match"),
    ],
)
def test_an_error_names_its_field(
    client: Client, tampered: Game, judge: User, lie: Any, field: str, value: str, said: str
) -> None:
    client.force_login(judge)
    sent = opened(client, tampered, lie.number)
    answer = client.post(f"/games/{tampered.pk}/rule/", {**sent, field: value, "act": "preview"})
    assert answer.status_code == 400, clean(answer)
    errors = answer.context["form"].errors
    assert list(errors) == [field], errors
    assert said in str(errors[field])


def test_the_dice_that_are_missing_are_asked_for(
    client: Client, tampered: Game, judge: User, lie: Any, tampered_file: GameFile, kt: rules.Ruleset
) -> None:
    before = rules.fold(kt, tampered_file.events[: lie.number - 1])
    with pytest.raises(rules.DiceWanted) as wanted:
        rules.decide(kt, before, replace(lie.declaration(), dice=(), claim=()))
    client.force_login(judge)
    sent = {**opened(client, tampered, lie.number), "die": [], "n/claim": "0"}
    answer = client.post(f"/games/{tampered.pk}/rule/", {**sent, "act": "preview"})
    assert answer.status_code == 400, clean(answer)
    label = kt.clauses[wanted.value.clause][1].en
    said = f"{wanted.value.count}D{wanted.value.sides} more needed for “{label}”"
    assert said in answer.context["form"].amending.errors["dice"]
    assert sent_by(clean(answer))["die"] == [""] * wanted.value.count


def test_the_rule_comes_from_the_finding_of_the_step(
    client: Client, tampered: Game, judge: User, findings: list[rules.Finding]
) -> None:
    client.force_login(judge)
    for found in findings:
        for kind in ("void", "amend"):
            sent = sent_by(page(client, f"/games/{tampered.pk}/rule/?kind={kind}&step={found.number}"))
            assert sent["rule"] == [found.rule]
    assert sent_by(page(client, f"/games/{tampered.pk}/rule/?kind=amend&step=3"))["rule"] == [""]


def test_the_live_part_shows_consequences_before_there_is_a_reason(
    client: Client, tampered: Game, judge: User, lie: Any
) -> None:
    client.force_login(judge)
    sent = {**opened(client, tampered, lie.number), "n/claim": "0", "reason": "", "rule": ""}
    told = client.post(f"/games/{tampered.pk}/rule/", {**sent, "act": "live"})
    assert told.status_code == 200
    assert "<html" not in clean(told) and "<b>in action" in clean(told)
    seen = hidden(clean(told))
    assert seen["expected"] == str(tampered.number)
    assert Game.objects.get(pk=tampered.pk).number == tampered.number
    live = hidden(clean(client.post(f"/games/{tampered.pk}/rule/", {**sent, **SAID, "act": "live"})))
    confirm = {**sent, **SAID, "act": "confirm", "expected": seen["expected"]}
    assert client.post(f"/games/{tampered.pk}/rule/", {**confirm, "digest": "0" * 64}).status_code == 409
    assert client.post(f"/games/{tampered.pk}/rule/", {**confirm, **live}).status_code == 302


def test_another_act_of_the_position_brings_its_own_controls(
    client: Client, tampered: Game, judge: User, too_long: int
) -> None:
    client.force_login(judge)
    desk, sent = f"/games/{tampered.pk}/rule/", opened(client, tampered, too_long)
    shown = client.get(f"{desk}?kind=amend&step={too_long}").context["amending"]
    other = next(key for key, _name in shown.deeds if key and shown.options[int(key)].action == "ready")
    loaded = client.post(desk, {**sent, "deed": other, "act": "preview"})
    changed = {**sent_by(clean(loaded)), **SAID}
    assert changed["shown_deed"] == [other] and not any(name.startswith("/action/path") for name in changed)
    body = clean(client.post(desk, {**changed, "act": "preview"}))
    assert client.post(desk, {**changed, **hidden(body), "act": "confirm"}).status_code == 302
    tampered.refresh_from_db()
    assert selectors.events_of(tampered)[-1].action.declaration["action"]["type"] == "ready"


def test_what_is_changed_is_marked_with_what_was_recorded(
    client: Client, tampered: Game, judge: User, too_long: int
) -> None:
    client.force_login(judge)
    sent = opened(client, tampered, too_long)
    was = sent["/action/path/0/0"][0]
    answer = client.post(f"/games/{tampered.pk}/rule/", {**sent, "/action/path/0/0": "1.25", "act": "preview"})
    (row,) = [each for each in answer.context["parts"]["action"] if each.changed]
    assert (row.control.name, row.control.texts[0]) == ("/action/path/0", "1.25")
    assert row.was.startswith(f"{was}″")
    assert f'<del class="was">{row.was}</del>' in clean(answer)


def test_a_rule_is_found_by_its_words(client: Client, tampered: Game, judge: User, too_long: int) -> None:
    client.force_login(judge)
    desk, sent = f"/games/{tampered.pk}/rule/", {**filled("void", too_long), "act": "preview"}
    assert client.post(desk, {**sent, "rule": "Normal move"}).status_code == 200
    many = client.post(desk, {**sent, "rule": "move"})
    assert f'name="chosen" value="{CLAUSE}"' in clean(many)
    body = clean(client.post(desk, {**sent, "rule": "move", "act": "", "chosen": CLAUSE}))
    assert f'<input type="hidden" name="rule" value="{CLAUSE}">' in body
    kt = tampered.rules
    assert list(matching(kt, "")) == []
    assert set(matching(kt, "обычное движение")) <= set(kt.clauses)


def test_a_stale_preview_shows_the_new_one(client: Client, tampered: Game, judge: User, too_long: int) -> None:
    client.force_login(judge)
    desk, sent = f"/games/{tampered.pk}/rule/", filled("adjust", too_long)
    old = hidden(clean(client.post(desk, {**sent, "act": "preview"})))
    other = filled("void", too_long)
    first = hidden(clean(client.post(desk, {**other, "act": "preview"})))
    assert client.post(desk, {**other, **first, "act": "confirm"}).status_code == 302
    late = client.post(desk, {**sent, **old, "act": "confirm"})
    assert late.status_code == 409
    new = hidden(clean(late))
    assert new["expected"] == str(int(old["expected"]) + 1)
    assert client.post(desk, {**sent, **new, "act": "confirm"}).status_code == 302
    forged = {**sent, "expected": str(int(new["expected"]) + 1), "digest": "0" * 64, "act": "confirm"}
    assert client.post(desk, forged).status_code == 409


def test_names_of_people_are_refused_before_anything_is_shown(
    client: Client, tampered: Game, judge: User, too_long: int
) -> None:
    client.force_login(judge)
    sent = {**filled("void", too_long), "reason": "ada moved too far", "act": "preview"}
    answer = client.post(f"/games/{tampered.pk}/rule/", sent)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["reason"]


# take-backs


@pytest.fixture
def going_on(stored: Any, kt: rules.Ruleset, honest_file: GameFile, ada: User) -> Game:
    """An unfinished game, played by ada and boris and owned by neither."""
    game: Game = stored(unfinished(kt, honest_file, 60))
    boris = User.objects.create_user("boris")
    game.seats.filter(side="a").update(user=ada)
    game.seats.filter(side="b").update(user=boris)
    Game.objects.filter(pk=game.pk).update(owner=User.objects.create_user("clerk"))
    game.refresh_from_db()
    return game


BACK = {"since": "58", "reason": "the wrong model was moved"}


def test_a_take_back_is_proposed_and_agreed_to(client: Client, going_on: Game, ada: User) -> None:
    replay_page, propose = f"/games/{going_on.pk}/", f"/games/{going_on.pk}/take-back/"
    boris = User.objects.get(username="boris")
    assert 'class="take-back"' not in page(client, replay_page)
    client.force_login(ada)
    assert 'class="take-back"' in page(client, replay_page)
    body = clean(client.post(propose, {**BACK, "side": "a"}))
    assert "Both sides take back steps 58 to 60" in body
    assert 'value="both"' not in body, "ada cannot agree for boris"
    sent = {**BACK, "side": "a", **hidden(body)}
    assert client.post(propose, {**sent, "act": "both"}).status_code == 403
    assert client.post(propose, {**sent, "act": "propose"})["Location"] == replay_page
    (row,) = selectors.take_backs_of(going_on)
    answer = f"{propose}{row.pk}/"
    assert 'value="agree"' not in page(client, answer), "nobody agrees with himself"
    client.force_login(boris)
    assert "proposes to take back the steps from 58 on" in page(client, replay_page)
    assert "предлагает вернуть шаги" in page(client, replay_page, **RU)
    shown = page(client, answer)
    assert 'value="agree"' in shown and BACK["reason"] in shown
    done = client.post(answer, {"act": "agree"})
    assert done["Location"] == f"{replay_page}#61"
    going_on.refresh_from_db()
    assert selectors.position_at(going_on, 61) == selectors.position_at(going_on, 57)
    late = client.post(answer, {"act": "decline"}, follow=True)
    assert "has already been answered" in clean(late)


def test_a_take_back_is_declined(client: Client, going_on: Game, ada: User) -> None:
    client.force_login(ada)
    propose = f"/games/{going_on.pk}/take-back/"
    body = clean(client.post(propose, {**BACK, "side": "a"}))
    client.post(propose, {**BACK, "side": "a", **hidden(body), "act": "propose"})
    (row,) = selectors.take_backs_of(going_on, open_only=True)
    client.force_login(User.objects.get(username="boris"))
    client.post(f"{propose}{row.pk}/", {"act": "decline"})
    assert not selectors.take_backs_of(going_on, open_only=True)
    going_on.refresh_from_db()
    assert going_on.number == 60


def test_who_may_take_back(client: Client, going_on: Game, judge: User) -> None:
    propose = f"/games/{going_on.pk}/take-back/"
    assert client.post(propose, BACK)["Location"].startswith("/accounts/login/")
    client.force_login(User.objects.create_user("vera"))
    assert client.post(propose, {**BACK, "side": "a"}).status_code == 403
    assert 'class="take-back"' not in page(client, f"/games/{going_on.pk}/")
    client.force_login(judge)
    body = clean(client.post(propose, {**BACK, "side": "a"}))
    assert 'value="both"' in body, "staff records what both agreed to at the table"
    done = client.post(propose, {**BACK, "side": "a", **hidden(body), "act": "both"})
    assert done["Location"] == f"/games/{going_on.pk}/#61"
    desk = f"/games/{going_on.pk}/rule/"
    sent = {**BACK, "since": "57", "side": "b", "kind": "take-back"}
    body = clean(client.post(desk, {**sent, "act": "preview"}))
    assert client.post(desk, {**sent, **hidden(body), "act": "confirm"})["Location"].endswith("#62")


@pytest.mark.parametrize(("since", "status"), [("0", 400), ("99", 400), ("x", 400), ("", 400), ("61", 400), ("1", 400)])
def test_a_take_back_of_nothing_is_refused(client: Client, going_on: Game, ada: User, since: str, status: int) -> None:
    client.force_login(ada)
    answer = client.post(f"/games/{going_on.pk}/take-back/", {**BACK, "side": "a", "since": since})
    assert answer.status_code == status
    assert 'role="alert"' in clean(answer)


# typed input


def test_numbers_of_steps() -> None:
    assert list(numbered("42, 45-47;50 – 51")) == [42, 45, 46, 47, 50, 51]
    with translation.override("en"):
        assert ruling_sentences.numbers([3, 5, 6, 9, 10, 11, 20]) == "3, 5, 6, 9 to 11 and 20"


def test_a_preview_sorts_what_follows(tampered: Game) -> None:
    """Broken rules, different outcomes, and outcomes with other modifiers only: together all changes."""
    history = selectors.events_of(tampered)
    for number in (40, 51, 63, 70):
        action = rulings.Void(rule="log.void", reason="so", steps=(number,))
        declaration: rules.Declaration[Any] = rules.Declaration(by="judge", action=action)
        told = preview(tampered, history, declaration)
        found = corrections.preview(tampered, declaration)
        assert [row.number for row in told.named] == [number]
        assert all(row.rules for row in told.illegal)
        assert all(row.before != row.after and not row.rules for row in told.others)
        assert all(row.before == row.after and not row.rules for row in told.quiet)
        rows = (*told.named, *told.illegal, *told.others, *told.quiet)
        assert sorted(row.number for row in rows) == [step.number for step in found.steps]
    assert told.quiet or told.others or told.illegal
