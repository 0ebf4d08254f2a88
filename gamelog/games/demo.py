"""The demo: rosters read from files, a whole battle of Kill Team, one that was tampered with at the table, a city
fight, a battle of regiments, a fight of gangs.

Everything goes through the services that uploads and recordings go through. Loading it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
from django.contrib.auth.models import User
from django.db import transaction

import rules
from gamelog.games import confirmations, consent, selectors, services
from gamelog.games.models import Game
from gamelog.setup.paths import ROOT
from rules.autoplay import Autoplay, play
from rules.kernel.secrets import Commit, Reveal
from rules.kernel.sheet import Roster as Sheets
from rules.kt.move import Move
from rules.kt.shoot import Shoot

Declared: TypeAlias = rules.Declaration[Any]

ACCOUNTS = (
    ("marshal", "demo-marshal", "tournament staff"),
    ("ada", "demo-ada", "player, side a"),
    ("boris", "demo-boris", "player, side b"),
)
"""User name, password and role; made by `load_demo` only."""
FILES = ROOT / "gamelog" / "demo"
BATTLE = "Harbour Watch against Ashen Choir"
TAMPERED = "Tampered with at the table"
CITY = "Ferry Guard against Lamp Brothers"
REGIMENTS = "Ash Hunt against Reed Banner"
GANGS = "Cinder Choir against Valve Sisters"
AGREED: dict[str, int | str | bool] = {"cod.scenario": "firesweep", "cod.level": "alpha"}
FIELDED = (
    ("Toll Master Brandt", "Ferry Crew", "Marsh Runners", "Crane"),
    ("Abbot Ilvar", "Lamp Brothers", "Novices", "Oil Wagon"),
)
"""The units of each list that fight for the city: few, so that the demo loads quickly."""
ROUNDS = 4
SEEDS = range(1, 400)
EXTRA = (150, 250, 350, 100, 500)
"""How much longer a move is made, in hundredths of an inch."""


class Trick(NamedTuple):
    """A way to tamper: the false declarations that an honest one can be turned into, and the rules, one of which each
    has to break.
    """

    lies: Callable[[rules.State, Declared, rules.Decided], Iterator[Declared]]
    rules: tuple[str, ...]


def load() -> list[Game]:
    """Create whatever is missing of the demo. Returns its games: the honest one, the tampered one, the city fight, the
    battle of regiments, the fight of gangs.

    Raises: OSError, rules.Malformed: the demo's roster files are damaged.
    """
    return [*kill_team(), city(), regiments(), gangs()]


def kill_team() -> list[Game]:
    """Create whatever is missing of the two games of Kill Team. Raises as `load`."""
    people, rosters = _given(files())
    # One transaction per game: an interrupted start leaves no half of one.
    with transaction.atomic():
        battle = _stored(BATTLE) or _record(BATTLE, "enforced", people, honest(rosters))
    with transaction.atomic():
        tampered = _stored(TAMPERED) or _record(TAMPERED, "declared", people, tampered_with(rosters))
    return [battle, tampered]


def city() -> Game:
    """Create the city fight if it is missing. Raises as `load`."""
    people, armies = _given(lists())
    with transaction.atomic():
        return _stored(CITY) or _record(CITY, "enforced", people, city_fight(armies), "cod")


def regiments() -> Game:
    """Create the battle of The 9th Age if it is missing. Raises as `load`."""
    return _fought(REGIMENTS, "t9a")


def gangs() -> Game:
    """Create the fight of Necromunda if it is missing. Raises as `load`."""
    return _fought(GANGS, "necro")


def _fought(title: str, ruleset: str) -> Game:
    people, forces = _given(ready(ruleset))
    with transaction.atomic():
        return _stored(title) or _record(title, "enforced", people, decided(ruleset, forces), ruleset)


def _given(paths: Sequence[Path]) -> tuple[list[User], list[Sheets]]:
    """The people of the demo, and the players' rosters, read from files."""
    people = [_account(*account) for account in ACCOUNTS]
    return people, [_roster(path, owner) for path, owner in zip(paths, people[1:], strict=True)]


def files() -> list[Path]:
    """The demo's Kill Team rosters."""
    return ready("kt")


def lists() -> list[Path]:
    """The army lists of the demo's city fight."""
    return [FILES / "40k" / f"{name}.txt" for name in ("ferry-guard", "lamp-brothers")]


def ready(ruleset: str) -> list[Path]:
    """The rosters of our own with which anybody may begin a battle of a ruleset; none if we have none for it."""
    folders = {"kt": FILES, "wh40k": FILES / "40k", "cod": FILES / "40k"}
    folder = folders.get(ruleset, FILES / ruleset)
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []


def _account(username: str, password: str, role: str) -> User:
    user = User.objects.filter(username=username).first()
    if user is None:
        user = User.objects.create_user(username, password=password, is_staff="staff" in role)
    return user


def _roster(path: Path, owner: User) -> Sheets:
    row, _ = services.roster_import(owner=owner, data=path.read_bytes(), name=path.name)
    return selectors.sheets_of(row)


def _stored(title: str) -> Game | None:
    return Game.objects.filter(title=title, owner__username=ACCOUNTS[0][0]).first()


