"""A tournament's acts in plain words: one sentence for each type.

No sentence tells the captains' choices: they are secret until both have chosen, and the resulting pairs are shown with
the round. None tells the marks of soft scores: they are on the awards page once the event is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.base.points import said
from frontend.tournaments import vocabulary
from gamelog.contest import free_league, groups
from gamelog.contest.acts import entries, rounds
from gamelog.contest.acts.challenges import AnswerChallenge
from gamelog.contest.effects import ChallengeMade
from gamelog.contest.pairing.request import Paired
from gamelog.contest.stream import StoredAct
from gamelog.contest.terms import Terms
from gamelog.contest.terms_tallies import Tally
from gamelog.tournaments.selectors import Names
from gamelog.tournaments.visibility import MARKS
from rules.kernel.canonical import tag_of


class ActContext(msgspec.Struct, frozen=True):
    """What sentences need besides the acts themselves.

    `entered` maps a registration to the entrant number it got, `pairs` maps an act at a table to those who sat there
    then, both by the number of the act; `people` are the names behind opaque ids, `tallies` what the event counts.
    """

    entered: Mapping[int, int] = {}
    pairs: Mapping[int, tuple[int, int]] = {}
    people: Mapping[str, str] = {}
    tallies: tuple[Tally, ...] = ()


NO_CONTEXT = ActContext()
"""For sentences of acts that are shown by themselves."""


class ActNames(msgspec.Struct, frozen=True):
    """The context of one act: names, who sat at its table, whom it entered, and how it paired a round."""

    names: Names
    pair: tuple[int, int]
    entered: int
    people: Mapping[str, str]
    paired: Paired | None = None
    tallies: tuple[Tally, ...] = ()

    def who(self, entrant: int, board: int = 0) -> str:
        """The name of an entrant, or of a team's player."""
        return self.names.get((entrant, board)) or self.names.get((entrant, 0)) or f"#{entrant}"

    def side(self, side: str) -> str:
        """The name of a side of the act's table."""
        number = self.pair[0 if side == "a" else 1]
        return self.who(number) if number else (_("the first side") if side == "a" else _("the second side"))


def context_of(history: Iterable[StoredAct], people: Mapping[str, str]) -> ActContext:
    """The context for the sentences of a whole history, from the first act on."""
    entered: dict[int, int] = {}
    pairs: dict[int, tuple[int, int]] = {}
    sitting: dict[tuple[int, int], tuple[int, int]] = {}
    tallies: tuple[Tally, ...] = ()
    for entry in history:
        act: Any = entry.act
        if isinstance(getattr(act, "terms", None), Terms):
            tallies = act.terms.tallies
        if isinstance(act, entries.Register):
            entered[entry.number] = len(entered) + 1
        elif entry.pairing:
            sitting = {key: two for key, two in sitting.items() if key[0] != act.round}
            sitting |= {(act.round, each.table): (each.a, each.b) for each in entry.pairing.paired.pairs}
        elif isinstance(act, rounds.MoveTable):
            here, there = (act.round, act.table), (act.round, act.to)
            swapped = {there: sitting.pop(here, None), here: sitting.pop(there, None)}
            sitting |= {key: two for key, two in swapped.items() if two}
        elif entry.effects and isinstance(entry.effects[0], ChallengeMade):
            made = entry.effects[0]
            sitting[free_league.SEASON, made.match] = (made.a, made.b)
        elif hasattr(act, "match"):
            pairs[entry.number] = sitting.get((free_league.SEASON, act.match), (0, 0))
        elif hasattr(act, "table"):
            pairs[entry.number] = sitting.get((act.round, act.table), (0, 0))
    return ActContext(entered, pairs, people, tallies)


def sentence(entry: StoredAct, names: Names, beside: ActContext = NO_CONTEXT) -> str:
    """An act as a sentence without its full stop, in the reader's language."""
    pair = beside.pairs.get(entry.number, (0, 0))
    paired = entry.pairing.paired if entry.pairing else None
    cast = ActNames(names, pair, beside.entered.get(entry.number, 0), beside.people, paired, beside.tallies)
    return SENTENCES[tag_of(entry.act)](entry.act, cast)


def reason(entry: StoredAct) -> str:
    """The reason for the act, if it gives one."""
    return str(getattr(entry.act, "reason", ""))


def author(entry: StoredAct, people: Mapping[str, str]) -> str:
    """The author of the act, and their role. Who gave which mark of soft scores is for the staff alone."""
    name = "" if tag_of(entry.act) in MARKS else people.get(entry.by, "")
    return ", ".join(part for part in (name, vocabulary.role(entry.role)) if part)


Say = Callable[[Any, ActNames], str]


def _plain(text: Callable[[], str]) -> Say:
    return lambda act, cast: text()


def _of_entrant(text: Callable[[], str]) -> Say:
    """A sentence about the act's entrant (or team's player), with its round, title, and the like."""

    def say(act: Any, cast: ActNames) -> str:
        return text() % {**msgspec.structs.asdict(act), "who": cast.who(getattr(act, "entrant", 0))}

    return say


