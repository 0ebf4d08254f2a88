"""The dice audit on pages: numbers, filters, verdicts in words, and that no word accuses anybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page, expect

import rules
from frontend.games import dice_audit as pages
from gamelog.games.models import Game, Seat
from rules import autoplay
from rules.audit import audit, tally
from rules.gamefile import GameFile
from rules.kernel.dice import Seeded, Throw
from rules.kernel.effects import Rolled
from tests.frontend.test_pages_browser import violations

RU: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru"}
ACCUSING = re.compile(
    r"cheat|fraud|suspi|dishonest|guilt|manipul|rigged|fake|tamper|loaded|foul|crook|culprit|liar|lying|"
    r"мошен|жульн|обман|подозр|нечест|виновн|подтасов|шулер|поддел|фальш|подкруч|махин|лжец|враньё|улич|наруш",
    re.IGNORECASE,
)


class Favoured(Seeded):
    """Side a's dice show the better of two faces."""

    def throw(self, throw: Throw) -> tuple[int, ...]:
        if throw.by != "a":
            return super().throw(throw)
        return tuple(max(self.die(throw.sides), self.die(throw.sides)) for _ in range(throw.count))


@pytest.fixture(scope="session")
def lucky_file(kt: rules.Ruleset, demo_rosters: list[Any]) -> GameFile:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autoplay, "Seeded", Favoured)
        return autoplay.play(kt, demo_rosters, 2, game="00000000-0000-0000-0000-00000000000c")


@pytest.fixture
def lucky(stored: Callable[[GameFile], Game], lucky_file: GameFile, ada: User) -> Game:
    game = stored(lucky_file)
    Seat.objects.filter(game=game, side="a").update(user=ada)
    return game


def text(client: Client, path: str, status: int = 200, **headers: Any) -> str:
    answer = client.get(path, **headers)
    assert answer.status_code == status, path
    body = answer.content.decode()
    assert not re.search(r"<[^>]+\s(?:style|on\w+)=|<script>", body)
    return body


def dice_part(page: str) -> str:
    start = page.index('<section class="dice-audit">')
    return page[start : page.find("<h2>", start) if "<h2>" in page[start:] else page.index("</main>")]


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


pytestmark = pytest.mark.django_db


def test_the_evidence_tab_shows_observed_against_expected(client: Client, lucky: Game, lucky_file: GameFile) -> None:
    found = audit(tally(e for event in lucky_file.events for e in event.effects if isinstance(e, Rolled)))
    page = text(client, f"/games/{lucky.pk}/evidence/")
    said = plain(page)
    for row in (row for row in found.rows if not row.rule):
        assert f"{row.passed} successes out of {row.needed} {row.expected.rounded} expected" in said
        assert f"{row.mean.rounded} mean {row.fair_mean.rounded} expected" in said
        counts = ", ".join(f"{face}: {count}" for face, count in enumerate(row.faces, 1))
        assert f'aria-label="Faces: {counts}; of fair dice {row.each.rounded} each"' in page
    assert f"{found.unusual} of {found.compared} comparisons are unusual" in said
    assert re.search(r"unusual: fair dice do this about once in [\d,]+ such records", said)
    assert "kinds of roll with too few dice to say anything" in said


def test_the_evidence_tab_in_russian(client: Client, lucky: Game) -> None:
    said = plain(text(client, f"/games/{lucky.pk}/evidence/", **RU))
    assert "Необычных сравнений: 2 из 4" in said
    assert re.search(r"необычно: у правильных кубиков так бывает в одной такой записи примерно из [\d ]+", said)
    assert "3,50 ожидалось" in said
    assert "как у правильных кубиков" in said


def test_the_evidence_tab_leads_to_the_dice_of_players_and_of_all_games(client: Client, lucky: Game) -> None:
    page = text(client, f"/games/{lucky.pk}/evidence/")
    for address in ("/dice/?player=ada", "/dice/?ruleset=kt"):
        assert f'href="{address}"' in page
        text(client, address)


def test_a_game_without_dice_says_so(client: Client, ada: User, kt: rules.Ruleset, stored: Any) -> None:
    game = stored(GameFile(rules.Header(game="empty", ruleset="kt", version=kt.version)))
    assert "No die has been rolled yet." in text(client, f"/games/{game.pk}/evidence/")


