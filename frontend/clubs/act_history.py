"""The acts of a club's staff in plain words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from frontend.clubs.labels import field_name, role_name
from gamelog.clubs import acts, selectors
from gamelog.clubs.models import ClubAct, News
from gamelog.people.selectors import display_name
from gamelog.seasons.models import Season


class HistoryEntry(NamedTuple):
    """An act as a page shows it. `who` is empty for the site itself."""

    number: int
    at: Any
    who: str
    text: str


def history(rows: Iterable[ClubAct]) -> list[HistoryEntry]:
    """Acts in words, in their stored order."""
    found = [(row, selectors.act_of(row)) for row in rows]
    ids = {row.by for row, _entry in found} | {getattr(entry.act, "person", "") for _row, entry in found}
    users = User.objects.filter(participant__in=ids - {""}).select_related("participant")
    people = {user.participant.pk: display_name(user) for user in users}
    titles = _titles(entry.act for _row, entry in found)
    return [HistoryEntry(row.number, row.recorded_at, people.get(row.by, row.by), _sentence(entry.act, people, titles))
            for row, entry in found]  # fmt: skip


def _titles(done: Iterable[Any]) -> dict[str, str]:
    """The current titles of the posts and seasons that acts name; deleted ones have no title any more."""
    ids = {getattr(act, "post", "") or getattr(act, "season", "") for act in done} - {""}
    posts = News.objects.filter(pk__in=ids).values_list("pk", "title")
    seasons = Season.objects.filter(pk__in=ids).values_list("pk", "title")
    return {str(key): title for key, title in [*posts, *seasons]}


def _sentence(act: Any, people: Mapping[str, str], titles: Mapping[str, str]) -> str:
    person = getattr(act, "person", "")
    what = {
        "name": people.get(person, person or "–"),
        "title": titles.get(getattr(act, "post", "") or getattr(act, "season", ""), "–"),
    }
    match act:
        case acts.Found():
            return _("created the club")
        case acts.EditClub():
            return _("changed the page: %(fields)s") % {"fields": ", ".join(field_name(each) for each in act.fields)}
        case acts.Admit():
            return _("admitted %(name)s") % what
        case acts.Refuse():
            return _("declined the request of %(name)s") % what
        case acts.Leave():
            return _("removed %(name)s") % what
        case acts.Appoint():
            return _("made %(name)s %(role)s") % {**what, "role": role_name(act.role)}
        case acts.HandOver():
            return _("transferred the club to %(name)s") % what
        case acts.Publish():
            return _("published the post “%(title)s”") % what
        case acts.EditPost():
            return _("changed the post “%(title)s”") % what
        case acts.WithdrawPost():
            return _("deleted a post")
        case acts.SetSeason():
            return _("saved the season “%(title)s”") % what
        case acts.Members():
            return _("changed the membership")
        case acts.CloseSeason():
            return _("deleted a season")
    raise TypeError(act)
