"""The agreement of people to battles in which somebody else seated them. Every function that writes is one transaction.

Whoever sits down themselves, or joins with a code, agrees by that. Anybody else is asked; until they agree the battle
counts for nothing of theirs, and once they decline the seat is nobody's. Events name no person but by an opaque id, so
no answer changes any of them. Somebody who has declared a step of a battle, or confirmed its result, took part.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable
from django.http import Http404
from django.utils import timezone

import rules
from gamelog.games.access import Actor, is_staff
from gamelog.games.corrections import TAGS
from gamelog.games.errors import SeatAnswerRefused
from gamelog.games.models import Confirmation, Event, Game, Seat, SeatAnswer, SeatQuestion
from gamelog.games.streams import GAMES, tell_followers
from gamelog.people.selectors import participant_id
from gamelog.streams.store import writing

MOST_OPEN = 20
"""So many questions of one person may wait for an answer, whomever they ask."""
MOST_OPEN_EACH = 5
"""So many of them may wait for the answer of one and the same person."""
AFTER_THE_BATTLE = (*TAGS, "reveal")
"""Events that may follow the last step of a battle: corrections, and the opening of the site's seed."""

# what counts

SEATED = Q(user__isnull=False, agreed=True)
"""Of a seat: somebody sits there and agrees that the battle counts for them."""


def seats_of(user: User | OuterRef) -> QuerySet[Seat]:
    """The seats whose battles count for somebody: whatever is summed up of a person begins here."""
    return Seat.objects.filter(SEATED, user=user, game__taken_down=False)


def vouched() -> Combinable:
    """A condition on games: nobody declared the whole battle for a player who never said that it was so.

    Each player with an account declared a step themselves, or confirmed the result. A judge's ruling after that needs
    no other confirmation.
    """
    later = Event.objects.filter(game=OuterRef("game"), number__gt=OuterRef("number")).exclude(
        type__in=AFTER_THE_BATTLE
    )
    said = Confirmation.objects.filter(~Exists(later), game=OuterRef("game"), side=OuterRef("side"))
    silent = Seat.objects.filter(~Exists(said), user__isnull=False, declared=False, game=OuterRef("pk"))
    return ~Exists(silent)


# asking


def require_may_name(by: User, named: Mapping[str, User]) -> None:
    """Refuse to seat people, by side, whom `by` may not ask. Call it within `writing`.

    Raises: rules.Malformed, with the seat: they declined to be named, or too many questions wait for an answer.
    """
    # One after the other: two requests at once must not both find room for the last question.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    for side, user in named.items():
        if declined(by, [user]):
            text = "declined to be named in your battles: let them join with the battle's code"
            raise rules.Malformed(f"$.seats.{side}", f"{user.get_username()} {text}")
        if is_staff(by):
            continue
        waiting = SeatQuestion.objects.filter(asked_by=by, answer=SeatAnswer.WAITING, user__is_active=True)
        for rows, most in ((waiting, MOST_OPEN), (waiting.filter(user=user), MOST_OPEN_EACH)):
            if rows.count() >= most:
                text = f"{most} battles in which you named somebody wait for an answer: let them join with a code"
                raise rules.Malformed(f"$.seats.{side}", text)


def declined(by: User, users: Collection[User]) -> set[int]:
    """Those who declined to be named by somebody and have not allowed it again."""
    rows = SeatQuestion.objects.filter(asked_by=by, user__in=users, answer=SeatAnswer.DECLINED, allowed=None)
    return set(rows.values_list("user_id", flat=True))


def ask(game: Game, named: Mapping[str, User], by: User) -> None:
    """Ask those who were seated by somebody else, by side. Call it within `writing`, when the seats are stored."""
    for side, user in named.items():
        game.seats.filter(side=side).update(agreed=False)
        SeatQuestion.objects.create(game=game, side=side, user=user, asked_by=by)


# answering


def waiting_for(user: User) -> QuerySet[SeatQuestion]:
    """The questions that wait for somebody, the newest first."""
    rows = SeatQuestion.objects.filter(user=user, answer=SeatAnswer.WAITING)
    return rows.select_related("game", "asked_by").prefetch_related("game__seats__user")


def declined_by(user: User) -> QuerySet[SeatQuestion]:
    """What somebody has declined, as far as it keeps others from naming them again."""
    rows = SeatQuestion.objects.filter(user=user, answer=SeatAnswer.DECLINED, allowed=None)
    return rows.select_related("game", "asked_by").prefetch_related("game__seats__user")


def seat_answer(*, question_id: int, agree: bool, actor: Actor) -> SeatQuestion:
    """Agree that a battle counts, or decline it: then the seat is nobody's. The same answer twice counts once.

    Raises:
        Http404: the actor was not asked this.
        SeatAnswerRefused: `answered` otherwise before; `played` by somebody who declines a battle in which they
            declared steps themselves.
    """
    with writing():
        row = _asked(question_id, actor)
        game = GAMES.lock(row.game_id)
        row.refresh_from_db()
        wanted = SeatAnswer.AGREED if agree else SeatAnswer.DECLINED
        if row.answer == wanted:
            return row
        if row.answer != SeatAnswer.WAITING:
            raise SeatAnswerRefused("answered")
        if not agree:
            if has_declared(game, row.side, row.user):
                raise SeatAnswerRefused("played")
            game.seats.filter(side=row.side, user=row.user).update(user=None, agreed=True)
            _answered(SeatQuestion.objects.filter(pk=row.pk), wanted)
        else:
            agreed(game, row.user)
        tell_followers(game)
        row.refresh_from_db()
    return row


def naming_allow(*, question_id: int, actor: Actor) -> SeatQuestion:
    """Let the person whose battle was declined name the actor in others again. Raises: Http404."""
    with writing():
        row = _asked(question_id, actor)
        rows = SeatQuestion.objects.filter(asked_by=row.asked_by_id, user=row.user_id, answer=SeatAnswer.DECLINED)
        rows.filter(allowed=None).update(allowed=timezone.now())
        row.refresh_from_db()
    return row


def agreed(game: Game, user: User) -> None:
    """Somebody took part in a battle, or said that it counts. Call it within `writing`."""
    if game.seats.filter(user=user, agreed=False).update(agreed=True):
        _answered(SeatQuestion.objects.filter(game=game, user=user, answer=SeatAnswer.WAITING), SeatAnswer.AGREED)


def _asked(question_id: int, actor: Actor) -> SeatQuestion:
    rows = SeatQuestion.objects.select_related("user", "asked_by").filter(pk=question_id)
    row = rows.filter(user=actor).first() if isinstance(actor, User) else None
    if row is None:
        raise Http404(f"nobody asked you {question_id}")
    return row


def _answered(rows: QuerySet[SeatQuestion], answer: SeatAnswer) -> None:
    rows.update(answer=answer, answered=timezone.now())


# taking part


def has_declared(game: Game, side: str, user: User) -> bool:
    """Whether somebody declared a step for a side themselves."""
    person = participant_id(user)
    # No text in canonical JSON can contain this without a backslash in between.
    return bool(person) and Event.objects.filter(game=game, by=side, body__contains=f'"who":"{person}"').exists()


def note_declared(game: Game) -> None:
    """Note who declared steps of a battle that is over. Call it within `writing`."""
    for seat in game.seats.filter(declared=False).exclude(user=None).select_related("user"):
        assert seat.user
        if has_declared(game, seat.side, seat.user):
            Seat.objects.filter(pk=seat.pk).update(declared=True)
            agreed(game, seat.user)
