"""Players' secrets: deposited or handed in here, shown to nobody but their side, and revealed.

A player either deposits a text (the site salts it, commits to it, and keeps the opening), or commits by an event and
keeps value and salt; the opening of a dice seed is handed in once every seed is committed to. Everything that the site
keeps is opened at the end of the game.
"""

from __future__ import annotations

from secrets import token_hex
from uuid import UUID

from django.db.models import QuerySet
from django.views.decorators.debug import sensitive_variables

import rules
from gamelog.games import access, selectors, services
from gamelog.games.models import Event, Game, Secret
from gamelog.games.names import refuse_names
from gamelog.games.seeds import SALT_BYTES
from gamelog.streams.store import writing
from rules import provenance
from rules.kernel.effects import sealed_key
from rules.kernel.log import LOG
from rules.kernel.secrets import DICE, Commit, Reveal, commitment
from rules.kernel.state import Sealed, State


def secrets_of(actor: access.Actor, game: Game) -> QuerySet[Secret]:
    """The openings kept for the sides that `actor` alone speaks for, in the order of the commitments."""
    return Secret.objects.filter(game=game, side__in=access.own_sides(actor, game)).order_by("number", "pk")


@sensitive_variables("value", "salt", "declaration", "made", "given")
def secret_deposit(
    *, game_id: UUID, subject: str, value: str, salt: str = "", side: str = "", actor: access.Actor
) -> tuple[Secret, bool]:
    """Commit to a text for a side and keep its opening; or, with `salt`, keep the opening of an earlier commitment.

    Returns the row, and whether this call made the commitment. An actor who plays one side may leave out `side`.

    Raises:
        Http404, PermissionDenied: the actor may not see the game, or does not speak for this side.
        rules.Malformed: the side or the subject is invalid, or the text names people.
        rules.IllegalAction: `log.reveal` where the opening is not that of the commitment; `log.dice-commit` for a dice
            seed before every seed is committed to.
    """
    with writing():
        game, side = _locked(actor, game_id, side)
        state = selectors.position_at(game, game.number)
        sealed = state.sealed.get(sealed_key(side, subject))
        if sealed is not None or salt:
            given = Reveal(subject=subject, value=value, salt=salt)
            _refuse_names(given, side, game, state, actor)
            return _hand_in(game, state, sealed, given, side), False
        if subject == DICE:
            text = "a seed of dice is committed to by its side, and handed in once every seed is committed to"
            raise rules.IllegalAction(LOG["dice-commit"], text)
        if "/" in subject:
            raise rules.Malformed("$.subject", "a subject has no stroke in it")
        made = token_hex(SALT_BYTES)
        _refuse_names(Reveal(subject=subject, value=value, salt=made), side, game, state, actor)
        hashed = commitment(side, subject, value, made)
        declaration: rules.Declaration[Commit] = rules.Declaration(
            by=side, action=Commit(subject=subject, commitment=hashed)
        )
        stored = services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, actor=actor)
        row = Secret.objects.create(
            game=game, side=side, subject=subject, value=value, salt=made, commitment=hashed, number=stored.event.number
        )
    return row, True


@sensitive_variables("shown", "declaration")
def _refuse_names(shown: Reveal, side: str, game: Game, state: State, actor: access.Actor) -> None:
    """A secret will be as public as any declaration, and nothing is ever removed from a game."""
    declaration: rules.Declaration[Reveal] = rules.Declaration(by=side, action=shown)
    refuse_names(declaration, game, actor, state)


@sensitive_variables("shown")
def _hand_in(game: Game, state: State, sealed: Sealed | None, shown: Reveal, side: str) -> Secret:
    if sealed is None:
        raise rules.IllegalAction(LOG["reveal"], f"{side} has committed to nothing about {shown.subject}")
    if sealed.opened:
        raise rules.IllegalAction(LOG["reveal"], f"{shown.subject} was revealed before")
    if shown.subject == DICE:
        _seed(game, state, shown.value)
    if commitment(side, shown.subject, shown.value, shown.salt) != sealed.commitment:
        raise rules.IllegalAction(LOG["reveal"], f"this is not what {side} committed to about {shown.subject}")
    row, _ = Secret.objects.get_or_create(
        game=game, side=side, subject=shown.subject,
        defaults={"value": shown.value, "salt": shown.salt, "commitment": sealed.commitment,
                  "number": _committed_at(game, side, shown.subject)},
    )  # fmt: skip
    return row


@sensitive_variables("value")
def _seed(game: Game, state: State, value: str) -> None:
    """Refuse a malformed seed, or one that comes before all sides have committed: a late committer could choose by
    it.
    """
    missing = [
        who for who in provenance.committers(game.rules, game.provenance) if sealed_key(who, DICE) not in state.sealed
    ]
    if missing:
        text = f"a seed is handed in once every seed is committed to; missing: {', '.join(missing)}"
        raise rules.IllegalAction(LOG["dice-commit"], text)
    if not provenance.SEED.fullmatch(value):
        raise rules.Malformed("$.value", "a seed of dice is 64 hexadecimal digits, in lower case")


def _committed_at(game: Game, side: str, subject: str) -> int:
    rows = Event.objects.filter(game=game, type="commit", by=side).order_by("number")
    events = (rules.read_event(game.rules, body) for body in rows.values_list("body", flat=True))
    return next(event.number for event in events if event.action.subject == subject)


@sensitive_variables("row", "shown", "declaration")
def secret_reveal(*, game_id: UUID, subject: str, side: str = "", actor: access.Actor) -> Event:
    """Reveal a side's secret as the game's next event.

    Raises:
        Http404, PermissionDenied: as `secret_deposit`.
        rules.IllegalAction: nothing is kept, it has been revealed already, or it is a seed and the game is not over.
    """
    with writing():
        game, side = _locked(actor, game_id, side)
        row = Secret.objects.filter(game=game, side=side, subject=subject).first()
        if row is None:
            raise rules.IllegalAction(LOG["reveal"], f"nothing is kept here for {side} about {subject}")
        shown = Reveal(subject=subject, value=row.value, salt=row.salt)
        declaration: rules.Declaration[Reveal] = rules.Declaration(by=side, action=shown)
        return services.event_append(game_id=game.pk, expected=game.number, declaration=declaration, actor=actor).event


def _locked(actor: access.Actor, game_id: UUID, side: str) -> tuple[Game, str]:
    """The game, locked, and the side that the actor speaks for."""
    game = access.access_game(actor, game_id)
    own = access.own_sides(actor, game)
    if not side and len(own) > 1:
        raise rules.Malformed("$.side", f"which side? You speak for {' and '.join(own)}")
    side = side or next(iter(own), "")
    access.require_own(actor, game, side)
    return Game.every.select_for_update().get(pk=game.pk), side