def test_no_word_accuses(client: Client, lucky: Game, honest: Game) -> None:
    for path in (f"/games/{lucky.pk}/evidence/", f"/games/{honest.pk}/evidence/", "/dice/", "/dice/?each=player"):
        for headers in ({}, RU):
            part = plain(dice_part(text(client, path, **headers)))
            assert not ACCUSING.search(part), (path, ACCUSING.search(part))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_word_of_any_verdict_accuses(language: str) -> None:
    rolls = {
        "some": [1, 2, 3, 4, 5, 6] * 10, "few": [6], "far": [6] * 80, "out": [6] * 20 + [1, 2, 3, 4, 5] * 11,
        "many": [1, 2, 3, 4, 5, 6] * 70,
    }  # fmt: skip
    found = audit(tally(Rolled(rule="kt.hit.ranged.roll", by=by, faces=tuple(f), needed=4) for by, f in rolls.items()))
    with translation.override(language):
        shown = pages.shown(found, {}, str)
        told = [shown["word"], shown["note"]]
        for group in shown["groups"]:
            for line in group["totals"]:
                for each in filter(None, (line["faces"], line["passes"])):
                    told += [each["word"], *each["reasons"]]
    assert len(set(told)) > 8
    assert not [each for each in told if ACCUSING.search(each)]
    kinds = {row.by: row.by_faces.verdict for row in found.rows}
    assert kinds == {"some": "fair", "few": "few", "far": "unusual", "out": kinds["out"], "many": "fair"}
    assert bool(re.search("[а-я]", "".join(told))) is (language == "ru")


def test_the_dice_of_all_games(client: Client, lucky: Game, honest: Game) -> None:
    both = plain(text(client, "/dice/"))
    assert "2 games" in both and "All players together" in both
    assert "1 game" in plain(text(client, "/dice/?player=ada"))
    apart = plain(text(client, "/dice/?each=player"))
    assert "Players without an account" in apart and "ada" in apart
    Game.objects.filter(pk=lucky.pk).update(public=False)
    assert "1 game" in plain(text(client, "/dice/?ruleset=kt"))


def test_periods(client: Client, lucky: Game) -> None:
    Game.objects.filter(pk=lucky.pk).update(created=datetime(2026, 3, 2, 12, tzinfo=UTC))
    assert "1 game" in plain(text(client, "/dice/?from=2026-03-02&to=2026-03-02"))
    assert "No games match these filters" in text(client, "/dice/?to=2026-03-01")
    assert "No die has been rolled yet." in text(client, "/dice/") or "1 game" in plain(text(client, "/dice/"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("player=nobody", "No player by this name"),
        ("from=x", "This is not a date"), ("to=2026-02-30", "This is not a date"),
        ("from=2026-03-02&to=2026-03-01", "before the first"), ("ruleset=x", "These rules do not exist here"),
        ("player=%00", "No player by this name"),
    ],
)  # fmt: skip
def test_filters_that_cannot_be_read(client: Client, lucky: Game, query: str, said: str) -> None:
    page = text(client, f"/dice/?{query}", 400)
    assert said in page
    assert 'aria-invalid="true"' in page or "ruleset" in query


def test_no_games_at_all(client: Client) -> None:
    assert "No die has been rolled yet." in text(client, "/dice/")
    assert "Ни одного кубика ещё не бросили." in text(client, "/dice/", **RU)


@pytest.mark.django_db(transaction=True)
def test_the_reason_is_one_tap_away(desk: Page, phone: Page, lucky: Game) -> None:
    desk.goto(f"/games/{lucky.pk}/evidence/")
    verdict = desk.locator(".dice-verdict.unusual").first
    expect(verdict.locator("p")).to_be_hidden()
    verdict.locator("summary").click()
    expect(verdict.locator("p")).to_be_visible()
    expect(verdict.locator("p")).to_contain_text("not a judgement")
    for scheme in ("light", "dark"):
        desk.emulate_media(color_scheme=scheme)
        assert violations(desk) == []
    desk.get_by_role("link", name="Dice of all games").click()
    expect(desk.locator("h1")).to_have_text("Dice")
    assert violations(desk) == []
    for address in (f"/games/{lucky.pk}/evidence/", "/dice/", "/dice/?each=player"):
        phone.goto(address)
        for few in phone.locator(".dice-few summary").all():
            few.click()
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address
        expect(phone.locator(".dice-headline b").first).to_be_visible()