def _at_table(text: Callable[[], str]) -> Say:
    """A sentence about a table: the side, the place, and the result if there is one."""

    def say(act: Any, cast: ActNames) -> str:
        shown = {"where": vocabulary.seat(act.round, act.table, getattr(act, "board", 0))}
        if hasattr(act, "report"):
            shown["result"] = vocabulary.result(act.report, cast.side("a"), cast.side("b"), cast.tallies)
        if getattr(act, "side", ""):
            shown["who"] = cast.side(act.side)
        return text() % shown

    return say


def _register(act: Any, cast: ActNames) -> str:
    who = cast.who(cast.entered) if cast.entered else cast.people.get(act.person, "")
    return _("%(who)s registers") % {"who": who} if who else _("Somebody registers")


def _correct_entry(act: Any, cast: ActNames) -> str:
    labels = {"person": _("account"), "club": _("club"), "faction": _("army"), "rating": _("rating")}
    changed = ", ".join(label for key, label in labels.items() if getattr(act, key) is not None)
    shown = {"who": cast.who(act.entrant), "what": changed or _("name")}
    return _("The entry of %(who)s is corrected: %(what)s") % shown


def _no_show(act: Any, cast: ActNames) -> str:
    text = (
        _("%(who)s did not show up for round %(round)s and is out")
        if act.drop
        else _("%(who)s did not show up for round %(round)s")
    )
    return text % {"who": cast.who(act.entrant), "round": act.round}


def _ask_bye(act: Any, cast: ActNames) -> str:
    text = (
        _("%(who)s asks for a half-point bye in round %(round)s")
        if act.kind == "half-bye"
        else _("%(who)s sits out round %(round)s, for no points")
    )
    return text % {"who": cast.who(act.entrant), "round": act.round}


def _of_pair(text: Callable[[], str]) -> Say:
    return lambda act, cast: text() % {"a": cast.who(act.a), "b": cast.who(act.b)}


def _submit_roster(act: Any, cast: ActNames) -> str:
    shown = {"who": cast.who(act.entrant, act.member), "points": act.points, "models": act.models}
    text = _("%(who)s submits a roster: %(points)s points, %(models)s models") % shown
    return f"{text}; {_('over the limits')}" if act.problems else text


def _unlock_roster(act: Any, cast: ActNames) -> str:
    return _("%(who)s may submit another roster") % {"who": cast.who(act.entrant, act.member)}


def _pairing(act: Any, cast: ActNames) -> str:
    count = len(cast.paired.pairs) if cast.paired else 0
    text = _("Round %(round)s is paired again") if isinstance(act, rounds.RePair) else _("Round %(round)s is paired")
    said_ = [text % {"round": act.round}, ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}]
    for each in cast.paired.resting if cast.paired else ():
        said_.append(_("bye: %(who)s") % {"who": cast.who(each)})
    if act.lifted:
        said_.append(_("lifted: %(what)s") % {"what": "; ".join(map(vocabulary.constraint, act.lifted))})
    return ", ".join(said_)


def _assigned(act: Any, cast: ActNames) -> str:
    found = [f"{cast.who(entrant)} – {groups.letter(group)}" for entrant, group in act.groups]
    return _("Players are put into groups: %(who)s") % {"who": ", ".join(found)}


def _extend_clock(act: Any, cast: ActNames) -> str:
    text = (
        _("Round %(round)s: %(minutes)s min more") if act.minutes >= 0 else _("Round %(round)s: %(minutes)s min less")
    )
    return text % {"round": act.round, "minutes": abs(act.minutes)}


def _confirm(act: Any, cast: ActNames) -> str:
    by_player = _at_table(lambda: _("%(who)s confirms the result (%(where)s)"))
    by_staff = _at_table(lambda: _("The result is confirmed (%(where)s)"))
    return (by_player if act.side else by_staff)(act, cast)


def _take_game(act: Any, cast: ActNames) -> str:
    texts = {
        "verified": lambda: _("The result is taken from the verified game (%(where)s): %(result)s"),
        "disputed": lambda: _("The result is taken from a game that has findings (%(where)s): %(result)s"),
        "ruled": lambda: _("The result follows a judge's ruling in the game (%(where)s): %(result)s"),
    }
    return _at_table(texts[act.standing])(act, cast)


def _penalise(act: Any, cast: ActNames) -> str:
    shown = {"who": cast.who(act.entrant)}
    if act.kind == "warning":
        return _("%(who)s is warned") % shown
    if act.kind == "disqualification":
        return _("%(who)s is disqualified") % shown
    given = [(key, getattr(act, key)) for key in ("match", "battle", "victory")]
    points = ", ".join(f"{vocabulary.kind(key)} {said(value)}" for key, value in given if value).replace("-", "−")
    return _("%(who)s: %(points)s by a judge") % {**shown, "points": points}


