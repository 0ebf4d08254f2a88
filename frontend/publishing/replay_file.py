"""A battle as one HTML file: the replay with its data, script, style sheet and the rules that it names, for any disk.

The file asks for nothing: its policy allows its own script and style sheet, by their hashes, and no connection. What
the replay would ask a server for is beside it (`frontend/src/file/answers.ts`), by the address that it would ask. It
holds what everybody may see who may see the battle, and so no secret that has not been opened.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from functools import cache as remember
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from django.core.cache import cache
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language

from frontend.base import clauses
from frontend.games import battle_luck as luck_words
from frontend.games import game_history, odds, replay_body, seats
from frontend.games.cast import Cast
from frontend.publishing import battle_text
from gamelog.games import battle_luck, luck, selectors
from gamelog.games.models import Game
from gamelog.setup.paths import DIST

MANIFEST = "file.json"
FORMAT = 2
KEPT = 24 * 3600
"""Seconds a file stays in the cache; its key names all that it depends on."""


class NotBuilt(Exception):
    """The script of the file has not been built; the message says what to do."""


class Parts(NamedTuple):
    """The script and the style sheet, as they stand in the file."""

    script: str
    style: str


def made(found: Game, site: str) -> bytes:
    """The file, in the language that is active. `site` is the address to which its links lead.

    Raises: NotBuilt; rules.Malformed: the game cannot be folded.
    """
    parts, shown = _parts(DIST), game_history.history_now(found)
    known = luck.known(found)
    names = [found.title, *seats.names(found).items()]
    counted = battle_luck.mark_of(found)
    about = (replay_body.tag(found, shown), names, sorted(known), counted, _policy(parts), site, get_language())
    key = f"replay-file:{FORMAT}:{found.pk}:{sha256(repr(about).encode()).hexdigest()[:32]}"
    body: bytes | None = cache.get(key)
    if body is None:
        data = msgspec.json.decode(replay_body.body(found, shown))
        body = _page(found, site, parts, dict(_answers(found, site, data, known))).encode()
        cache.set(key, body, KEPT)
    return body


def name(found: Game) -> str:
    """What the file is called: `ashen-choir-vs-harbour-watch.html`."""
    sides = [slugify(side, allow_unicode=True) for side in seats.names(found).values()]
    return f"{'-vs-'.join(filter(None, sides)) or 'battle'}.html"


def _page(found: Game, site: str, parts: Parts, answers: dict[str, Any]) -> str:
    address = f"{site}{reverse('game', args=[found.pk])}"
    blocks = format_html_join("\n", "{}", ((_block(*each),) for each in answers.items()))
    return render_to_string("frontend/publishing/battle/file.html", {
        "game": found, "site": site, "host": site.partition("//")[2], "address": address,
        "rules": f"{site}{reverse('rules', args=[found.ruleset])}", "policy": _policy(parts),
        "text": battle_text.report(found), "answers": blocks,
        "script": _element("script", parts.script, ' type="module"'), "style": _element("style", parts.style),
    })  # fmt: skip


def _answers(found: Game, site: str, data: dict[str, Any], known: dict[int, Any]) -> Iterator[tuple[str, Any]]:
    """Everything that the replay would ask for, by its address."""
    told = dict(_odds(found, known))
    yield "replay.json", {**data, "odds": sorted(told)}
    swings = luck_words.described(found, battle_luck.counted(found), found.number, seats.names(found))
    if swings["state"] == "counted":
        yield "luck.json", swings
    base = f"{site}{reverse('rules', args=[found.ruleset])}"
    named = {*data["rules"], *(each["r"] for each in data["findings"])}
    for key in sorted(named & set(found.rules.clauses)):
        yield f"{base}{key}.json?version={found.version}", clauses.card(*found.rules.clauses[key])
    for number, words in told.items():
        yield f"{site}{reverse('odds-data', args=[found.pk, number])}", words


def _odds(found: Game, known: dict[int, Any]) -> Iterator[tuple[int, Any]]:
    """The odds of the steps of which they are known."""
    for number in sorted(known):
        cast = Cast(found.rules)
        cast.meet(selectors.position_at(found, number - 1))
        yield number, odds.describe(cast, known[number])


def _block(address: str, answer: Any) -> SafeString:
    """An answer as data in the page. No name in it can end the element: a `<` is written as its number."""
    said = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return format_html('<script type="application/json" data-address="{}">{}</script>', address, mark_safe(said))


def _element(tag: str, content: str, more: str = "") -> SafeString:
    return mark_safe(f"<{tag}{more}>{content}</{tag}>")


def _policy(parts: Parts) -> str:
    """The policy of the file: its own script and style sheet, drawings in it, and no address whatsoever."""
    script, style = (base64.b64encode(sha256(part.encode()).digest()).decode() for part in parts)
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@remember
def _parts(folder: Path) -> Parts:
    """The built script and style sheet; what would end or hide a script in a page is escaped. Raises: NotBuilt."""
    try:
        entry = json.loads((folder / MANIFEST).read_text())["src/file.ts"]
        script = (folder / entry["file"]).read_text(encoding="utf-8")
        style = "\n".join((folder / each).read_text(encoding="utf-8") for each in entry["css"])
    except (OSError, KeyError, ValueError) as error:
        raise NotBuilt(
            f"The replay as a file is not built: run npm run build in the folder frontend ({error})"
        ) from None
    for mark in ("<!--", "</script", "<script"):
        script = script.replace(mark, f"\\x3c{mark[1:]}")
    return Parts(script, style.replace("</style", "<\\/style"))