def _record(
    title: str, policy: Any, people: Sequence[User], declarations: Iterable[Declared], ruleset: str = "kt"
) -> Game:
    marshal, *players = people
    seats = dict(zip(rules.load(ruleset).sides, players, strict=True))
    game = services.game_create(owner=marshal, ruleset=ruleset, policy=policy, title=title, seats=seats)
    for number, declaration in enumerate(declarations):
        # What a side writes down in secret nobody else declares, staff included.
        writes = isinstance(declaration.action, Commit | Reveal)
        actor = seats[declaration.by] if writes else marshal
        services.event_append(game_id=game.pk, expected=number, declaration=declaration, actor=actor)
    game.refresh_from_db()
    for question in game.seat_questions.all():
        consent.seat_answer(question_id=question.pk, agree=True, actor=question.user)
    for side, player in seats.items():
        confirmations.result_confirm(game_id=game.pk, side=side, number=game.number, actor=player)
    return game


def honest(rosters: Sequence[Sheets]) -> list[Declared]:
    """The declarations of a battle that lasts all four rounds.

    Raises:
        LookupError: no seed gives one.
    """
    ruleset = rules.load("kt")
    for seed in SEEDS:
        events = play(ruleset, rosters, seed).events
        final = rules.fold(ruleset, events)
        if final.over is not None and _last_round(ruleset, events) == ROUNDS:
            return [event.declaration() for event in events]
    raise LookupError("no seed gives a battle of four rounds")


def city_fight(armies: Sequence[Sheets]) -> list[Declared]:
    """The declarations of a city fight that its scenario decides in favour of a side.

    Raises:
        LookupError: no seed gives one.
    """
    ruleset = rules.load("cod")
    chosen = [_some(ruleset, army, names) for army, names in zip(armies, FIELDED, strict=True)]
    return decided("cod", chosen, AGREED)


def decided(
    name: str, forces: Sequence[Sheets], options: Mapping[str, int | str | bool] | None = None
) -> list[Declared]:
    """The declarations of a battle that its score decides in favour of a side.

    Raises:
        LookupError: no seed gives one.
    """
    ruleset = rules.load(name)
    for seed in SEEDS:
        events = play(ruleset, forces, seed, options=dict(options or {})).events
        over = rules.fold(ruleset, events).over
        if over is not None and over.winner and over.reason in ruleset.reading.scored:
            return [event.declaration() for event in events]
    raise LookupError(f"no seed gives a battle of {name} that its score decides")


def _some(ruleset: rules.Ruleset, army: Sheets, names: Sequence[str]) -> Sheets:
    return ruleset.rosters.team(army, [key for unit in army.units if unit.name in names for key in unit.models])


def _last_round(ruleset: rules.Ruleset, events: Sequence[rules.Event[Any]]) -> int:
    return rules.fold(ruleset, events[:-1]).round


def tampered_with(rosters: Sequence[Sheets]) -> list[Declared]:
    """The declarations of a battle in which one move is too long and one casualty is not what the dice gave.

    Raises:
        LookupError: no seed gives a battle with both.
    """
    for seed in SEEDS:
        declarations, changed = _tampered(rosters, seed)
        if changed == len(TRICKS):
            return declarations
    raise LookupError("no seed gives a battle to tamper with")


def _tampered(rosters: Sequence[Sheets], seed: int) -> tuple[list[Declared], int]:
    auto = Autoplay(rules.load("kt"), seed, lenient=True)
    made = [auto.play(each, auto.decide(each))[0] for each in auto.begin(rosters, auto.ruleset.table(seed), {})]
    tricks = list(TRICKS)
    before = auto.state
    while (step := auto.next()) is not None:
        declaration, decided = step
        for trick in tricks:
            found = _first(auto, before, trick.lies(before, declaration, decided), trick.rules)
            if found is not None:
                declaration, decided = found
                auto.play(declaration, decided)
                tricks.remove(trick)
                break
        made.append(declaration)
        before = auto.state
    return made, len(TRICKS) - len(tricks)


def _first(
    auto: Autoplay, before: rules.State, lies: Iterator[Declared], wanted: tuple[str, ...]
) -> tuple[Declared, rules.Decided] | None:
    """The first false declaration that breaks one rule and nothing else."""
    for lie in lies:
        decided = rules.decide(auto.ruleset, before, lie, lenient=True)
        if len(decided.findings) == 1 and decided.findings[0].rule in wanted:
            return lie, decided
    return None


def _too_long(before: rules.State, declaration: Declared, decided: rules.Decided) -> Iterator[Declared]:
    """A move from the second round on, made longer in the direction it went."""
    action = declaration.action
    if not isinstance(action, Move) or not action.path or before.round < 2:
        return
    (x, y, z), start = action.path[-1], (before.models[action.model].at, *action.path)[-2]
    if start is None:
        return
    across, along = x - start[0], y - start[1]
    length = max(abs(across), abs(along), 1)
    for extra in EXTRA:
        end = (x + across * extra // length, y + along * extra // length, z)
        longer = msgspec.structs.replace(action, path=(*action.path[:-1], end))
        yield msgspec.structs.replace(declaration, action=longer)


def _not_dead(before: rules.State, declaration: Declared, decided: rules.Decided) -> Iterator[Declared]:
    """A shot whose target saved, with the target removed from the table anyway."""
    if not isinstance(declaration.action, Shoot):
        return
    for key in dict.fromkeys(volley.target for volley in declaration.action.volleys):
        if not decided.state.models[key].out:
            yield msgspec.structs.replace(declaration, claim=(rules.Claim(model=key, out=True),))


TRICKS = (Trick(_too_long, ("kt.move.normal",)), Trick(_not_dead, ("kt.save.roll", "kt.save.invulnerable")))
