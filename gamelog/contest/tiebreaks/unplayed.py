"""Rounds that were not played, as Buchholz and Sonneborn-Berger count them (FIDE C.07, articles 15.2 and 16).

Two questions. What does an opponent who missed rounds count for? (16.3: as much as it scored, but the byes it asked for
at the end of its event, with no round after them that it was there for, count as draws.) And what does a round count
for that the entrant itself did not play? (16.4: a dummy opponent, who ended on the entrant's own score.)

What changed on 1 March 2026 is the dummy: it counts for no more than the opponent who was due (after a forfeit,
16.4.1), or than a draw in every round (for any other round, 16.4.2). FIDE's text of 2026 itself was not at hand. This
follows two public accounts of it that agree: the tiebreak-core project's comparison of the texts of 2024 and 2026,
which quotes the FIDE Arbiters' Manual 2026, pages 248 to 261, word for word; and Sharly Chess, whose tests keep both
versions. Which of the two limits is meant after a forfeit is not open: 16.4.1 is for forfeits and 16.4.2 "for all other
unplayed rounds", so that team 1 of the Technical Commission's event of teams has 109 by `BH:GP`, not 110.5.

All of it may be asked of another kind of points. What a draw brings of these is known where a round's points have
limits (`Crosstable.bounds`); elsewhere byes on request count for what they brought, and only 16.4.1 limits a dummy.

The rounds of the tournament (16.4.2) are those that the cards count: standings after a round are what they would be if
the event ended with it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gamelog.contest.cards import VOLUNTARY, How, RoundScore
from gamelog.contest.points import said
from gamelog.contest.terms import Ranks
from gamelog.contest.tiebreaks.crosstable import Crosstable

ASKED_FOR: tuple[How, ...] = ("half-bye", "zero-bye", "absent")
"""Rounds that somebody announced not to play: all voluntary ones but the forfeits."""
PAIRED: tuple[How, ...] = ("played", "forfeit-win", "forfeit-loss")
"""Rounds for which somebody had an opponent."""
WORDS: dict[How, tuple[str, str]] = {
    "bye": ("bye", "бай"),
    "half-bye": ("half-point bye", "бай на половину очка"),
    "zero-bye": ("zero-point bye", "бай без очков"),
    "forfeit-win": ("forfeit win", "победа без игры"),
    "forfeit-loss": ("forfeit loss", "поражение без игры"),
    "absent": ("absent", "не участвовал"),
}


class Contribution(msgspec.Struct, frozen=True):
    """A round's contribution to the sum: the opponent's score and the entrant's own points, in hundredths.

    `opponent` may be a dummy. `voluntary`: the entrant did not play of its own will, so that cuts begin here (16.5).
    """

    round: int
    opponent: int
    score: int
    gained: int
    voluntary: bool = False
    en: str = ""
    ru: str = ""

    @property
    def product(self) -> int:
        """Score times points, in ten-thousandths of a squared point: what Sonneborn-Berger adds up."""
        return self.score * self.gained


def forecast(crosstable: Crosstable, entrant: int, kind: Ranks = "match") -> int:
    """The score if every game of the last round, played or forfeited, were a draw: that of fore Buchholz (8.3)."""
    total, bounds = crosstable.total(entrant, kind), crosstable.bounds(kind)
    last = [each for each in crosstable.cards[entrant].rounds if each.round == crosstable.rounds]
    if bounds and last and last[0].how in PAIRED:
        total += bounds.draw - last[0].of(kind)
    return total


def adjusted(crosstable: Crosstable, entrant: int, kind: Ranks = "match", fore: bool = False) -> int:
    """The score with which an entrant counts as somebody's opponent, in hundredths (16.3). `fore`: see `forecast`."""
    total = crosstable.once(forecast, entrant, kind) if fore else crosstable.total(entrant, kind)
    bounds = crosstable.bounds(kind)
    if crosstable.predetermined or bounds is None:
        return total
    for each in reversed(crosstable.cards[entrant].rounds):
        if each.how not in VOLUNTARY:
            break
        if each.how in ASKED_FOR:
            total += bounds.draw - each.of(kind)
    return total


