"""The pages as the server sends them: their content without JavaScript, in both languages, and refusals."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any

import brotli
import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

import rules
from frontend.games import game_history
from gamelog.games import demo, selectors, services
from gamelog.games.models import Event, Game, Report, Roster
from rules.gamefile import GameFile
from rules.kernel.effects import Noted
from tests.kernel.systems import plans, recorded

pytestmark = pytest.mark.django_db

RU: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": "ru"}
ENTITY = b'<!DOCTYPE x [<!ENTITY a "b">]><roster>&a;</roster>'


def text(client: Client, path: str, status: int = 200, **headers: Any) -> str:
    answer = client.get(path, **headers)
    assert answer.status_code == status, path
    body = answer.content.decode()
    assert "<script>" not in body, "no inline scripts"
    assert not re.search(r"<[^>]+\sstyle=", body), "no inline styles"
    assert not re.search(r"<[^>]+\son\w+=", body), "no inline handlers"
    return body


def tabs(game: Game) -> list[str]:
    return [f"/games/{game.pk}/{tab}" for tab in ("", "log/", "rosters/", "evidence/", "verify/")]


@pytest.mark.parametrize("path", ["/", "/games/", "/rosters/", "/rules/kt/", "/accounts/login/", "/accounts/signup/"])
def test_pages_without_any_data(client: Client, path: str) -> None:
    assert 'lang="en"' in text(client, path)
    assert 'lang="ru"' in text(client, path, **RU)


def test_every_tab_in_both_languages(client: Client, honest: Game) -> None:
    for path in tabs(honest):
        assert "Replay" in text(client, path)
        assert "Реплей" in text(client, path, **RU)


def test_the_footer_leads_to_what_the_navigation_leaves_out(client: Client, settings: Any) -> None:
    page = text(client, "/")
    head, _main, foot = page.partition("<footer")
    assert all(
        f'href="{address}"' in foot and f'href="{address}"' not in head for address in ("/players/", "/dice/", "/api/")
    )
    assert settings.DATABASE_KIND not in foot


def test_every_link_leads_somewhere(client: Client, honest: Game, tampered: Game) -> None:
    seen: set[str] = set()
    for page in ["/", "/games/", "/rosters/", "/accounts/login/", *tabs(honest)]:
        seen |= {address.partition("#")[0] for address in re.findall(r'<a [^>]*href="(/[^"]*)"', text(client, page))}
    for address in sorted(seen):
        answer = client.get(address.replace("&amp;", "&"))
        # the odds of some steps are more than a request counts, and the page says so
        uncounted = answer.status_code == 422 and "/odds/" in address and b"python -m rules odds" in answer.content
        assert answer.status_code in (200, 202, 302) or uncounted, address


def test_the_list_filters(client: Client, honest: Game, tampered: Game) -> None:
    assert text(client, "/games/").count('class="game-card"') == 2
    verified = text(client, "/games/?verdict=verified")
    assert str(honest.pk) in verified
    assert str(tampered.pk) not in verified
    assert str(tampered.pk) in text(client, "/games/?verdict=findings")
    assert text(client, "/games/?verdict=waiting").count('class="game-card"') == 0
    assert text(client, "/games/?ruleset=kt&q=harbour").count('class="game-card"') == 2
    assert "Try removing" in text(client, "/games/?q=nobody-plays-this")
    assert text(client, "/games/?verdict=nonsense&page=999").count('class="game-card"') == 2


def test_a_russian_game_is_found_in_any_letter_case(client: Client, honest: Game) -> None:
    type(honest).objects.filter(pk=honest.pk).update(title="Битва у Гавани")
    honest.seats.filter(side="a").update(name="Борис", faction="Орки")
    for words in ("битва", "ГАВАНИ", "борис битва", "ОРКИ"):
        assert text(client, f"/games/?q={words}").count('class="game-card"') == 1, words
    assert "Try removing" in text(client, "/games/?q=ельфы")


def test_lists_show_the_final_table(client: Client, honest: Game) -> None:
    page = text(client, "/games/")
    final = selectors.position_at(honest, honest.number)
    assert page.count('class="base"') == len(final.alive())
    assert page.count('class="fallen ') == sum(m.out and m.at is not None for m in final.models.values())


def test_the_front_page_plays_the_newest_verified_game(client: Client, honest: Game, tampered: Game) -> None:
    page = text(client, "/")
    assert f'src="/games/{honest.pk}/replay.json"' in page


def test_the_replay_can_be_read_without_javascript(client: Client, honest: Game, honest_file: GameFile) -> None:
    seen: list[int] = []
    for page in range(1, 20):
        body = text(client, f"/games/{honest.pk}/?steps={page}")
        numbers = [int(n) for n in re.findall(r'id="step-(\d+)"', body)]
        if seen and numbers[0] <= seen[-1]:
            break
        seen += numbers
    assert seen == list(range(1, honest.number + 1))
    first = text(client, f"/games/{honest.pk}/")
    assert '<svg class="thumb"' in first
    assert 'class="die ' in text(client, f"/games/{honest.pk}/?steps=2")


def test_replay_data_has_an_etag_of_the_head_and_the_language(client: Client, honest: Game) -> None:
    path = f"/games/{honest.pk}/replay.json"
    first = client.get(path)
    assert honest.head[:24] in first["ETag"]
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    assert client.get(path, HTTP_IF_NONE_MATCH=first["ETag"], **RU).status_code == 200
    assert json.loads(client.get(path, **RU).content)["words"]["play"] == "Играть"
    zipped = client.get(path, HTTP_ACCEPT_ENCODING="gzip")
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == first.content
    assert len(zipped.content) * 4 < len(first.content)


def test_the_data_of_a_replay_come_in_the_encodings_that_a_browser_takes(client: Client, honest: Game) -> None:
    path = f"/games/{honest.pk}/replay.json"
    plain = client.get(path)
    assert "Content-Encoding" not in plain
    for accepted in ("gzip, deflate, br", "br;q=0.5", "br"):
        packed = client.get(path, HTTP_ACCEPT_ENCODING=accepted)
        assert (packed["Content-Encoding"], brotli.decompress(packed.content)) == ("br", plain.content)
        assert "Accept-Encoding" in packed["Vary"]
    for accepted, encoding in (("gzip, br;q=0", "gzip"), ("gzip", "gzip"), ("br;q=0.0", None), ("identity", None)):
        assert client.get(path, HTTP_ACCEPT_ENCODING=accepted).get("Content-Encoding") == encoding


def test_the_report_says_the_verdict_first(client: Client, honest: Game) -> None:
    page = text(client, f"/games/{honest.pk}/verify/")
    assert f"All {honest.number} steps follow from the rules." in page
    assert 'class="finding"' not in page


def test_the_report_names_step_rule_declared_and_computed(client: Client, tampered: Game) -> None:
    report = selectors.report_of(tampered)
    assert report
    page = text(client, f"/games/{tampered.pk}/verify/")
    for finding in selectors.findings_of(report):
        assert f"/games/{tampered.pk}/#{finding.number}" in page
        assert f"/rules/kt/go/{finding.rule}/" in page
    assert page.count('class="finding"') == 2
    assert page.count("<dt>declared</dt>") == page.count("<dt>the rules give</dt>") == 2
    assert "против правил" in text(client, f"/games/{tampered.pk}/verify/", **RU)


def test_the_report_shows_score_winner_and_who_fell_when(client: Client, tampered: Game) -> None:
    report = rules.report(tampered.rules, selectors.events_of(tampered))
    for headers in ({}, RU):
        body = text(client, f"/games/{tampered.pk}/verify/", **headers)
        assert body.index('class="finding"') < body.index('class="standings"'), "findings first"
        for side, score in report.score.items():
            assert f'<b class="big">{score}</b>' in body, side
        fallen = rules.casualties(
            tampered.rules, selectors.events_of(tampered), selectors.position_at(tampered, tampered.number)
        )
        assert fallen
        listed = body[body.index('class="standings"') :]
        for lost in fallen:
            assert f'href="/games/{tampered.pk}/#{lost.number}"' in listed
            assert f"<b>{lost.name}</b>" in listed
    assert f"{report.winner and next(s.name for s in report.sides if s.side == report.winner)} won" in text(
        client, f"/games/{tampered.pk}/verify/"
    )


def test_the_report_counts_who_fell_together(client: Client, stored: Callable[[GameFile], Game]) -> None:
    """A regiment that flees off the table is one line, with how many models it had."""
    plan = plans("t9a")[0]
    game = stored(recorded("t9a", plan.name))
    final = selectors.position_at(game, game.number)
    groups = list(rules.casualty_groups(rules.casualties(game.rules, selectors.events_of(game), final), final))
    assert max(map(len, groups)) > 1
    for headers, words in (({}, ("model", "models")), (RU, ("модель", "модели", "моделей"))):
        body = text(client, f"/games/{game.pk}/verify/", **headers)
        for group in groups:
            name = final.units[final.models[group[0].model].unit].sheet.name
            counted = {f"<b>{name}: {len(group)} {word}</b>" for word in words}
            assert any(each in body for each in counted) == (len(group) > 1), group
    assert body.count('class="fallen-list"') == 2


def test_the_report_lists_and_counts_what_rests_on_the_players_word(
    client: Client, stored: Callable[[GameFile], Game]
) -> None:
    """On the page in both languages and in the API, with its step; a game without it has no such list."""
    plan = next(plan for plan in plans("kt") if any(e.declared for e in _noted(recorded("kt", plan.name))))
    game = stored(recorded("kt", plan.name))
    report = selectors.report_of(game)
    summary = selectors.summary_of(report) if report else None
    assert summary is not None and summary.on_word
    page, count = f"/games/{game.pk}/verify/", len(summary.on_word)
    one = count == 1
    assert f"{count} thing{'s' * (not one)} {'is' if one else 'are'} taken on the players' word" in text(client, page)
    russian = text(client, page, **RU)
    assert "Со слов игроков" in russian and "со слов игроков" in russian
    said = client.get(f"/api/games/{game.pk}/report").json()["on_word"]
    assert [(each["number"], each["rule"]) for each in said] == [(e.number, e.effect.rule) for e in summary.on_word]
    assert all(f'#{each["number"]}"' in russian for each in said)


def test_a_game_without_claims_lists_none(client: Client, honest: Game) -> None:
    assert "players' word" not in text(client, f"/games/{honest.pk}/verify/")


def _noted(file: GameFile) -> list[Noted]:
    return [effect for event in file.events for effect in event.effects if isinstance(effect, Noted)]


def test_findings_of_an_old_report_are_marked(client: Client, tampered: Game) -> None:
    replay = f"/games/{tampered.pk}/replay.json"
    steps = json.loads(_plain(client.get(replay)))["steps"]
    found = [f for step in steps for f in step.get("f", [])]
    assert found and not any("o" in each for each in found)
    first = next(number for number, step in enumerate(steps, 1) if step.get("f"))
    page = f"/games/{tampered.pk}/?steps={-(-first // game_history.STEPS_A_PAGE)}"
    assert "steps have been added since" not in text(client, page)
    Report.objects.filter(game=tampered).update(head="0" * 64, number=120)
    cache.clear()
    found = [f for step in json.loads(_plain(client.get(replay)))["steps"] for f in step.get("f", [])]
    assert {each["o"] for each in found} == {"From the report up to step 120; steps have been added since."}
    assert "From the report up to step 120" in text(client, page)


def _plain(answer: Any) -> bytes:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.content) if packed else answer.content


def test_a_report_that_runs_shows_how_far_it_is(client: Client, ada: User, honest_file: GameFile) -> None:
    game = services.game_import(data=honest_file.dump(), owner=ada).game
    Report.objects.filter(game=game).delete()
    Report.objects.create(game=game, number=game.number, head=game.head, version=game.version, done=64, state="running")
    page = text(client, f"/games/{game.pk}/verify/")
    assert f'<progress max="{game.number}" value="64"' in page
    now = client.get(f"/games/{game.pk}/verify/state.json").json()
    assert now == {"running": True, "done": 64, "total": game.number}


def test_verify_again_needs_a_login(client: Client, honest: Game, ada: User) -> None:
    path = f"/games/{honest.pk}/verify/again/"
    assert client.post(path)["Location"].startswith("/accounts/login/")
    client.force_login(ada)
    assert client.get(path).status_code == 405
    assert client.post(path)["Location"] == f"/games/{honest.pk}/verify/"


def test_the_game_file_comes_out_as_it_went_in(client: Client, honest: Game, honest_file: GameFile) -> None:
    answer = client.get(f"/games/{honest.pk}/export/")
    assert answer.content.strip() == honest_file.dump().strip()
    assert "attachment" in answer["Content-Disposition"]


def test_evidence_counts_every_die(client: Client, honest: Game, honest_file: GameFile) -> None:
    page = text(client, f"/games/{honest.pk}/evidence/")
    assert honest.head in page
    counted = [int(n) for n in re.findall(r'<span class="soft">(\d+) dice</span></h3>', page)]
    assert sum(counted) == sum(len(event.dice) for event in honest_file.events)


def test_games_that_are_not_public_do_not_exist_for_others(client: Client, honest: Game, ada: User) -> None:
    Game.objects.filter(pk=honest.pk).update(public=False)
    for path in [*tabs(honest), f"/games/{honest.pk}/replay.json", f"/games/{honest.pk}/export/"]:
        assert client.get(path).status_code == 404
    client.force_login(ada)
    assert client.get(f"/games/{honest.pk}/").status_code == 200


def test_errors_say_what_to_do(client: Client) -> None:
    assert "nothing at this address" in text(client, "/nothing/here/", 404)
    assert "ничего нет" in text(client, "/nothing/here/", 404, **RU)
    assert client.get("/rules/none/").status_code == 404


# uploads


def test_uploading_a_game(client: Client, ada: User, honest_file: GameFile) -> None:
    client.force_login(ada)
    file = SimpleUploadedFile("game.jsonl", honest_file.dump())
    answer = client.post("/games/upload/", {"file": file, "title": "At the club"})
    assert answer.status_code == 302
    assert Game.objects.get().title == "At the club"


@pytest.mark.parametrize("data", [b"", b"nonsense", b'{"format":"gamelog/1"}\n', b"\xff\xfe"])
def test_a_bad_game_file_is_refused_with_a_sentence(client: Client, ada: User, data: bytes) -> None:
    client.force_login(ada)
    answer = client.post("/games/upload/", {"file": SimpleUploadedFile("game.jsonl", data)})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Game.objects.exists()
    assert not Event.objects.exists()


@pytest.mark.parametrize("data", [b"", b"<roster", b"PK\x03\x04 broken", ENTITY])
def test_a_bad_roster_is_refused_with_a_sentence(client: Client, ada: User, data: bytes) -> None:
    client.force_login(ada)
    answer = client.post("/rosters/", {"file": SimpleUploadedFile("list.ros", data)})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Roster.objects.exists()


def test_rosters_need_a_login_and_are_their_owners(client: Client, ada: User) -> None:
    path = demo.files()[0]
    assert client.post("/rosters/", {"file": SimpleUploadedFile(path.name, path.read_bytes())})["Location"].startswith(
        "/accounts/login/"
    )
    roster, _ = services.roster_import(owner=ada, data=path.read_bytes(), name=path.name)
    assert client.get(f"/rosters/{roster.pk}/").status_code == 404
    client.force_login(User.objects.create_user("boris"))
    assert client.get(f"/rosters/{roster.pk}/").status_code == 404


def test_every_file_of_players_is_shown_whole(client: Client, ada: User, shared: Any) -> None:
    """Every model, weapon and ability of the eleven files is on the page; anything unknown to the engine is marked."""
    client.force_login(ada)
    folder = shared / "data" / "rosters" / "kill-team"
    files = sorted(folder.iterdir())
    assert len(files) == 11
    for path in files:
        answer = client.post("/rosters/", {"file": SimpleUploadedFile(path.name, path.read_bytes())})
        page = text(client, answer["Location"])
        row = Roster.objects.get(file_name=path.name)
        for model in selectors.sheets_of(row).models:
            for name in (model.name, *(w.name for w in model.weapons), *(a.name for a in model.abilities)):
                assert _escaped(name) in page, (path.name, name)
        unknown = sum(not a.rule for m in selectors.sheets_of(row).models for a in m.abilities)
        assert page.count('class="by-players"') >= unknown


def _escaped(name: str) -> str:
    from django.utils.html import escape

    return str(escape(name))


def test_a_team_out_of_a_command_roster(client: Client, ada: User, shared: Any) -> None:
    client.force_login(ada)
    path = shared / "data" / "rosters" / "kill-team" / "ghd-kroot-125.ros"
    roster, _ = services.roster_import(owner=ada, data=path.read_bytes(), name=path.name)
    address = f"/rosters/{roster.pk}/"
    assert "cannot be fielded at 125" in text(client, f"{address}?limit=125")
    picked = text(client, f"{address}?limit=125&pick=1")
    assert "This team is legal at 125 points." in picked
    ticked = re.findall(r'name="m" value="([^"]+)"[^>]* checked', picked)
    assert ticked
    same = text(client, address + "?limit=125&" + "&".join(f"m={key}" for key in ticked))
    assert "This team is legal at 125 points." in same
    assert "kt.roster.min-models" in text(client, f"{address}?limit=125&m={ticked[0]}")
    assert client.get(f"{address}?limit=-1&m=none&m=none").status_code == 200


# rules


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_rule_is_told_by_itself(client: Client, language: str) -> None:
    clauses = rules.load("kt").clauses
    for key in ("kt.charge.success", "kt.gap.pass"):
        answer = client.get(f"/rules/kt/{key}.json", headers={"Accept-Language": language})
        _rule, clause = clauses[key]
        said = answer.json()
        assert said["label"] == (clause.ru if language == "ru" else clause.en)
        assert said["text"] == (clause.text_ru if language == "ru" else clause.text)
        assert said["kind"] == clause.status and (clause.lines in said["source"] or clause.lines == "-")
    for path in ("kt/no.such.rule", "nothing/kt.charge.success"):
        assert client.get(f"/rules/{path}.json").status_code == 404
    assert client.get("/rules/kt/kt.charge.success.json?version=1").status_code == 404


def test_the_catalogue_shows_every_clause(client: Client) -> None:
    """Each in a chapter, on a view of less than 100 KB; and its address leads there."""
    for system in rules.RULESETS:
        ruleset, shown = rules.load(system), set()
        index = text(client, f"/rules/{system}/")
        assert len(index.encode()) < 100_000
        pages = list(dict.fromkeys(re.findall(r'href="(/rules/[\w-]+/[\w-]+/)"', index)))
        for address in pages:
            shown |= _clauses_from(client, address)
        assert shown >= set(ruleset.clauses)
    sent = client.get("/rules/kt/go/kt.charge.overwatch/")
    assert sent.headers["Location"].startswith("/rules/kt/charge/") and sent.headers["Location"].endswith(
        "#kt.charge.overwatch"
    )
    assert client.get("/rules/kt/go/kt.unheard-of/").status_code == 404


def _clauses_from(client: Client, address: str) -> set[str]:
    """The ids of the clauses of a chapter, view after view."""
    found: set[str] = set()
    while address:
        page = text(client, address)
        assert len(page.encode()) < 100_000, address
        found |= set(re.findall(r'class="clause" id="([^"]+)"', page))
        later = re.search(r'href="(\?from=\d+)">More rules', page)
        address = address.partition("?")[0] + later[1] if later else ""
    return found


def test_chapters_come_in_the_order_of_the_game(client: Client) -> None:
    page = text(client, "/rules/kt/")
    places = [
        page.index(f'href="/rules/kt/{name}/"') for name in ("game", "deploy", "move", "charge", "shoot", "fight")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize(("language", "shown", "other"), [("en", "text", "text_ru"), ("ru", "text_ru", "text")])
def test_the_catalogue_says_its_clauses_in_the_readers_language(
    client: Client, language: str, shown: str, other: str
) -> None:
    clause = rules.load("kt").clauses["kt.charge.success"][1]
    page = text(client, "/rules/kt/?q=kt.charge.success", headers={"Accept-Language": language})
    for kind in ("text", "note"):
        said, unsaid = (escape(getattr(clause, name.replace("text", kind))) for name in (shown, other))
        assert said in page and unsaid not in page


@pytest.mark.parametrize(
    ("query", "expected"),
    [("overwatch", "kt.charge.overwatch"), ("овервотч", "kt.charge.overwatch"), ("kt.save.roll", "kt.save.roll")],
)
def test_the_catalogue_is_searched(client: Client, query: str, expected: str) -> None:
    page = text(client, f"/rules/kt/?q={query}")
    assert f'id="{expected}"' in page
    assert page.count('class="clause"') < 40
    assert "No rules match" in text(client, "/rules/kt/?q=zzzzzz")


def test_the_language_switch(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "ru", "next": "/games/"})
    assert 'lang="ru"' in text(client, "/games/")


def test_the_order_of_queries_does_not_grow_with_the_list(
    client: Client, stored: Callable[..., Game], honest_file: GameFile, django_assert_max_num_queries: Any
) -> None:
    stored(honest_file)
    client.get("/games/")
    with django_assert_max_num_queries(8):
        client.get("/games/")
