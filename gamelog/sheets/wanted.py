"""What somebody enters of a battle, and how it is judged before anything is stored."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from msgspec import Meta

import rules
from gamelog.contest.errors import Refused
from gamelog.games.models import Roster
from gamelog.games.selectors import sheets_of
from gamelog.people.names import contact
from gamelog.people.selectors import GUEST, participant_id
from gamelog.people.services import participant_of
from gamelog.sheets.acts import SIDES, Battle, Loss, Side, SideWords, Winner, Words
from rules.kernel.rule import Rule

MOST_NAME = 80
MOST_NOTE = 2000
MOST_ROUNDS = 30
MOST_UNITS = 100
MOST_SCORE = 100_000
MOST_MODELS = 1000
EARLIEST = date(1970, 1, 1)
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ufffe\uffff]")

Name = Annotated[str, Meta(max_length=MOST_NAME)]
Score = Annotated[int, Meta(ge=-MOST_SCORE, le=MOST_SCORE)]


class LossWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lost models of a unit."""

    unit: Annotated[str, Meta(max_length=200)]
    lost: Annotated[int, Meta(ge=1, le=MOST_MODELS)] = 1
    of: Annotated[int, Meta(ge=0, le=MOST_MODELS)] = 0


class SideWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: the user name of a `player` who has an account here, or else a `name`. With a `roster` its name is the
    army's, and the units lost are units of it.
    """

    player: Annotated[str, Meta(max_length=150)] = ""
    name: Name = ""
    army: Annotated[str, Meta(max_length=200)] = ""
    roster: UUID | None = None
    lost: Annotated[tuple[LossWanted, ...], Meta(max_length=MOST_UNITS)] = ()


class SheetWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle as it stands on paper. `played` is a day, today if left out; `mission` the id or the name of a rule, or
    any words.
    """

    ruleset: str
    a: SideWanted
    b: SideWanted
    rounds: Annotated[tuple[tuple[Score, Score], ...], Meta(min_length=1, max_length=MOST_ROUNDS)]
    winner: Winner = "by-points"
    played: Annotated[str, Meta(max_length=10)] = ""
    points: Annotated[int, Meta(ge=0, le=MOST_SCORE)] = 0
    mission: Annotated[str, Meta(max_length=200)] = ""
    note: Annotated[str, Meta(max_length=MOST_NOTE)] = ""


class Judged(NamedTuple):
    """A battle that can be stored: its numbers, its texts, and the accounts of its players."""

    battle: Battle
    words: Words
    players: dict[Side, User | None]


def judged(wanted: SheetWanted, author: User, kept: tuple[User | None, ...] = ()) -> Judged:
    """Judge what somebody entered. `kept` are players whose accounts were found before: they may be gone by now.

    Raises: Refused, with the path of the field; its code is one of those in docs/paper.md.
    """
    if wanted.ruleset not in rules.RULESETS:
        raise Refused("unknown-ruleset", "$.ruleset", f"there is no ruleset {wanted.ruleset[:40]!r}")
    ruleset = rules.load(wanted.ruleset)
    players = {side: _player(getattr(wanted, side), f"$.{side}", kept) for side in SIDES}
    if players["a"] is not None and players["a"] == players["b"]:
        raise Refused("same-player", "$.b.player", "nobody plays against themselves: name the other side")
    mission, text = _mission(ruleset, _line(wanted.mission))
    sides = {side: _side(getattr(wanted, side), players[side], ruleset, author, f"$.{side}") for side in SIDES}
    words = Words(sides["a"], sides["b"], text, _text(wanted.note))
    refuse_contact(words)
    people = {side: _person(player, kept) for side, player in players.items()}
    battle = Battle(
        ruleset.id, ruleset.version, _played(wanted.played), wanted.rounds, wanted.winner, wanted.points, mission,
        people["a"], people["b"],
    )  # fmt: skip
    return Judged(battle, words, players)


def reason_of(text: str) -> str:
    """A reason, cleaned. Raises: Refused `no-reason`, `contact`."""
    said = _text(text)
    if not said:
        raise Refused("no-reason", "$.reason", "say in a few words why")
    if len(said) > MOST_NOTE:
        raise Refused("too-long", "$.reason", f"longer than {MOST_NOTE} characters")
    refuse_contact(Words(reason=said))
    return said


def refuse_contact(words: Words) -> None:
    """Refuse e-mail addresses and telephone numbers. Raises: Refused `contact`."""
    for path, text in texts(msgspec.to_builtins(words)):
        for what, said in contact(text):
            raise Refused("contact", path, f"{said!r} looks like {what}, and a sheet can be read by others")


def texts(plain: Any, path: str = "$") -> list[tuple[str, str]]:
    """Every text of plain values, with its path."""
    if isinstance(plain, str):
        return [(path, plain)]
    if isinstance(plain, dict):
        return [found for key, each in plain.items() for found in texts(each, f"{path}.{key}")]
    if isinstance(plain, list | tuple):
        return [found for at, each in enumerate(plain) for found in texts(each, f"{path}[{at}]")]
    return []


