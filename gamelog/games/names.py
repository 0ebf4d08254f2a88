"""The names that a declaration may not contain: those of the people of the game. See `gamelog.people.names`."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser, User

import rules
from gamelog.games.models import Game
from gamelog.people import names

NOBODY = ("table", "server")
"""The speaker of declarations without a side; sides have short names that say nothing."""
_BY_NOBODY = [("$.by", who) for who in NOBODY]


def refuse_names(
    declaration: rules.Declaration[Any], game: Game, actor: User | AnonymousUser, state: rules.State
) -> None:
    """Refuse a declaration that names people of the game or contains contact data.

    Raises: rules.Malformed, with the path of the first such text; the message lists the others.
    """
    refuse_names_in(msgspec.to_builtins(declaration), game, actor, state)


def refuse_names_in(value: Any, game: Game, actor: User | AnonymousUser, state: rules.State) -> None:
    """As `refuse_names`, of the texts of any value that is stored with a game."""
    found = names.texts(value)
    wrong = [(each.path, f"{said!r} looks like {what}") for each in found for what, said in names.contact(each.text)]
    free = [each for each in found if each.free and len(each.text) >= names.SHORTEST and each[:2] not in _BY_NOBODY]
    if free:
        wrong += _named(free, people_of(game, actor), found, state)
    if wrong:
        (path, what), *others = wrong
        also = ", ".join(dict.fromkeys(place for place, _ in others if place != path))
        raise rules.Malformed(path, f"{what}: {names.WHY}{f' (also at {also})' if also else ''}")


def people_of(game: Game, actor: User | AnonymousUser) -> list[User]:
    """The owner and players of a game, and the actor."""
    seated = {seat.user_id: seat.user for seat in game.seats.all() if seat.user}
    return [game.owner, *seated.values(), *([actor] if isinstance(actor, User) else [])]


def _named(
    free: list[names.Text], people: list[User], found: list[names.Text], state: rules.State
) -> list[tuple[str, str]]:
    known = names.pattern(word for person in people for word in names.words_of(person))
    if known is None:
        return []
    hits = [(each.path, hit.group()) for each in free for hit in known.finditer(names.plain_text(each.text))]
    if not hits:
        return []
    printed = game_words(found, state)
    return [(path, f"{name!r} is the name of somebody in this game") for path, name in hits
            if not set(_words(name)) <= printed]  # fmt: skip


def game_words(found: list[names.Text], state: rules.State) -> set[str]:
    """The words printed in the rosters of this declaration and of the models in play."""
    printed = [each.text for each in found if not each.free]
    for model in state.models.values():
        sheet = model.sheet
        printed += [sheet.type, *sheet.keywords]
        printed += [weapon.name for weapon in sheet.weapons] + [ability.name for ability in sheet.abilities]
    printed += [side.faction for side in state.sides.values()]
    return {word for text in printed for word in _words(text)}


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", names.plain_text(text).casefold())
