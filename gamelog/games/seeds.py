"""Dice rolled by the site: its own seed, the players' seeds, and the dice that follow from them.

The protocol is in docs/dice.md. Nothing here appends an event: `services` does, with the values of these functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import token_hex
from typing import Any

import msgspec
from django.views.decorators.debug import sensitive_variables

import rules
from gamelog.games.models import Game, Secret
from rules import provenance
from rules.kernel import line
from rules.kernel.actions import Begin, Muster
from rules.kernel.dice import Throw
from rules.kernel.effects import sealed_key
from rules.kernel.engine import Decided
from rules.kernel.events import Administrative
from rules.kernel.hold import GoOn
from rules.kernel.log import LOG
from rules.kernel.rulings import Amend
from rules.kernel.secrets import DICE, SERVER, Commit, Reveal, commitment

SALT_BYTES = 32
SEED_BYTES = 32


@sensitive_variables()
def site_seed(game: Game) -> rules.Declaration[Any]:
    """Draw and keep the site's seed for a new game. Returns the commitment, which has to be its first event."""
    value, salt = token_hex(SEED_BYTES), token_hex(SALT_BYTES)
    sealed = commitment(SERVER, DICE, value, salt)
    Secret.objects.create(
        game=game, side=SERVER, subject=DICE, value=value, salt=salt, commitment=sealed, number=game.number + 1
    )
    return rules.Declaration(by=SERVER, action=Commit(subject=DICE, commitment=sealed))


def decide(
    game: Game, state: rules.State, declaration: rules.Declaration[Any]
) -> tuple[rules.Declaration[Any], Decided]:
    """The decision on the next declaration of a game (not a correction), and the declaration with its dice.

    Raises:
        rules.IllegalAction: `log.dice-commit` where dice are needed and not every seed was handed in; `log.dice-reveal`
            where the seeds are known to everybody; `log.dice-face` for dice that somebody declares.
        rules.IllegalAction, rules.DiceWanted, rules.Malformed: as `rules.decide`.
    """
    header = rules.read_header(game.header)
    if header.dice == "table":
        provenance.refuse_chosen(game.rules, header, state, declaration)
        return declaration, rules.decide(game.rules, state, declaration, lenient=game.lenient)
    declaration = _with_askers(game, state, declaration)
    draw = _draw(game, header, state, game.number + 1)
    decided = provenance.decide(game.rules, header, state, declaration, draw)
    return msgspec.structs.replace(declaration, dice=decided.dice), decided


def _with_askers(game: Game, state: rules.State, declaration: rules.Declaration[Any]) -> rules.Declaration[Any]:
    """The declaration with every side that wants to be asked at its rolls, so that an opponent cannot leave that
    out.
    """
    if not state.sides or isinstance(declaration.action, Administrative | Begin | GoOn | Muster):
        return declaration
    askers = {seat.side for seat in game.seats.all() if seat.asks and seat.side in state.sides}
    return msgspec.structs.replace(declaration, hold=tuple(sorted({*declaration.hold, *askers})))


def _draw(game: Game, header: rules.Header, state: rules.State, number: int) -> Callable[[Throw], tuple[int, ...]]:
    """The dice of an event, computed when the first of them is needed."""
    found: list[Callable[[Throw], tuple[int, ...]]] = []

    @sensitive_variables()
    def throw(wanted: Throw) -> tuple[int, ...]:
        if not found:
            found.append(provenance.stream(_key(game, header, state), header.game, number).throw)
        return found[0](wanted)

    return throw


@sensitive_variables()
def _key(game: Game, header: rules.Header, state: rules.State) -> bytes:
    known = [each for each in state.sealed.values() if each.subject == DICE and each.opened]
    if known:
        raise rules.IllegalAction(LOG["dice-reveal"], "the seeds of the dice were revealed: nothing is rolled any more")
    held = dict(Secret.objects.filter(game=game, subject=DICE).values_list("side", "value"))
    key = provenance.key_of(game.rules, header.dice, held)
    if key is None:
        missing = [who for who in provenance.committers(game.rules, header.dice) if who not in held]
        raise rules.IllegalAction(LOG["dice-commit"], f"a seed was not handed in yet: {', '.join(missing)}")
    return key


def as_rolled(
    game: Game, declaration: rules.Declaration[Any], history: Sequence[rules.Event[Any]]
) -> rules.Declaration[Any]:
    """A judge's amendment with the dice of the amended step, in games where the site rolls: nobody else chooses dice.

    Anything else, or an amendment that cannot be decided with those dice, is returned unchanged. `history` are all
    earlier events.

    Raises: rules.IllegalAction: `log.dice-face` if it declares dice of its own.
    """
    action, header = declaration.action, rules.read_header(game.header)
    if header.dice == "table" or not isinstance(action, Amend) or not action.declaration:
        return declaration
    if not 1 <= action.step <= len(history):
        return declaration
    dice = _dice_of_step(game, header, action, history)
    if tuple(action.declaration.get("dice", dice)) != dice:
        raise rules.IllegalAction(LOG["dice-face"], "the site rolls in this game: a judge does not choose dice either")
    written = {name: value for name, value in action.declaration.items() if name != "dice"}
    amended = {**written, "dice": list(dice)} if dice else written
    return msgspec.structs.replace(declaration, action=msgspec.structs.replace(action, declaration=amended))


@sensitive_variables()
def _dice_of_step(
    game: Game, header: rules.Header, action: Amend, history: Sequence[rules.Event[Any]]
) -> tuple[int, ...]:
    """The dice that an amended declaration reads; none if it cannot be decided, which the rules will report."""
    held = dict(Secret.objects.filter(game=game, subject=DICE).values_list("side", "value"))
    key = provenance.key_of(game.rules, header.dice, held)
    if key is None:
        return ()
    written = {name: value for name, value in action.declaration.items() if name != "dice"}
    before = rules.fold(game.rules, line.corrected(history)[: action.step - 1])
    draw = provenance.stream(key, header.game, action.step).throw
    try:
        meant = rules.read_declaration(game.rules, rules.canonical(written))
        return rules.decide(game.rules, before, meant, lenient=True, draw=draw).dice
    except rules.RulesError:
        return ()


@sensitive_variables()
def closing(game: Game, state: rules.State) -> list[rules.Declaration[Any]]:
    """The reveals at the end of a game: every opening that the site keeps, in the order of the commitments.

    They include deposits that were never used: an unopened commitment is a finding, and the player left it here to be
    opened. `state` is the last position.
    """
    found = []
    for row in Secret.objects.filter(game=game, opened=False).order_by("number", "pk"):
        sealed = state.sealed.get(sealed_key(row.side, row.subject))
        if sealed is not None and not sealed.opened and sealed.commitment == row.commitment:
            shown = Reveal(subject=row.subject, value=row.value, salt=row.salt)
            found.append(rules.Declaration(by=row.side, action=shown))
    return found


def opened(game: Game, declaration: rules.Declaration[Any]) -> None:
    """Note that a secret was revealed, by anybody."""
    if isinstance(declaration.action, Reveal):
        Secret.objects.filter(game=game, side=declaration.by, subject=declaration.action.subject).update(opened=True)