def units_of(roster: Roster) -> dict[str, int]:
    """The units of a roster by name, with their numbers of models; where there are no units, the kinds of models."""
    sheets = sheets_of(roster)
    named = [(unit.name, len(unit.models)) for unit in sheets.units] or [(model.name, 1) for model in sheets.models]
    found: dict[str, int] = {}
    for name, count in named:
        found[name] = found.get(name, 0) + count
    return found


def missions_of(ruleset: rules.Ruleset) -> list[Rule]:
    """The missions that a ruleset knows: the rules that one of its options chooses from."""
    named = {rule.id: rule for rule in ruleset.catalogue}
    chosen = [
        [named.get(f"{setting.key}.{choice}") for choice in setting.choices if choice] for setting in ruleset.settings
    ]
    return [rule for rules_of in chosen if rules_of and all(rules_of) for rule in rules_of if rule]


# parts


def _line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _text(text: str) -> str:
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\t", " ")).strip()


def _player(side: SideWanted, path: str, kept: tuple[User | None, ...]) -> User | None:
    if not side.player:
        if not _line(side.name):
            raise Refused("no-side", f"{path}.name", "say who played this side")
        return None
    if side.name:
        raise Refused("two-names", f"{path}.name", "either a player who has an account here, or a name")
    known = next((each for each in kept if each and each.username == side.player), None)
    # PostgreSQL cannot even look for a name with such a character in it.
    searched = "" if _CONTROL.search(side.player) else side.player
    found = known or User.objects.filter(username=searched, is_active=True).first()
    if found is None or found.username.startswith(GUEST):
        raise Refused("unknown-player", f"{path}.player", f"nobody here has the user name {side.player[:60]!r}")
    return found


def _person(player: User | None, kept: tuple[User | None, ...]) -> str:
    """The opaque id of a player; somebody who stays on the sheet may have erased their account."""
    if player is None:
        return ""
    return participant_id(player) if player in kept else participant_of(player)


def _played(text: str) -> str:
    today = datetime.now(UTC).date()
    if not text:
        return today.isoformat()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("bad-day", "$.played", "a day is written like 2026-05-31") from None
    # Somewhere it is tomorrow already.
    if not EARLIEST <= day <= today + timedelta(days=1):
        raise Refused("bad-day", "$.played", f"a battle was played between {EARLIEST} and today")
    return day.isoformat()


def _mission(ruleset: rules.Ruleset, said: str) -> tuple[str, str]:
    """The id of the rule that is meant, or else the words as they are."""
    for rule in missions_of(ruleset):
        if said.casefold() in (rule.id.casefold(), rule.en.casefold(), rule.ru.casefold()):
            return rule.id, ""
    return "", said


def _side(side: SideWanted, player: User | None, ruleset: rules.Ruleset, author: User, path: str) -> SideWords:
    roster = _roster(side.roster, ruleset, author, f"{path}.roster") if side.roster else None
    army = _army(roster) if roster else _line(side.army)
    lost = tuple(Loss(_line(each.unit), each.lost, each.of) for each in side.lost)
    for at, each in enumerate(lost):
        if not each.unit:
            raise Refused("no-unit", f"{path}.lost[{at}].unit", "name the unit")
        if each.of and each.lost > each.of:
            raise Refused("too-many-lost", f"{path}.lost[{at}].lost", f"{each.unit!r} had {each.of} models only")
    return SideWords("" if player else _line(side.name), army, _of_roster(lost, roster, path) if roster else lost)


def _army(roster: Roster) -> str:
    return roster.name if roster.faction in ("", roster.name) else f"{roster.name} ({roster.faction})"


def _roster(key: UUID, ruleset: rules.Ruleset, author: User, path: str) -> Roster:
    found = Roster.objects.filter(owner=author, pk=key).defer("file").first()
    if found is None:
        raise Refused("no-roster", path, "you have no such roster")
    if found.ruleset not in (ruleset.id, rules.expands(ruleset.id)):
        raise Refused("other-system", path, f"this roster is not one of {ruleset.name}")
    return found


def _of_roster(lost: tuple[Loss, ...], roster: Roster, path: str) -> tuple[Loss, ...]:
    """The losses with the sizes of their units. Each unit is named once."""
    units, seen = {_line(name): count for name, count in units_of(roster).items()}, set()
    for at, each in enumerate(lost):
        where = f"{path}.lost[{at}]"
        if each.unit not in units:
            raise Refused("not-in-roster", f"{where}.unit", f"the roster has no {each.unit!r}")
        if each.unit in seen:
            raise Refused("unit-twice", f"{where}.unit", f"{each.unit!r} is listed twice")
        if each.lost > units[each.unit]:
            raise Refused("too-many-lost", f"{where}.lost", f"{each.unit!r} had {units[each.unit]} models only")
        seen.add(each.unit)
    return tuple(Loss(each.unit, each.lost, units[each.unit]) for each in lost)
