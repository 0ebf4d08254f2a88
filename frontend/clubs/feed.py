"""The news and the results of a club as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.base.atom import Feed
from gamelog.clubs import selectors
from gamelog.clubs.markdown import html_of
from gamelog.clubs.models import Club, News
from gamelog.tournaments import selectors as events
from gamelog.tournaments.models import Tournament

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
ENTRIES = 30
PODIUM = 3
"""How many places of an event the feed names."""


class Addresses(NamedTuple):
    """Absolute addresses of pages."""

    club: str
    feed: str
    news: Callable[[News], str]
    event: Callable[[Tournament], str]


class FeedEntry(NamedTuple):
    """An entry of the club's feed. `key` is its id for ever."""

    key: str
    title: str
    html: str
    link: str
    published: datetime
    updated: datetime
    author: str = ""


def feed_of(club: Club, to: Addresses) -> str:
    """The feed: posts and finished events, newest first."""
    feed = Feed(
        title=club.name, link=to.club, description="", feed_url=to.feed, feed_guid=f"urn:uuid:{club.pk}",
        language=get_language(), since=club.created,
    )  # fmt: skip
    for entry in entries_of(club, to):
        feed.add_item(
            title=entry.title, link=entry.link, description=entry.html, unique_id=f"urn:uuid:{entry.key}",
            pubdate=entry.published, updateddate=entry.updated, author_name=entry.author or club.name,
        )  # fmt: skip
    return feed.writeString("utf-8")


def entries_of(club: Club, to: Addresses) -> list[FeedEntry]:
    """The newest posts and results."""
    posts = [_post(post, to) for post in selectors.news_of(club)[:ENTRIES]]
    over = Tournament.objects.filter(club=club, public=True, phase="finished").order_by("-updated", "id")
    results = [_result(event, to) for event in over[:ENTRIES]]
    return sorted([*posts, *results], key=lambda each: (each.published, each.key), reverse=True)[:ENTRIES]


def _post(post: News, to: Addresses) -> FeedEntry:
    return FeedEntry(
        str(post.pk), post.title, html_of(post.body), to.news(post), post.published, post.updated,
        selectors.author_of(post),
    )  # fmt: skip


def _result(event: Tournament, to: Addresses) -> FeedEntry:
    """A finished event: published when it was first finished, updated when anything about it changed."""
    finished = event.acts.filter(type="finish").order_by("number").values_list("recorded_at", flat=True).first()
    title = _("Results: %(title)s") % {"title": event.title}
    return FeedEntry(str(event.pk), title, podium(event), to.event(event), finished or event.updated, event.updated)


def podium(event: Tournament) -> SafeString:
    """The first places of an event, as a list."""
    names = events.names_of(event)
    first = [row for row in events.table_of(event).places if 0 < row.place <= PODIUM]
    unsure = events.provisional_after(event, events.state_of(event))
    marks = {entrant: f" ({_('provisional')})" for entrant in unsure}
    shown = ((row.place, names.get((row.entrant, 0), ""), marks.get(row.entrant, "")) for row in first)
    rows = format_html_join("", "<li>{}. {}{}</li>", shown)
    return SafeString(f"<ul>{rows}</ul>")