def dummy_limit(crosstable: Crosstable, each: RoundScore, kind: Ranks = "match", fore: bool = False) -> int | None:
    """The limit of a dummy's score since 2026, in hundredths (16.4.1, 16.4.2); None: there is none."""
    if each.how in ("forfeit-win", "forfeit-loss") and each.opponent:
        return crosstable.once(adjusted, each.opponent, kind, fore)
    bounds = crosstable.bounds(kind)
    return None if bounds is None else bounds.draw * crosstable.rounds


def contributions(
    crosstable: Crosstable, entrant: int, capped: bool, of: Ranks = "match", by: Ranks = "match", fore: bool = False
) -> tuple[Contribution, ...]:
    """Every round's contribution for an entrant, in the order of rounds; `capped` as of 2026. `of` are the opponents'
    points, `by` the entrant's own. `fore`: all scores are those of `forecast`.

    Rounds without an opponent give nothing in a round robin (15): there is no dummy.
    """
    met = {each.round for each in crosstable.encounters(entrant)}
    rounds = crosstable.cards[entrant].rounds
    return tuple(
        _met(crosstable, each, of, by, fore)
        if each.round in met
        else _missed(crosstable, entrant, each, capped, of, by, fore)
        for each in rounds
        if each.round in met or not crosstable.predetermined
    )


def _met(crosstable: Crosstable, each: RoundScore, of: Ranks, by: Ranks, fore: bool) -> Contribution:
    score, counted = crosstable.total(each.opponent, of), crosstable.once(adjusted, each.opponent, of, fore)
    en = ru = ""
    if fore and score != counted:
        en, ru = (
            f"scored {said(score)}; the last round counts as a draw",
            f"набрал {said(score)}; последний тур считается ничьей",
        )
        return Contribution(each.round, each.opponent, counted, each.of(by), en=en, ru=ru)
    if score != counted:
        en = f"scored {said(score)}; its missed rounds at the end count as draws"
        ru = f"набрал {said(score)}; пропущенные им последние туры считаются ничьими"
    return Contribution(each.round, each.opponent, counted, each.of(by), en=en, ru=ru)


def _missed(
    crosstable: Crosstable, entrant: int, each: RoundScore, capped: bool, of: Ranks, by: Ranks, fore: bool
) -> Contribution:
    own = crosstable.once(forecast, entrant, of) if fore else crosstable.total(entrant, of)
    limit = dummy_limit(crosstable, each, of, fore) if capped else None
    limit = own if limit is None else limit
    en, ru = WORDS[each.how]
    en, ru = f"{en}: a dummy on {said(own)}", f"{ru}: условный соперник с {said(own)}"
    if limit < own:
        en, ru = f"{en}, counted as {said(limit)}", f"{ru}, считается как {said(limit)}"
    return Contribution(each.round, each.opponent, min(own, limit), each.of(by), each.how in VOLUNTARY, en, ru)


def cut_lowest(found: Iterable[Contribution], cuts: int) -> tuple[Contribution, ...]:
    """The rounds that Buchholz leaves out at the lower end: first those not played of one's own will, lowest first
    (16.5).
    """
    return tuple(sorted(found, key=lambda each: (not each.voluntary, each.score, each.round))[:cuts])


def cut_least(found: Iterable[Contribution], cuts: int) -> tuple[Contribution, ...]:
    """The rounds that Sonneborn-Berger leaves out, one after the other (14.1.1, 16.5.1, 16.5.2).

    The least significant is the opponent with the lowest score, of several the one that gives least. Against it stands
    the round not played of one's own will that gives least. The one of the two that gives more goes; of equals the
    round not played.
    """
    left = list(found)
    cut: list[Contribution] = []
    while left and len(cut) < cuts:
        least = min(left, key=lambda each: (each.score, each.product, each.round))
        missed = [each for each in left if each.voluntary]
        lowest = min(missed, key=lambda each: (each.product, each.score, each.round), default=least)
        gone = lowest if lowest.product >= least.product else least
        left.remove(gone)
        cut.append(gone)
    return tuple(cut)
