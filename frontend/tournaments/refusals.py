"""The sport's refusals in the reader's language. The sport itself words them in English, with names and numbers."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from frontend.base.language import russian
from frontend.base.points import figure
from gamelog.contest.errors import Refused

SENTENCES: dict[str, Promise] = {
    "already": _("Already done."),
    "bad-book": _("The table of this event does not fit the file: a round names an opponent who is not there."),
    "bad-choice": _("Too many or too few players, or players who cannot be chosen here."),
    "bad-file": _("This file cannot be read as an event: a column or a line is missing or malformed."),
    "bad-mark": _("This mark is out of the range of its category."),
    "bad-report": _("This result does not fit the scoring of the event."),
    "bad-scale": _("The scale of the event does not cover this result."),
    "bad-season": _("The terms of the season cannot be read or do not fit together."),
    "bad-size": _("The size has to be a number from 1 to 100000."),
    "bad-terms": _("These terms do not fit together or are out of bounds."),
    "bad-url": _("This address cannot be used: it has to be a public address that begins with https://."),
    "captains-choose": _("The captains still choose who plays at this board."),
    "disputed": _("This result is disputed: a judge decides."),
    "disqualified": _("This player is disqualified. Lift the disqualification first."),
    "duplicate": _("The same criterion appears twice."),
    "fixed-pairs": _("Pairings are fixed in this format: nobody can skip a round and play on."),
    "fixed-terms": _("These terms cannot change once rounds have been paired."),
    "groups-assigned": _("Here the staff puts players into groups."),
    "groups-stand": _("Groups stay as they are once a round is paired."),
    "groups-wanted": _("Some players are in no group: draw the groups, or put them into one."),
    "has-result": _("This table has a result or a record already."),
    "missing-results": _("Some results are missing or disputed. Enter them, or give a reason to go on without them."),
    "name-wanted": _("A name or an account is needed."),
    "names": _("Reasons stay in the record forever. Leave out names and contact details."),
    "needs-a-swiss": _("FIDE does not allow this tie-break where everybody meets everybody."),
    "no-board": _("There is no such board."),
    "no-bronze": _("This elimination has no match for the third place."),
    "no-bye": _("No bye was requested for this round."),
    "no-captains": _("The captains do not choose the pairings at this table."),
    "no-category": _("There is no such category of soft scores."),
    "no-clock": _("The rounds of this event have no clock."),
    "no-column": _("The standings have no such column."),
    "no-entrant": _("There is no entrant with this number."),
    "no-game": _("There is no such game."),
    "no-group": _("There is no such group."),
    "no-groups": _("This event has no groups."),
    "no-mark": _("There is no mark to take back."),
    "no-member": _("There is no such member of the team."),
    "no-office": _("This person does not have that role."),
    "no-pairing": _("No pairing meets every constraint."),
    "no-penalty": _("There is no such penalty."),
    "no-person": _("There is no such account."),
    "no-points": _("A points penalty needs a number of points; a warning or a disqualification has none."),
    "no-result": _("This table has no result."),
    "no-roster": _("There is no such roster."),
    "no-round": _("There is no such round."),
    "no-slot": _("An entrant has no slot in the draw."),
    "no-such-round": _("The schedule has fewer rounds."),
    "no-table": _("Nobody plays at this table."),
    "answered": _("This challenge or match has been settled already."),
    "forbidden": _("These two are never to be paired."),
    "free-league": _("A free league has no rounds, no pairings and no hall: its players challenge one another."),
    "unequal-games": _(
        "This tie-break needs the same number of rounds for everybody; in a free league the number of games differs."
    ),
    "no-match": _("There is no such match."),
    "out-of-season": _("The season has not begun yet, or is over."),
    "rematch": _("These two have met as often as they may, or another opponent has to come between."),
    "no-winner": _("A match of the elimination has no winner yet: a judge decides it."),
    "not-announced": _("An event begins with its announcement."),
    "not-as-made": _("The event has changed since this pairing was made: look at it again."),
    "not-asked": _("There is nothing to choose now: every game is settled, or the other captain has not chosen yet."),
    "not-checked-in": _("This entrant is not checked in."),
    "not-dropped": _("This entrant has not dropped."),
    "not-entered": _("This entrant is not in the event: they are waiting, or have dropped."),
    "not-forbidden": _("These two are not kept apart."),
    "not-free": _("Pick each player once, and only players whose table has no result."),
    "not-here": _("Somebody named is not among those to be paired."),
    "not-in-schedule": _("These two do not meet this round: the schedule sets the pairings."),
    "not-its-game": _("This game was not played by the players of this table: ask at the desk."),
    "not-its-giver": _("Marks in this category are given by somebody else."),
    "not-locked": _("Rosters are not locked."),
    "not-met": _("You can vote only for somebody you played against."),
    "not-paired": _("This entrant is not paired in this round."),
    "not-waiting": _("This entrant is not on the waiting list."),
    "not-yours": _("Only the organisers can record a no-show."),
    "nothing-to-confirm": _("This table has no reported result awaiting confirmation."),
    "other-group": _("These two are in different groups, and each group is paired separately."),
    "other-ruleset": _("This game uses another system or rules version than the event."),
    "out-of-range": _("This number is out of bounds."),
    "own-report": _("You reported this yourself: the other side confirms it."),
    "reason-wanted": _("A reason is needed: it stays in the record."),
    "roster-wanted": _("A roster is missing: it must be submitted before check-in."),
    "rosters-locked": _("Rosters are locked; a judge can open one again."),
    "round-over": _("This round is over, or paired already."),
    "ruled": _("A judge has ruled on this result."),
    "same-entrant": _("Two different entrants are needed."),
    "settled": _("This table already has a valid result."),
    "slot-taken": _("A slot of the draw is taken twice."),
    "staff-confirms": _("At this event the organisers confirm results."),
    "team-size": _("The team does not have the number of members that the event requires."),
    "too-few": _("Too few players are here to be paired."),
    "too-few-tables": _("There are fewer tables than pairs: add tables in the event settings."),
    "too-late": _("It is too late to register."),
    "too-many": _("The event already has as many of these as it can have."),
    "too-many-games": _("A side has won more games than a match of this event can have."),
    "too-many-byes": _("This player has already requested all the half-point byes allowed."),
    "top-marks": _("You have given the highest mark as often as you may."),
    "twice": _("An entrant or a table is named twice."),
    "two-byes": _("Only one entrant can have the bye."),
    "two-in-a-half": _("Two marked entrants would meet in one half of the draw."),
    "unknown-param": _("This criterion has no such number."),
    "unknown-preset": _("There is no such preset."),
    "unknown-tie-break": _("There is no such tie-break."),
    "unknown-type": _("There are no acts of this kind."),
    "unknown-version": _("This version of the rules is not installed here."),
    "unreadable": _("This cannot be read."),
    "wrong-phase": _("This cannot be done at this stage of the event."),
    "wrong-round": _("A different round is next to be paired."),
}
"""Sentences by the code of the refusal."""


PLAIN = ("not-free", "groups-wanted")
"""Refusals whose own sentence is for programs, because it lists numbers."""


def refusal_text(error: Refused, language: str = "") -> str:
    """A refusal in the user's language, or in the one that is named."""
    with override(language or get_language() or "en"):
        if not russian() and error.code not in PLAIN:
            return error.text[:1].upper() + error.text[1:].rstrip(".") + "."
        if error.ru and russian():
            return figure(error.ru[:1].upper() + error.ru[1:].rstrip(".") + ".")
        return str(SENTENCES.get(error.code) or error.text)
