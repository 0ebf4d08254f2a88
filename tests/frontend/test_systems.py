"""The pages of every game system: words in both languages for everything in its games."""

import re
from collections import Counter
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import translation
from msgspec.structs import fields

import rules
from frontend.games import narration, replay, replay_state, sentences
from frontend.games.cast import Cast
from frontend.games.ruling_preview import _moved
from rules.gamefile import GameFile
from rules.kernel import common, rulings
from rules.kernel.actions import Muster
from rules.kernel.canonical import tag_of
from rules.kernel.effects import Asked, Began, Counted, Ended, Marked, Mustered, Noted, Rolled, Unmarked
from rules.kernel.events import Action, Event
from rules.kernel.part import Part
from rules.kernel.rule import Clause, Rule
from rules.kernel.sheet import Roster, Sheet
from rules.kernel.state import Decision, Outcome
from rules.kernel.telling import PHASES, Moment, Telling

LANGUAGES = ("en", "ru")
CYRILLIC = re.compile("[а-яё]", re.I)
RAW = re.compile(r"\b(kt|wh40k|cod|log)\.[a-z]|\b[ab]u?\d+\b|%\(|[{}]")
"""An id of a rule, a model or a unit, or a placeholder that nobody filled."""
SOURCES = Path(rules.__file__).parent


def told(file: GameFile, language: str) -> list[replay.ReplayStep]:
    with translation.override(language):
        return list(replay.steps(rules.load(file.header.ruleset), file.events))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_a_game_has_a_raw_id(language: str, battle: GameFile) -> None:
    for step in told(battle, language):
        for text in (step.t, step.o, *(line.t for line in step.l)):
            assert not RAW.search(text), f"step {step.n}: {text}"


def test_every_title_is_translated(battle: GameFile) -> None:
    english, russian = told(battle, "en"), told(battle, "ru")
    assert not [step.t for step in english if CYRILLIC.search(step.t)]
    plain = {step.t for step in russian if not CYRILLIC.search(step.t)}
    assert not plain


def test_every_line_that_is_not_bookkeeping_is_translated(battle: GameFile) -> None:
    """Notes in particular: the engine writes them in English."""
    english, russian = told(battle, "en"), told(battle, "ru")
    for one, other in zip(english, russian, strict=True):
        for said, translated in zip(one.l, other.l, strict=True):
            if not said.q and said.t != translated.t:
                continue
            names_alone = re.fullmatch(r"[^:]+( → [^:]+)?", said.t)
            assert said.q or names_alone, f"step {one.n}: {said.t}"


def test_every_note_of_a_game_has_words(battle: GameFile) -> None:
    telling = rules.load(battle.header.ruleset).telling
    noted = {(effect.rule, effect.text) for event in battle.events for effect in sentences.effects(event, "noted")}
    assert noted
    words = telling.notes.keys() | telling.valued
    powers = "wh40k.assumed.psychic.power"  # its text is the name of the power, which the players gave
    assert not {each for each in noted if each[0] not in telling.noted and each[1] not in words} - {
        each for each in noted if each[0] == powers
    }


def test_every_question_of_a_game_has_words(battle: GameFile) -> None:
    telling = rules.load(battle.header.ruleset).telling
    asked = {effect.decision.clause for event in battle.events for effect in sentences.effects(event, "asked")}
    assert asked
    assert asked <= set(telling.questions)


