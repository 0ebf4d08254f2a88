"""The results of an event as an Atom feed: an entry for each round, and one for the final result."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.base.atom import Feed
from frontend.publishing import text_rows
from gamelog.contest.state import Round, open_seats
from gamelog.contest.stream import StoredAct
from gamelog.tournaments import selectors
from gamelog.tournaments.published import Shown
from gamelog.tournaments.visibility import MARKS
from rules.kernel.canonical import tag_of


class Item(NamedTuple):
    """An entry of the feed: `key` is its id for ever, `at` the time of its last change."""

    key: str
    title: str
    at: datetime
    address: str
    html: str


def atom(event: Shown, site: str) -> bytes:
    """The feed, newest first."""
    address = f"{site}/events/{event.tournament.slug}/"
    feed = Feed(
        title=event.state.title, link=address, description=_("Pairings and results"), language=get_language() or "en",
        feed_url=f"{address}feed.atom", feed_guid=f"urn:uuid:{event.tournament.pk}", author_name=event.state.title,
        since=event.tournament.created,
    )  # fmt: skip
    for item in sorted(_items(event, address), key=lambda each: (each.at, each.key), reverse=True):
        feed.add_item(
            title=item.title, link=item.address, description=item.html, updateddate=item.at,
            unique_id=f"urn:uuid:{event.tournament.pk}#{item.key}",
        )  # fmt: skip
    return feed.writeString("utf-8").encode()


def _items(event: Shown, address: str) -> Iterable[Item]:
    entries = selectors.entries_of(event.tournament, upto=event.number)
    changed = _changed(entries)
    for found in event.state.rounds:
        title = _round_title(event, found)
        yield Item(
            f"round-{found.number}", title, changed[found.number], f"{address}rounds/{found.number}/",
            _tables_html(text_rows.tables(event, found), text_rows.alone(event, found)),
        )  # fmt: skip
    if event.state.phase == "finished":
        at = datetime.fromisoformat(entries[-1].at)
        yield Item("standings", _("Final standings"), at, address, _standings_html(text_rows.standings(event)))


def _changed(entries: Iterable[StoredAct]) -> dict[int, datetime]:
    """The time of the last change of each round: a pairing, or a result given or changed."""
    rounds = ((getattr(each.act, "round", 0), each.at) for each in entries if tag_of(each.act) not in MARKS)
    return {number: datetime.fromisoformat(at) for number, at in rounds if number}


def _round_title(event: Shown, found: Round) -> str:
    missing = len(open_seats(event.state, found.number))
    if event.state.terms.by_challenge:
        return text_rows.round_title(event, found)
    if not missing:
        return _("Round %(round)s: results") % {"round": found.number}
    return _("Round %(round)s: pairings, results missing: %(missing)s") % {"round": found.number, "missing": missing}


def _tables_html(tables: Iterable[text_rows.TableRow], alone: Iterable[str]) -> str:
    lines = [(each.number, each.a.name, each.score or "–", each.b.name) for each in tables]
    listed = format_html_join("", "<li>{}. {} {} {}</li>", lines)
    without = format_html_join("", "<li>{}: {}</li>", ((_("bye"), name) for name in alone))
    return format_html("<ul>{}{}</ul>", listed, without)


def _standings_html(standings: Iterable[text_rows.StandingRow]) -> str:
    lines = [(each.place or "–", each.name, each.cells[0] if each.cells else "") for each in standings]
    return format_html("<ul>{}</ul>", format_html_join("", "<li>{}. {}: {}</li>", lines))
