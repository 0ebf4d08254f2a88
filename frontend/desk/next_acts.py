"""The next step of a tournament, so that nobody has to know the order of things by heart."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.desk import seats
from frontend.desk.access import Desk
from gamelog.contest import draw, free_league
from gamelog.contest.draw import rounds_of
from gamelog.contest.errors import Refused
from gamelog.contest.pairing.pair import pair as paired_of
from gamelog.contest.state import open_seats


class Next(NamedTuple):
    """A step to take. `post` is the act that its button declares at once; otherwise `address` is where it leads."""

    text: str
    why: str = ""
    post: str = ""
    address: str = ""


def next_acts(desk: Desk) -> list[Next]:
    """The next steps, the one that is due first. Steps that somebody else has to take are mentioned, not offered."""
    found = {
        "draft": _draft, "registration": _registration, "ready": _ready, "running": _running,
        "finished": _over, "cancelled": _over,
    }[desk.state.phase](desk)  # fmt: skip
    return [each if not each.post or desk.may(each.post) else _others(each) for each in found]


def _others(step: Next) -> Next:
    return Next(_("Next: “%(step)s”. An organiser has to do this.") % {"step": step.text}, step.why)


def _page(desk: Desk, name: str) -> str:
    return reverse(f"event-desk-{name}", args=[desk.tournament.slug])


def _draft(desk: Desk) -> list[Next]:
    why = _("Until then only organisers and judges can see the event.")
    return [Next(_("Open registration"), why, post="open-registration")]


def _registration(desk: Desk) -> list[Next]:
    count, room = len(desk.state.playing()), desk.state.terms.capacity
    said = ngettext("%(count)d registered", "%(count)d registered", count) % {"count": count}
    why = _("%(said)s of %(room)d.") % {"said": said, "room": room} if room else f"{said}."
    return [
        Next(_("Close registration"), why, post="close-registration"),
        Next(_("Paste names"), address=_page(desk, "paste")),
        Next(_("Add a player"), address=reverse("event-desk-act", args=[desk.tournament.slug, "register"])),
    ]


def _ready(desk: Desk) -> list[Next]:
    state = desk.state
    waits = []
    if state.terms.rosters.required and not state.rosters_locked:
        missing = sum(not all(each.lists()) for each in state.playing())
        why = ngettext("%(count)d roster is missing.", "%(count)d rosters are missing.", missing) % {"count": missing}
        waits.append(Next(_("Lock rosters"), why if missing else "", post="lock-rosters"))
    if state.terms.check_in:
        here = sum(each.checked_in for each in state.playing())
        why = _("%(here)d of %(all)d are checked in.") % {"here": here, "all": len(state.playing())}
        step = Next(_("Check in"), why, address=_page(desk, "check-in"))
        if here < len(state.playing()):
            waits.append(step)
    return [*waits, *(_groups(desk) or [_pair(desk)])]


def _groups(desk: Desk) -> list[Next]:
    """The groups, where somebody who would be paired is in none."""
    state, number = desk.state, len(desk.state.rounds) + 1
    outside = draw.outside_groups(state, number)
    if not outside:
        return []
    text = ngettext("%(count)d player is in no group.", "%(count)d players are in no group.", len(outside))
    why = text % {"count": len(outside)}
    if state.terms.stages.drawn == "assigned" or state.rounds or state.groups:
        return [Next(_("Put players into groups"), why, address=_page(desk, "groups"))]
    return [Next(_("Draw the groups"), why, post="draw-groups")]


def _pair(desk: Desk) -> Next:
    number = len(desk.state.rounds) + 1
    here = _there(desk, number)
    if desk.state.terms.by_challenge:
        return Next(_("Begin the season"), _("Then players can challenge one another."), post="pair-round")
    why = ngettext("%(count)d ready to be paired.", "%(count)d ready to be paired.", here) % {"count": here}
    return Next(_begins(desk, number) or _("Pair round %(round)d") % {"round": number}, why,
                address=_page(desk, "pairing"))  # fmt: skip


def _begins(desk: Desk, number: int) -> str:
    """What begins with a round, where something else was played before; empty if it goes on."""
    stage, before = draw.stage_of(desk.state, number), desk.state.round
    if before is None:
        return ""
    if stage == "swiss":
        together = draw.in_groups(desk.state, before.number) and not draw.in_groups(desk.state, number)
        return _("Pair round %(round)d, all together") % {"round": number} if together else ""
    if stage == before.stage:
        return ""
    return _("Start the elimination") if stage == "cut" else _("Form the pods")


def _there(desk: Desk, number: int) -> int:
    """How many entrants are paired in a round: in an elimination those still in it, in groups those with a round."""
    state = desk.state
    here = len(draw.present(state, number))
    stage = draw.stage_of(state, number)
    begins = not state.rounds or state.rounds[-1].stage != stage
    if stage == "swiss" and (begins or state.terms.free_rounds or not state.terms.grouped):
        return here
    if stage == "cut" and begins:
        return len(draw.qualified(state, state.rounds)) if state.terms.then else here
    request = draw.request_for(state)
    return len(request.candidates) - len(paired_of(request).waiting)


def _undecided(desk: Desk) -> list[Next]:
    """Matches of an elimination that have a result but no winner, so that nobody advances."""
    found = desk.state.round
    assert found
    board = 1 if desk.state.terms.teams else 0
    steps = []
    for pair in found.paired.pairs if found.stage == "cut" or found.request.pods else ():
        try:
            draw.winner_of(desk.state, found, pair.table)
        except Refused:
            text = _("Table %(table)d has no winner: decide the match") % {"table": pair.table}
            steps.append(Next(text, address=seats.table_page(desk, found.number, pair.table, board)))
    return steps


def _running(desk: Desk) -> list[Next]:
    state = desk.state
    found = state.round
    assert found
    if state.terms.by_challenge:
        return _season(desk)
    missing = open_seats(state, found.number)
    done = found.number >= rounds_of(state)
    if not missing:
        undecided = _undecided(desk)
        if done:
            return [*undecided, Next(_("Finish the event"), post="finish")]
        return undecided or _groups(desk) or [_pair(desk)]
    disputed = [key for key in missing if key in found.results]
    steps = []
    played = any(each.standing != "awarded" for each in found.results.values())
    clock = None if state.terms.format == "league" else found.clock
    if clock and not clock.since and not played:
        steps.append(Next(_("Start the clock"), _("Round %(round)d is paired.") % {"round": found.number},
                          post="start-clock"))  # fmt: skip
    if disputed:
        text = ngettext("Settle %(count)d dispute", "Settle %(count)d disputes", len(disputed))
        steps.append(Next(text % {"count": len(disputed)}, address=_page(desk, "disputes")))
    left = len(missing) - len(disputed)
    if left:
        text = ngettext("%(count)d result is missing", "%(count)d results are missing", left) % {"count": left}
        steps.append(Next(text, address="#tables"))
    return steps


def _season(desk: Desk) -> list[Next]:
    """A free league goes on until somebody ends it: results may be missing at any time."""
    slug = desk.tournament.slug
    steps = [Next(_("Enter a match"), address=reverse("event-desk-act", args=[slug, "enter-match"]))]
    disputed = [key for key, each in desk.state.rounds[0].results.items() if each.standing == "disputed"]
    missing = len(open_seats(desk.state, free_league.SEASON)) - len(disputed)
    asked = sum(each.standing == "asked" for each in desk.state.matches)
    if disputed:
        text = ngettext("Settle %(count)d dispute", "Settle %(count)d disputes", len(disputed))
        steps.append(Next(text % {"count": len(disputed)}, address=_page(desk, "disputes")))
    if missing:
        text = ngettext("%(count)d match is to be played", "%(count)d matches are to be played", missing)
        steps.append(Next(text % {"count": missing}, address="#tables"))
    if asked:
        text = ngettext("%(count)d challenge is not answered", "%(count)d challenges are not answered", asked)
        steps.append(Next(text % {"count": asked}, address=reverse("event-matches", args=[slug])))
    return [*steps, _end_of_season(desk, bool(missing or disputed))]


def _end_of_season(desk: Desk, open_matches: bool) -> Next:
    if open_matches:
        address = reverse("event-desk-act", args=[desk.tournament.slug, "finish"])
        return Next(_("End the season"), _("Matches without a result do not count."), address=address)
    return Next(_("End the season"), post="finish")


def _over(desk: Desk) -> list[Next]:
    finished = desk.state.phase == "finished"
    why = _("The event is finished: its standings are final.") if finished else _("The event is cancelled.")
    return [Next(_("Standings"), why, address=reverse("event", args=[desk.tournament.slug]))]