@pytest.mark.parametrize("ruleset", [key for key in rules.RULESETS if key != "kt"])
def test_every_literal_note_in_the_rules_has_words(ruleset: str) -> None:
    """Even those that no game of the tests contains."""
    found = set()
    for path in sorted((SOURCES / ruleset).rglob("*.py")):
        found |= set(re.findall(r'Noted\([^()]*(?:\([^()]*\))?[^()]*\btext="([^"]+)"', path.read_text()))
    telling = rules.load(ruleset).telling
    said = {"shoots", "hits", "scattered", "combat score", "scoring units"}  # told with numbers, by their rule
    assert not found - set(telling.notes) - set(telling.valued) - said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_sentence_can_be_said(ruleset: str, language: str) -> None:
    """Each text exists in the language and uses only placeholders that the pages fill in."""
    telling = rules.load(ruleset).telling
    with translation.override(language):
        cast = Cast(rules.load(ruleset))
        cast.models |= {"a1": "Somebody"}
        cast.sides |= {"a": "One side"}
        said = [narration.mark(cast, "a1", key, 2) for key in (*telling.marks, *telling.counted)]
        said += [narration.unmark(cast, "a1", key) for key in telling.unmarks]
        said += [narration.question(cast, "a", key, "a1") for key in telling.questions]
        said += [cast.say(text, model="Somebody") for text in telling.came_to.values()]
        said += [cast.say(badge.name) for badge in telling.badges.values()]
        plain = (telling.notes, telling.phases, telling.counters, telling.terrain_kinds)
        said += [cast.say(text) for texts in plain for text in texts.values()]
    assert all(text.strip() and not RAW.search(text.replace("a1", "")) for text in said)
    letters = Counter(bool(CYRILLIC.search(text)) for text in said)
    assert letters[language != "ru"] == 0


ATTACK = SimpleNamespace(model="a1", target="a1", weapon="Fist")
MEMBERS: dict[str, Any] = {
    "targets": ("a1",), "volleys": (ATTACK,), "blows": (ATTACK,), "fire": (ATTACK,), "path": ((0, 0, 0),),
    "trapped": True, "piece": SimpleNamespace(id="w1", name="Wall"), "entry": 100, "exit": 200, "first": "a",
    **dict.fromkeys(("name", "power", "zone", "scenario", "stratagem", "building", "ruin", "to"), "Something"),
    "distance": 900, "role": "attacker", "quarter": "south-west", "edge": "north",
}  # fmt: skip
"""What members of acts hold here; all others hold the id of a model."""


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_every_act_can_be_told(ruleset: str, language: str, asked: bool) -> None:
    """With all of its members, and with those alone that it cannot do without: no game of the tests comes to all."""
    system = rules.load(ruleset)
    state = rules.empty(system)
    state.pending = Decision(next(iter(system.clauses)), "a", model="a1", value=4) if asked else None
    with translation.override(language):
        cast = Cast(system)
        cast.models |= {"a1": "Somebody"}
        cast.sides |= {"a": "One side"}
        for act in (act for act in system.acts if act.told):
            every = {field.name: MEMBERS.get(field.name, "a1") for field in fields(act.kind)}
            least = {field.name: every[field.name] for field in fields(act.kind) if field.required}
            for action in (act.kind(**every), act.kind(**least)):
                text = system.told[act.tag](Moment(cast, state, Event(number=1, by="a", action=action)))
                assert text.strip() and not RAW.search(text), act.tag
                assert bool(CYRILLIC.search(text)) == (language == "ru"), act.tag


def test_cities_of_death_says_all_that_warhammer_says() -> None:
    whole, part = rules.load("cod").telling, rules.load("wh40k").telling
    assert set(rules.load("wh40k").told) <= set(rules.load("cod").told)
    for name in ("marks", "unmarks", "questions", "notes", "noted", "statuses", "badges", "phases"):
        assert set(getattr(part, name)) <= set(getattr(whole, name)), name


@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_badges_are_told_apart_by_their_shape(ruleset: str) -> None:
    badges = rules.load(ruleset).telling.badges
    outlines = [badge.outline for badge in badges.values()]
    assert all(re.fullmatch(r"M[0-9MLHVCSQTAZmlhvcsqtaz .-]+", outline) for outline in outlines)
    assert len(set(outlines)) == len(badges)


def test_status_marks_say_what_holds_now() -> None:
    """ "In reserve" marks the units waiting there; having rolled this turn is not a status. Crews are shaken once, not
    until turn 5.
    """
    ruleset = rules.load("wh40k")
    telling = ruleset.telling

    class Holder:
        game: dict[str, Any] = {"wh40k.assumed.vehicle.damage-table.shaken": 5}
        round: dict[str, Any] = {}
        turn: dict[str, Any] = {"wh40k.assumed.reserves.rolls": 1}
        phase: dict[str, Any] = {}

    assert ruleset.clauses
    assert replay_state.statuses(telling, Holder()) == {"crew-shaken": 1}
    Holder.game = {"wh40k.assumed.reserves.rolls": "walk"}
    assert replay_state.statuses(telling, Holder()) == {"in-reserve": 1}


