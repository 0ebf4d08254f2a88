"""Pages in Russian are in Russian: no English word is left on them but names, ids and a few terms.

Every kind of page that somebody can come to by links is read, of each kind a few: by a visitor, and by the organiser of
the demo's event, who sees its desk.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from gamelog.clubs import ratings
from gamelog.clubs.models import Club, News
from gamelog.contest import presets, tiebreaks
from gamelog.games import demo
from gamelog.games.models import Game, Roster
from gamelog.tournaments import demo as events
from gamelog.tournaments.models import Act, Tournament
from tests.restored import restored

OF_A_KIND = 5
"""So many pages are read of each view."""
NOT_READ = ("//", "/api/", "/static/", "/admin/", "/accounts/logout/")
EXPECTED = {
    "event",
    "event-rules",
    "event-value",
    "event-recompute",
    "event-desk",
    "game",
    "player",
    "players",
    "club",
    "rules",
}
UNREAD = {"script", "style", "code", "pre", "kbd", "textarea"}
VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SPOKEN = ("alt", "aria-label", "placeholder", "title", "aria-description", "data-hint")
LATIN = re.compile(r"[A-Za-z][A-Za-z’'-]*[A-Za-z]")
ADDRESS = re.compile(
    r"\b[0-9a-f]{12,}…?|\S*(?:://|@|\.(?:json|jsonl|ics|ros|rosz|zip|svg|csv|txt|pdf|html|trfx?)\b)\S*|(?<!\w)/[\w/<>:.-]+"
)
ID = re.compile(r"""\b[a-z0-9]+(?:\.[a-z0-9-]+)+(?:@[\w.]+)?|\b[a-z]+-\d[\d.]*|`[^`]*`|"[a-z]+"|«[a-z]+»""")
"""An id of a rule, of a clause or of a version, and what is quoted because it is typed or hashed like that."""
REASON = re.compile(r'"reason":"([^"]+)"')
A_NAME = 4
"""A text of a roster of up to so many words is a name, which may stand inside a sentence; any other stands alone."""
ALLOWED = re.compile(
    r"""\b(AP|API|Atom|BS|BattleScribe|CSV|Ctrl|[Ee]-mail|English|HTML|JSON|JavaScript|Ld|Markdown|Max|PDF|QR|RU|SHA|Sv|TRF
    |UTC|WS|WTC|YakTribe|iron-hounds|слова[ ]lots|xN|zip
    |Kill[ ]Team|Warhammer|Cities[ ]of[ ]Death|The[ ]9th[ ]Age|beta|Necromunda|(6th|community)[ ]edition|Zone[ ]Mortalis
    |Sector[ ]Mechanicus|Annual|Space[ ]Marines|Tau|Death[ ]Denied|Baited[ ]Trap|Flash[ ]Wound
    |Fight[ ]for[ ]your[ ]Lives
    |Disgustingly[ ]Resilient|Battle[ ]Scribe|Kill[ ]Team[ ]Manager|Command[ ]Roster|Range[ ]24|Rapid[ ]Fire
    |AOB|ARO|DE|EDE|FB|KS|WIN|WON|BH|SB|PS|TPN|REP|STD|RTNG|MPvGP
    |Adv|Aegis|Agi|Aim|Arm|Base|Def|Dis|HP|Int|Off|RA|SA|Shots|Str|rider[ ](Aegis|Arm)|Fortitude
    |Fire[ ]at[ ]will|Hammer[ ]of[ ]Wrath|Ready,[ ]Fire)\b""",
    re.VERBOSE,
)
"""Formats, keys, examples of what to type, names of game systems and of other programs, and what rulebooks print so:
values of profiles, sections, stratagems."""


class Page(HTMLParser):
    """The words that a reader sees or hears, and the links."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []
        self._within: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        unread = tag in UNREAD or given.get("lang", "ru") != "ru" or bool(self._within and self._within[-1][1])
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if not unread:
            self.said += [given[name] for name in SPOKEN if given.get(name)]
            if tag == "input" and given.get("type") in ("submit", "button"):
                self.said.append(given.get("value", ""))
        if tag not in VOID:
            self._within.append((tag, unread))

    def handle_endtag(self, tag: str) -> None:
        if any(tag == each for each, _ in self._within):
            while self._within.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not (self._within and self._within[-1][1]):
            self.said.append(data)


@pytest.fixture
def everything(db: None, django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    def load() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            demo.load()
            events.load()
            ratings.work_all("kt")

    restored("the whole demo with its events", load)


def printed() -> set[str]:
    """The texts of the demo's rosters, and the reasons that its staff gave: data, in the language of the author."""
    parsed = [json.loads(roster.parsed) for roster in Roster.objects.all()]
    reasons = [reason for body in Act.objects.values_list("body", flat=True) for reason in REASON.findall(body)]
    return {" ".join(text.split()) for text in (*texts_in(parsed), *reasons)}


def texts_in(found: Any) -> Iterator[str]:
    """All texts in a value that was read from JSON."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, list | dict):
        for each in found.values() if isinstance(found, dict) else found:
            yield from texts_in(each)


def names() -> set[str]:
    """The words of names that people gave, in any case."""
    texts = [*User.objects.values_list("username", flat=True), *events.WALK_INS, *events.FACTIONS, *events.TERRAIN]
    texts += [text for club in Club.objects.all() for text in (club.name, club.about, club.city)]
    texts += [text for news in News.objects.all() for text in (news.title, news.body)]
    texts += [text for event in Tournament.objects.all() for text in (event.title, event.slug)] + [
        "Harbour Hall, upper floor"
    ]
    texts += [game.title for game in Game.objects.all()]
    texts += [text for text in printed() if len(text.split()) <= A_NAME]
    texts += [preset.source_ru for preset in presets.PRESETS.values()] + [rule.source_ru for rule in tiebreaks.ALL]
    words = {word for text in texts for word in LATIN.findall(text)}
    return words | {part for text in texts for part in short(text)}


def bare(text: str) -> str:
    """A text without what may be in it in any language."""
    for each in (ADDRESS, ID, ALLOWED):
        text = each.sub(" ", text)
    return text


def short(name: str) -> set[str]:
    """What a token has instead of a name: its first letters, or the first ones of its words."""
    words = LATIN.findall(name.replace("-", " "))
    return {word[:size] for word in words for size in (2, 3)} | {"".join(word[0] for word in words).upper()[:3]}


def read(client: Client, *starts: str) -> Iterator[tuple[str, list[str]]]:
    """Pages that links lead to from these, each with its texts."""
    waiting, known, kinds = deque(starts), set(starts), Counter[str]()
    while waiting:
        address = waiting.popleft()
        kind = resolve(urlsplit(address).path).view_name
        if kinds[kind] >= OF_A_KIND:
            continue
        answer = client.get(address, HTTP_ACCEPT_LANGUAGE="ru")
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        kinds[kind] += 1
        page = Page()
        page.feed(answer.content.decode())
        yield address, [" ".join(text.split()) for text in page.said]
        new = [urldefrag(link)[0] for link in page.links]
        new = [link for link in new if link.startswith("/") and not link.startswith(NOT_READ) and link not in known]
        known |= set(new)
        waiting += new


def test_no_english_is_left_on_pages_in_russian(everything: None, client: Client) -> None:
    staff = Client()
    staff.force_login(User.objects.get(username="marshal"))
    known, data = names(), {text for text in printed() if len(text.split()) > A_NAME}
    found: dict[str, str] = {}
    seen: set[str] = set()
    for visitor, starts in ((client, ("/",)), (staff, (f"/events/{events.RUNNING}/desk/", "/", "/me/"))):
        for address, texts in read(visitor, *starts):
            seen.add(resolve(urlsplit(address).path).view_name)
            for text in texts:
                left = set(LATIN.findall(bare(text))) - known
                if left and not any(each in text for each in data):
                    found.setdefault(f"{text[:120]} {sorted(left)}", address)
    assert not found, "\n".join(f"{text}: {address}" for text, address in sorted(found.items()))
    assert seen >= EXPECTED, "pages that nothing leads to any more"
    assert len(seen) > 60, sorted(seen)
