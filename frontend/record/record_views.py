"""Beginning a battle: a few questions, then an ordinary game whose first steps are its table and its forces."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

import rules
from frontend.base.visitor import signed_in_user
from frontend.record import event_places, forces, own_tables
from frontend.record.event_places import Place
from frontend.record.forms import HERE, RecordForm
from frontend.tournaments import participation, submission
from frontend.tournaments.refusals import refusal_text
from gamelog.contest.errors import Refused
from gamelog.games import joining, opening, services
from gamelog.games.errors import NotOpened
from gamelog.games.models import Game, Roster
from gamelog.games.own_tables import table_keep
from gamelog.streams.store import writing
from gamelog.tournaments.services import table_delay, table_open

REMEMBERED = 3600
"""Seconds for which a second tap on the same form leads to the game that the first one began."""
EVENTS_LOOKED_AT = 12


class Read(NamedTuple):
    """What was sent besides answers: the rosters that were read, why others were not, why a table was not kept, and the
    form's values with what was stored.
    """

    rosters: list[Roster]
    unread: dict[str, str]
    data: Any
    unkept: list[str]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest) -> HttpResponse:
    """Which system; then everything else on one page."""
    user = signed_in_user(request)
    place = event_places.place_of(request)
    if place is not None and place.game is not None and opening.begun(place.game):
        return redirect("game-table", place.game.pk)
    said = request.POST if request.method == "POST" else request.GET
    wanted = place.ruleset.id if place else said.get("ruleset", "")
    if wanted not in rules.RULESETS:
        return render(request, "frontend/record/systems.html", {
            "rulesets": [rules.load(key) for key in rules.RULESETS], "seats": _own_tables(user),
        })  # fmt: skip
    return _ask(request, user, place.ruleset if place else rules.load(wanted), place)


def _own_tables(user: User) -> list[Any]:
    """The visitor's tables of rounds that are being played."""
    return [part for part in participation.participations(user, EVENTS_LOOKED_AT) if part.seated]


def _ask(request: HttpRequest, user: User, ruleset: rules.Ruleset, place: Place | None) -> HttpResponse:
    handed_in = place.roster if place else None
    if request.method != "POST":
        rosters, kept = forces.offered(user, ruleset, handed_in), own_tables.kept(user, ruleset.id)
        wanted = request.GET.get("table", "")
        begins = {"table": wanted} if wanted in {each.key for _row, each in kept} else {}
        return _page(request, RecordForm(ruleset, rosters, place=place, kept=kept, initial=begins))
    known = cache.get(_key(request, user))
    if known:
        return redirect("game-table", known)
    read = _read(request, user, ruleset)
    rosters, kept = forces.offered(user, ruleset, handed_in, *read.rosters), own_tables.kept(user, ruleset.id)
    if request.POST.get("do") in ("read", "keep"):
        # Nothing is objected to yet, so the values go into a form that nobody has sent.
        empty = RecordForm(ruleset, rosters, place=place, kept=kept)
        return _page(request, RecordForm(ruleset, rosters, place=place, kept=kept, initial={
            name: read.data.get(name, "") for name in empty.fields
        }), read)  # fmt: skip
    form = RecordForm(ruleset, rosters, read.data, place=place, kept=kept)
    game = _opened(user, form) if form.is_valid() and not read.unread else None
    if game is None:
        return _page(request, form, read)
    cache.set(_key(request, user), str(game.pk), REMEMBERED)
    return redirect("game-table", game.pk)


def _key(request: HttpRequest, user: User) -> str:
    return f"record:{user.pk}:{request.POST.get('key', '')[: submission.LONGEST_KEY]!r}"


def _read(request: HttpRequest, user: User, ruleset: rules.Ruleset) -> Read:
    """Read the files and typed lists that came with the form, and choose them in it."""
    data, rosters, unread = request.POST.copy(), [], {}
    for name in ("roster", "rival"):
        stored, why = forces.read(user, ruleset, name, request.POST, request.FILES)
        if stored is not None:
            rosters.append(stored)
            data[name], data[f"{name}_text"] = str(stored.pk), ""
        elif why:
            unread[name] = why
    unkept: list[str] = []
    if request.POST.get("do") == "keep":
        table, unkept = own_tables.keep(user, ruleset, request.POST)
        if table is not None:
            data["table"], data["keep_name"] = str(table.pk), ""
            messages.success(request, _("Saved as “%(name)s”.") % {"name": table.name})
    return Read(rosters, unread, data, unkept)


def _page(request: HttpRequest, form: RecordForm, read: Read | None = None) -> HttpResponse:
    unread, unkept = (read.unread, read.unkept) if read is not None else ({}, [])
    wrong = bool(unread or unkept) or (form.is_bound and bool(form.errors))
    return render(request, "frontend/record/record.html", {
        "form": form, "ruleset": form.ruleset, "place": form.place,
        "sides": {name: forces.part(form, name, form.brought(name), unread.get(name, ""))
                  for name in ("roster", "rival") if name in form.fields},
        "key": request.POST.get("key") or submission.fresh_key(), "unkept": unkept,
    }, status=400 if wrong else 200)  # fmt: skip


def _opened(user: User, form: RecordForm) -> Game | None:
    """The game as answered, begun; None with the objection beside its question. All of it or nothing is stored."""
    try:
        with writing():
            game = _created(user, form)
            found = {side: force for side, force in _forces(user, form, game).items() if force is not None}
            game = opening.game_open(
                game=game, table=form.chosen_table(), options=form.options(), forces=found, actor=user
            )
            _keep(user, form)
            if form.cleaned_data.get("against") != HERE and game.seats.filter(user=None).exists():
                joining.code_open(game_id=game.pk, actor=user)
            return game
    except own_tables.NotKept as error:
        form.add_error("keep_name", str(error))
    except NotOpened as error:
        form.blame(error.place, error.key, rules.problem(error.error).line())
    except rules.RulesError as error:
        form.blame(getattr(error, "path", "").removeprefix("$."), "", rules.problem(error).line())
    except Refused as error:
        form.add_error(None, refusal_text(error))
    return None


def _keep(user: User, form: RecordForm) -> None:
    """Keep the table that was drawn, if a name was given. Raises: NotKept."""
    name = form.cleaned_data.get("keep_name", "")
    if form.drawn is None or not name.strip():
        return
    try:
        table_keep(owner=user, ruleset=form.ruleset.id, name=name, plan=form.drawn)
    except rules.Malformed as error:
        raise own_tables.NotKept(own_tables.kept_words(error)) from error


def _created(user: User, form: RecordForm) -> Game:
    ruleset, place, said = form.ruleset, form.place, form.cleaned_data
    if place is not None:
        seat = place.seat
        row = table_open(
            tournament=seat.visit.tournament, number=seat.round.number, table=seat.pair.table, board=seat.board,
            actor=user,
        )  # fmt: skip
        return table_delay(table=row, minutes=said["delay"], actor=user)
    return services.game_create(
        owner=user, ruleset=ruleset.id, version=ruleset.version, policy=said["policy"], title=said["title"].strip(),
        public=said["public"], seats={ruleset.sides[0]: user}, dice=said["dice"], delay=said["delay"],
    )  # fmt: skip


def _forces(user: User, form: RecordForm, game: Game) -> dict[str, Any]:
    """The forces that are there already, by side. At an event everybody brings their own."""
    sides = form.ruleset.sides
    if not form.with_forces:
        return {}
    if form.place is not None:
        own = game.seats.filter(user=user).values_list("side", flat=True).first()
        return {own: form.force("roster")} if own else {}
    return {sides[0]: form.force("roster"), sides[1]: form.force("rival")}
