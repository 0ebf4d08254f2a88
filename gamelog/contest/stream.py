"""An event's stream: acts in their order, each with its effects, its number, its author, and the hash of the last.

`decide` says whether an act can stand and what it does; `evolve` and `fold` apply what it did, and run no rule. What is
stored are canonical bytes. `verification` decides stored acts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from gamelog.contest import event_standings, format_1
from gamelog.contest.acts import Act, kind_of
from gamelog.contest.acts.rounds import Pairing
from gamelog.contest.acts.setting import Announce
from gamelog.contest.copying import copied
from gamelog.contest.effects import (
    AnyEffect,
    Effect,
    PhaseChanged,
    PlacesOpened,
    PlacesSettled,
    ResultAgreed,
    RoundPaired,
    RoundPairedAgain,
    TermsSet,
)
from gamelog.contest.errors import Refused
from gamelog.contest.state import TournamentState, open_seats
from rules import canonical, digest

Format: TypeAlias = Literal[1, 2, 3, 4, 5]
FORMAT: Format = 5
"""Version of the stored form of acts. Those of format 1 hold no effects: see `format_1`. Those of format 2 settle the
places of a finished event alone. Terms in acts before format 4 leave open what teams are ranked by. Format 5 has the
law of format 4; it says that terms and results may hold members which older programs cannot read."""
_PAIRS_OR_ENDS = (RoundPaired, PhaseChanged, TermsSet)
"""Effects by which many results may be there, or missing, at once."""

ASTRAY = (LookupError, AttributeError, TypeError, ValueError, AssertionError, StopIteration)
"""What effects and rules trip over in a state that no act leads to."""


class StoredAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored act with what it did.

    `by` is an opaque id (empty: the site itself), `role` what they acted as, `at` UTC, ISO 8601.
    """

    number: int
    act: Act
    at: str
    by: str = ""
    role: str = ""
    previous: str = ""
    format: Format = 1
    effects: tuple[AnyEffect, ...] = ()

    def bytes(self) -> bytes:
        """The canonical bytes, which are hashed and stored."""
        return canonical(self)

    def hash(self) -> str:
        """SHA-256 of the canonical bytes."""
        return digest(self.bytes())

    @property
    def pairing(self) -> Pairing | None:
        """What the act paired a round from and what that came to; None for an act that pairs none."""
        for each in self.effects:
            if isinstance(each, RoundPaired | RoundPairedAgain):
                return Pairing(each.request, each.paired)
        return format_1.pairing_in(self.act) if self.format == 1 else None


class Decided(msgspec.Struct, frozen=True):
    """What the rules make of an act at a time (UTC, ISO 8601): the act as it is stored, and its effects."""

    act: Any
    at: str
    effects: tuple[Effect, ...]

    def entry(self, state: TournamentState, *, by: str = "", role: str = "", previous: str = "") -> StoredAct:
        """The act as the next of the event it was decided in."""
        return StoredAct(
            state.number + 1, self.act, self.at, by, role, previous, FORMAT, self.effects  # type: ignore[arg-type]
        )  # fmt: skip


_ENTRY = msgspec.json.Decoder(StoredAct)
_ACT = msgspec.json.Decoder(Act)


def read_entry(body: str | bytes) -> StoredAct:
    """A stored act. Raises: Refused `unreadable`."""
    entry: StoredAct = _read(_ENTRY, body)
    if entry.format == 1 and entry.effects:
        raise Refused("unreadable", "$.effects", "acts of format 1 hold no effects")
    return entry


def read_act(body: str | bytes) -> Any:
    """An act as somebody declares it. Raises: Refused `unreadable`, with the path of what is wrong."""
    return _read(_ACT, body)