def _webhook(act: Any, cast: ActNames) -> str:
    return {
        "added": _("A webhook is added"), "switched-on": _("A webhook is switched on again"),
        "removed": _("A webhook is removed"),
    }[act.does]  # fmt: skip


def _office(text: Callable[[], str]) -> Say:
    def say(act: Any, cast: ActNames) -> str:
        person = cast.people.get(act.person) or _("somebody whose account was deleted")
        return text() % {"person": person, "role": vocabulary.role(act.role)}

    return say


def _in_match(text: Callable[[], str]) -> Say:
    """A sentence about the two of a match."""
    return lambda act, cast: text() % {"a": cast.side("a"), "b": cast.side("b")}


def _answer(act: AnswerChallenge, cast: ActNames) -> str:
    text = _("%(b)s accepts the challenge of %(a)s") if act.accept else _("%(b)s declines the challenge of %(a)s")
    return text % {"a": cast.side("a"), "b": cast.side("b")}


SENTENCES: dict[str, Say] = {
    "announce": _of_entrant(lambda: _("The event is announced: %(title)s")),
    "rename": _of_entrant(lambda: _("The event is now called: %(title)s")),
    "set-terms": _plain(lambda: _("The terms of the event are changed")),
    "open-registration": _plain(lambda: _("Registration opens")),
    "close-registration": _plain(lambda: _("Registration closes")),
    "cancel": _plain(lambda: _("The event is cancelled")),
    "finish": _plain(lambda: _("The event is over")),
    "reopen": _plain(lambda: _("The event continues")),
    "register": _register,
    "admit": _of_entrant(lambda: _("%(who)s gets a place from the waiting list")),
    "correct-entry": _correct_entry,
    "drop": _of_entrant(lambda: _("%(who)s leaves the event")),
    "return": _of_entrant(lambda: _("%(who)s is back in the event")),
    "no-show": _no_show,
    "check-in": _of_entrant(lambda: _("%(who)s checks in")),
    "undo-check-in": _of_entrant(lambda: _("The check-in of %(who)s is undone")),
    "ask-bye": _ask_bye,
    "withdraw-bye": _of_entrant(lambda: _("%(who)s will play in round %(round)s after all")),
    "forbid": _of_pair(lambda: _("%(a)s and %(b)s will not be paired")),
    "allow": _of_pair(lambda: _("%(a)s and %(b)s may be paired again")),
    "submit-roster": _submit_roster,
    "lock-rosters": _plain(lambda: _("Rosters are locked, and everybody can read them")),
    "unlock-roster": _unlock_roster,
    "draw-groups": _plain(lambda: _("The groups are drawn")),
    "assign-groups": _assigned,
    "pair-round": _pairing,
    "re-pair": _pairing,
    "challenge": _of_pair(lambda: _("%(a)s challenges %(b)s")),
    "answer-challenge": _answer,
    "enter-match": _of_pair(lambda: _("The staff enters a match of %(a)s and %(b)s")),
    "call-off": _in_match(lambda: _("The match of %(a)s and %(b)s is off")),
    "move-table": _of_entrant(lambda: _("Round %(round)s: the pair at table %(table)s moves to table %(to)s")),
    "start-clock": _of_entrant(lambda: _("The clock of round %(round)s is running")),
    "pause-clock": _of_entrant(lambda: _("The clock of round %(round)s is paused")),
    "extend-clock": _extend_clock,
    "open-table": _at_table(lambda: _("The table now has a game record (%(where)s)")),
    "choose": _at_table(lambda: _("The captain of %(who)s has chosen (%(where)s)")),
    "report": _at_table(lambda: _("%(who)s reports (%(where)s): %(result)s")),
    "confirm": _confirm,
    "dispute": _at_table(lambda: _("%(who)s disputes the result (%(where)s)")),
    "concede": _at_table(lambda: _("%(who)s concedes (%(where)s): %(result)s")),
    "enter": _at_table(lambda: _("The staff enters a result (%(where)s): %(result)s")),
    "clear": _at_table(lambda: _("The staff removes a result (%(where)s)")),
    "take-game": _take_game,
    "rule": _at_table(lambda: _("The judge rules (%(where)s): %(result)s")),
    "penalise": _penalise,
    "lift": _of_entrant(lambda: _("The penalty of entry %(penalty)s is lifted")),
    "give-soft": _plain(lambda: _("The staff enters soft scores")),
    "rate-opponent": _plain(lambda: _("A player rates their opponent")),
    "vote": _plain(lambda: _("A player votes for an opponent")),
    "withdraw-soft": _plain(lambda: _("A rating or a vote is withdrawn")),
    "appoint": _office(lambda: _("%(person)s is now: %(role)s")),
    "dismiss": _office(lambda: _("%(person)s is no longer: %(role)s")),
    "webhook": _webhook,
}
"""The sentence of each act, by its type."""