def test_every_phase_of_a_game_has_a_name(battle: GameFile) -> None:
    named = {*PHASES, *rules.load(battle.header.ruleset).telling.phases}
    assert {effect.phase for event in battle.events for effect in sentences.effects(event, "began")} <= named


# systems without words of their own


def _without_words(part: Part) -> Part:
    acts = tuple(msgspec.structs.replace(act, told=None) for act in part.acts)
    return msgspec.structs.replace(part, acts=acts, telling=Telling())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_a_system_without_words_is_told(language: str, battle: GameFile) -> None:
    """With the names of its acts and the labels of its rules."""
    spoken = rules.load(battle.header.ruleset)
    silent = msgspec.structs.replace(spoken, parts=tuple(map(_without_words, spoken.parts)))
    assert not silent.told and silent.telling == Telling()
    with translation.override(language):
        told = list(replay.steps(silent, battle.events))
    assert not [step.t for step in told if RAW.search(step.t) or re.search(r"\w-\w+-\w", step.t)]
    assert all(line.t.strip() for step in told for line in step.l)


class ThrowDice(Action, frozen=True, tag="throw-dice"):
    """The only act of a very small game."""


THROWS = Rule(
    "throws", "Three Throws", "Три броска",
    {"throw": Clause("A throw", "Бросок", "Each side throws a die."),
     "lead": Clause("In the lead", "Впереди", "Who threw more leads."),
     "next": Clause("Next throw", "Следующий бросок", "The sides take turns."),
     "end": Clause("After three rounds", "После трёх раундов", "Three rounds are played.")},
)  # fmt: skip


def three_throws() -> tuple[rules.Ruleset, list[Event[Any]]]:
    """A system without words of its own, and a game of it."""
    tiny = rules.Ruleset(id="tiny", version="1", name="Three Throws", parts=(common.PART,), listed=(THROWS,))
    sheet = Sheet("1", "Ada's fist", "Fist", {"Pips": 3, "Size": "small"})
    effects: list[tuple[str, Action, tuple[Any, ...]]] = [
        (side, Muster(roster=Roster(name, "tiny")), (Mustered(rule="throws", side=side, name=name, models=(sheet,)),))
        for side, name in (("a", "Reds"), ("b", "Blues"))
    ]
    thrown = (
        Began(rule="throws", phase="first-throw", round=1), Rolled(rule="throws.throw", by="a", faces=(5,)),
        Marked(rule="throws.throw", on="a", key="throws.lead"),
        Counted(rule="throws.throw", side="a", counter="pips", by=5), Noted(rule="throws.throw", text="well thrown"),
        Asked(rule="throws.next", decision=Decision("throws.next", "b")),
    )  # fmt: skip
    effects.append(("a", ThrowDice(), thrown))
    last = (
        Unmarked(rule="throws.throw", on="a", key="throws.lead"),
        Ended(rule="throws.end", outcome=Outcome("a", "throws.end", {"a": 5, "b": 2})),
    )
    effects.append(("b", ThrowDice(), last))
    return tiny, [Event(number=n, by=by, action=act, effects=of) for n, (by, act, of) in enumerate(effects, 1)]


@pytest.mark.parametrize(
    ("language", "titles"),
    [("en", ["Reds declares: throw dice (Three Throws)", "Blues declares: throw dice (A throw)"]),
     ("ru", ["Reds заявляет: throw dice (Три броска)", "Blues заявляет: throw dice (Бросок)"])],
)  # fmt: skip
def test_a_tiny_system_needs_no_words(language: str, titles: list[str]) -> None:
    tiny, events = three_throws()
    with translation.override(language):
        data = replay.payload(tiny, events)
    told = data["steps"]
    assert [step.t for step in told[2:]] == titles
    assert data["phases"]["first-throw"] == "First throw"
    assert data["counters"]["pips"] == "pips"
    said = [text for step in told for text in (step.t, step.o, *(line.t for line in step.l))]
    assert not [text for text in said if RAW.search(text) or "throws." in text or "-throw" in text]