def _read(decoder: Any, body: str | bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        text, _, path = str(error).partition(" - at `")
        raise Refused("unreadable", path.rstrip("`") or "$", text) from None


def decide(state: TournamentState, act: Any, at: str, format: Format = FORMAT) -> Decided:
    """An act checked, with its effects at a time (UTC, ISO 8601). `state` is not changed. Raises: Refused.

    `format` is that of an act that is stored already and is decided again.
    """
    require_announced(state, act)
    kind = kind_of(act)
    kind.check(state, act)
    effects_of = kind.effects if format >= 4 else format_1.TERMS.get(type(act), kind.effects)
    effects = tuple(effects_of(state, act, at))
    places = _final_places if format == 2 else _places
    return Decided(kind.stored(act), at, (*effects, *places(state, effects)))


def require_announced(state: TournamentState, act: Any) -> None:
    """Refuse anything before the announcement. Raises: Refused `not-announced`."""
    if state.number == 0 and not isinstance(act, Announce):
        raise Refused("not-announced", "$.type", "an event begins with its announcement")


def _places(state: TournamentState, effects: Sequence[Effect]) -> Iterable[Effect]:
    """What becomes of the places: settled by the act that brings the last result of a round, and by whatever moves
    them while they stand; open again when results are missing.

    An act that moves nothing leaves them as they were published, whatever has become of a tie-break's code since.
    """
    return () if _stay_open(state, effects) or _only_surer(state, effects) else _places_after(state, effects)


def _places_after(state: TournamentState, effects: Sequence[Effect]) -> Iterable[Effect]:
    after = _after(state, effects)
    stands = event_standings.stands(after)
    if not stands:
        if after.settled:
            yield PlacesOpened()
    elif not any(isinstance(each, PlacesSettled) for each in effects):
        yield from _settled(state, after, stands)


def _settled(state: TournamentState, after: TournamentState, stands: int) -> Iterable[PlacesSettled]:
    """The places that stand after round `stands`, where they are to be published."""
    if stands != event_standings.stands(state):
        yield event_standings.settled(after)
    elif anew := event_standings.settled_anew(state, after):
        yield anew
    elif state.settled and not after.settled:
        yield event_standings.as_settled(state)


def _stay_open(state: TournamentState, effects: Sequence[Effect]) -> bool:
    """Whether results are missing before and after, known without a look at the state after: an effect brings one."""
    missing = len(open_seats(state, len(state.rounds))) if state.rounds else len(effects) + 1
    return (
        state.phase != "finished"
        and state.settled is None
        and missing > len(effects)
        and not any(isinstance(each, _PAIRS_OR_ENDS) for each in effects)
    )


def _only_surer(state: TournamentState, effects: Sequence[Effect]) -> bool:
    """Whether nothing happens but that results which stand are agreed on. No place follows from how sure a result is,
    and when two hundred tables have reported, two hundred of these come at once.
    """
    agreed = all(isinstance(each, ResultAgreed) for each in effects)
    return agreed and len(effects) > 0 and event_standings.stands(state) > 0


def _final_places(state: TournamentState, effects: Sequence[Effect]) -> Iterable[Effect]:
    """The final places where an act of format 2 moves them after the event is finished."""
    if state.phase == "finished":
        after = _after(state, effects)
        if after.phase == "finished" and (anew := event_standings.settled_anew(state, after)):
            yield anew


def _after(state: TournamentState, effects: Sequence[Effect]) -> TournamentState:
    after = copied(state)
    apply(after, effects, state.number + 1)
    return after


def evolve(state: TournamentState, entry: StoredAct) -> None:
    """Apply a stored act, in place. Nothing is decided.

    Raises:
        Refused: `not-as-made` where an effect changes what is not there, which no rule gives.
    """
    effects: Sequence[Effect] = entry.effects
    if entry.format == 1:
        effects = _of_format_1(state, entry)
    apply(state, effects, entry.number)


def _of_format_1(state: TournamentState, entry: StoredAct) -> Sequence[Effect]:
    try:
        return format_1.effects(state, entry.act, entry.at)
    except ASTRAY as error:
        raise Refused("not-as-made", "$.act", f"act {entry.number} does not follow: {error}") from None


def apply(state: TournamentState, effects: Iterable[Effect], number: int) -> None:
    """Apply the effects of an act by its number, in place. Raises: Refused, as `evolve`."""
    state.number = number
    for index, effect in enumerate(effects):
        try:
            effect.apply(state)
        except ASTRAY as error:
            text = f"act {number} changes what is not there: {error}"
            raise Refused("not-as-made", f"$.effects[{index}]", text) from None


def fold(entries: Iterable[StoredAct]) -> TournamentState:
    """What acts come to, from nothing."""
    state = TournamentState()
    for entry in entries:
        evolve(state, entry)
    return state


def is_correction(state: TournamentState, act: Any) -> bool:
    """Whether an act changes what stood: its effect on the standings is shown before it is stored."""
    return kind_of(act).correction(state, act)