# pages


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", rules.RULESETS)
def test_the_rules_page_leads_to_every_row(client: Client, ruleset: str) -> None:
    """Chapters of less than 100 KB hold them: see `test_game_pages.test_the_catalogue_shows_every_clause`."""
    page = client.get(f"/rules/{ruleset}/").content.decode()
    for clause in list(rules.load(ruleset).clauses)[::40]:
        sent = client.get(f"/rules/{ruleset}/go/{clause}/").headers["Location"]
        assert f'href="{sent.partition("?")[0].partition("#")[0]}"' in page, "its chapter is in the list"
        assert f'id="{clause}"' in client.get(sent).content.decode()
    for other in rules.RULESETS:
        assert f'href="/rules/{other}/"' in page


@pytest.mark.django_db
def test_pages_of_a_battle_name_units_and_never_their_ids(
    client: Client, stored: Any, battle: GameFile
) -> None:  # fmt: skip
    game = stored(battle)
    ids = re.compile(r">[^<]*\b[ab]u\d+\b[^<]*<")
    for path in ("", "log/", "rosters/", "verify/"):
        page = client.get(f"/games/{game.pk}/{path}").content.decode()
        assert not ids.search(page), path
    forces = client.get(f"/games/{game.pk}/rosters/").content.decode()
    state = rules.fold(rules.load(battle.header.ruleset), battle.events)
    assert all(unit.sheet.name in forces for unit in state.units.values())


@pytest.mark.django_db
def test_lists_of_games_say_which_system_was_played(client: Client, stored: Any, battles: list[GameFile]) -> None:
    for file in battles:
        stored(file)
    page = client.get("/games/").content.decode()
    for name in {rules.load(file.header.ruleset).name for file in battles}:
        assert f'class="game-system">{name}<' in page


def test_every_act_of_the_battles_is_told_apart(battles: list[GameFile]) -> None:
    acts = {tag_of(event.action) for file in battles for event in file.events}
    assert len(acts) > 25


# rulings


def test_a_ruling_shows_units_and_says_what_follows(battles: list[GameFile]) -> None:
    """Voiding a volley: its step, the later steps and the models it hit are named."""
    file = battles[0]
    ruleset = rules.load(file.header.ruleset)
    number = next(e.number for e in file.events if tag_of(e.action) == "shoot" and sentences.effects(e, "removed"))
    fallen = sentences.effects(file.events[number - 1], "removed")[0].model
    action = rulings.Void(rule="log.void", reason="so", steps=(number,))
    declaration: rules.Declaration[Any] = rules.Declaration(by=rulings.JUDGE, action=action)
    state = rules.fold(ruleset, file.events)
    decided = rules.decide(ruleset, state, declaration, history=file.events)
    cast = Cast(ruleset)
    cast.meet(state)
    told = list(_moved(cast, state, decided.state))
    assert cast.model(fallen) in [row.name for row in told] or decided.state.models[fallen].out
    for row in told:
        assert row.before != row.after
        assert not RAW.search(f"{row.name} {row.before} {row.after}")


@pytest.mark.django_db
def test_the_desk_takes_a_step_of_a_battle(
    client: Client, django_user_model: Any, stored: Any, battle: GameFile
) -> None:
    """Void and amend, as far as the preview, in both languages."""
    client.force_login(django_user_model.objects.create_user("marshal", password="demo-marshal", is_staff=True))
    game = stored(battle)
    number = next(e.number for e in battle.events if tag_of(e.action) == "shoot")
    rule = "wh40k.assumed.shooting.sequence"
    form = client.get(f"/games/{game.pk}/rule/?step={number}&kind=amend").content.decode()
    assert 'name="/by"' in form
    assert 'name="die"' in form
    assert "&quot;" not in form.split('class="ruling-form')[-1].split("</form>")[0], "no JSON in the controls"
    for language in LANGUAGES:
        page = client.post(
            f"/games/{game.pk}/rule/", {"kind": "void", "steps": str(number), "rule": rule, "reason": "so"},
            headers={"accept-language": language},
        )  # fmt: skip
        text = page.content.decode()
        assert page.status_code == 200
        assert told(battle, language)[number - 1].t in unescape(text)
        assert not re.search(r">[^<{}]*\b[ab]u\d+\b[^<]*<", text)
