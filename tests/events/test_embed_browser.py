"""The event on a page of another site, in a real browser: one line of HTML, or a frame."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamelog.contest.acts.results import Dispute, Enter
from gamelog.tournaments import selectors
from gamelog.tournaments.models import Nameplate, Tournament
from tests.frontend.test_pages_browser import login, violations
from tests.other_site import HOSTILE, OtherSite, complaints_of
from tests.tournaments import making

pytestmark = pytest.mark.django_db(transaction=True)

MILLIMETRE = 96 / 25.4


def line(live_server: Any, event: str = "winter-muster", **data: str) -> str:
    """The line of HTML that a club copies."""
    more = "".join(f' data-{name}="{value}"' for name, value in data.items())
    return f'<script async src="{live_server.url}/embed.js" data-event="{event}"{more}></script>'


def test_one_line_shows_the_standings_on_a_plain_page_of_another_origin(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    complaints = complaints_of(desk)
    address = club_site.page(f"<h1>Our club</h1><main>{line(live_server, rows='5')}</main><p>After</p>")
    assert not address.startswith(live_server.url)
    desk.goto(address)
    part = desk.locator("main gamelog-event")
    expect(part.get_by_role("heading", name="Winter muster")).to_be_visible()
    expect(part.get_by_text("Standings after round 2")).to_be_visible()
    expect(part.locator("tbody tr")).to_have_count(5)
    first = part.locator("tbody tr").first
    expect(first.locator("th")).to_have_text("p1")
    expect(first.locator("td").nth(1)).to_have_text("2–0–0")
    link = part.get_by_role("link", name="All 8 on the event's page")
    assert link.get_attribute("href") == f"{live_server.url}/events/winter-muster/"
    assert desk.evaluate("Object.keys(window).filter((name) => /gamelog|embed/i.test(name))") == []
    assert complaints == []


def test_a_new_result_shows_without_loading_the_page_again(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(club_site.page(line(live_server, refresh="5")))
    first = desk.locator("gamelog-event tbody tr").first
    expect(first.locator("th")).to_have_text("p1")
    requests: list[tuple[int, str]] = []
    desk.on("response", lambda response: requests.append((response.status, response.url)))
    pair = making.state_of(filled).rounds[1].pair_of(1)
    assert pair
    lost = making.reported(0, 90) if pair.a == 1 else making.reported(90, 0)
    making.act(filled, filled.owner, Enter(round=2, table=pair.table, report=lost, reason="misread"))
    expect(first.locator("th")).not_to_have_text("p1", timeout=20_000)
    assert {url for _status, url in requests} == {f"{live_server.url}/events/winter-muster/standings.json"}


def test_what_did_not_change_is_not_sent_again(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(club_site.page(line(live_server, refresh="5")))
    expect(desk.locator("gamelog-event tbody tr")).to_have_count(8)
    with desk.expect_response(lambda response: "standings.json" in response.url, timeout=20_000) as found:
        pass
    sizes = found.value.request.sizes()
    # The browser used its own copy: the answer had no body.
    assert (sizes["responseBodySize"], found.value.status in (200, 304)) == (0, True)


def test_a_style_sheet_of_the_page_does_not_reach_in_and_ours_does_not_reach_out(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(
        club_site.page(f"<section><span id=beside>Beside</span>{line(live_server, theme='light')}</section>", HOSTILE)
    )
    part = desk.locator("gamelog-event")
    cell = part.locator("tbody th").first
    expect(cell).to_be_visible()
    style = "(each) => { const s = getComputedStyle(each); return [s.color, s.textTransform, s.letterSpacing, s.fontSize, s.borderLeftStyle, s.fontFamily.includes('system-ui'), s.lineHeight]; }"  # noqa: E501
    assert cell.evaluate(style) == ["rgb(29, 33, 38)", "none", "normal", "16px", "none", True, "23.2px"]
    host = part.evaluate("(each) => [getComputedStyle(each).display, getComputedStyle(each).borderTopStyle]")
    assert host == ["block", "none"]
    beside = desk.locator("#beside").evaluate("(each) => getComputedStyle(each).fontSize")
    assert beside == "40px"


def test_the_page_sets_colours_and_letters(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    own = "gamelog-event { --gamelog-paper: rgb(1, 2, 3); --gamelog-ink: rgb(250, 240, 230); --gamelog-size: 20px; }"
    body = line(live_server, theme="dark") + f"<div id=plain>{line(live_server, theme='dark')}</div>"
    desk.goto(club_site.page(body, own.replace("gamelog-event", "body > gamelog-event")))
    expect(desk.locator("gamelog-event tbody tr")).to_have_count(16)
    style = "(each) => { const s = getComputedStyle(each); return [s.backgroundColor, s.color, s.fontSize]; }"
    boxes = desk.locator("gamelog-event .gamelog")
    assert boxes.first.evaluate(style) == ["rgb(1, 2, 3)", "rgb(250, 240, 230)", "20px"]
    assert boxes.last.evaluate(style) == ["rgb(27, 34, 42)", "rgb(232, 230, 223)", "16px"]


def test_the_theme_follows_the_reader_unless_it_is_said(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.emulate_media(color_scheme="dark")
    desk.goto(club_site.page(f"<div>{line(live_server)}</div><p>{line(live_server, theme='light')}</p>"))
    expect(desk.locator("gamelog-event tbody tr")).to_have_count(16)
    paper = "(each) => getComputedStyle(each).backgroundColor"
    assert desk.locator("div > gamelog-event .gamelog").evaluate(paper) == "rgb(27, 34, 42)"
    assert desk.locator("p > gamelog-event .gamelog").evaluate(paper) == "rgb(253, 252, 249)"


def test_pairings_in_russian_with_how_sure_each_result_is(
    phone: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    body = line(live_server, show="pairings", lang="ru") + line(live_server, show="pairings", round="1")
    phone.goto(club_site.page(body, lang="ru"))
    parts = phone.locator("gamelog-event")
    expect(parts.first.get_by_text("Тур 2")).to_be_visible()
    expect(parts.last.get_by_text("Тур 1")).to_be_visible()
    expect(parts.first.locator("tbody tr")).to_have_count(4)
    expect(parts.first.get_by_text("подтверждено").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_pairings_of_an_event_that_has_none_yet(
    desk: Page, live_server: Any, club_site: OtherSite, people: SimpleNamespace
) -> None:
    """A club publishes the line before the event begins."""
    made = making.announce(people.organiser)
    making.register(made, "Ada", "Boris")
    desk.goto(club_site.page(line(live_server, show="pairings", refresh="5")))
    part = desk.locator("gamelog-event")
    expect(part.get_by_role("heading", name="Winter muster")).to_be_visible()
    expect(part.get_by_text("This round is not paired yet.")).to_be_visible()
    making.pair_round(made)
    expect(part.get_by_text("Round 1")).to_be_visible(timeout=20_000)
    expect(part.locator("tbody tr")).to_have_count(1)


def test_pairings_that_are_cut_say_how_many_there_are(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(club_site.page(line(live_server, show="pairings", rows="3")))
    part = desk.locator("gamelog-event")
    expect(part.locator("tbody tr")).to_have_count(3)
    expect(part.get_by_role("link", name="All 4 on the event's page")).to_be_visible()


def test_the_element_to_stand_in_may_come_later_in_the_page(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    script = line(live_server, target="#later").replace(" async", "")
    desk.goto(club_site.page(f"<header>{script}</header><main><div id=later></div></main>"))
    expect(desk.locator("#later gamelog-event tbody tr")).to_have_count(8)
    expect(desk.locator("header gamelog-event")).to_have_count(0)


def long_named(people: SimpleNamespace) -> Tournament:
    """Two players with names too long for any column, at their first table."""
    made = making.announce(people.organiser, title="The great winter muster of the northern provinces")
    making.register(
        made, "Konstantin Wolfeschlegelsteinhausenbergerdorff Preobrazhensky", "Wolfeschlegelsteinhausenbergerdorff",
        faction="The Order of Our Martyred Lady of the Northern Provinces",
    )  # fmt: skip
    making.pair_round(made)
    return made


def test_a_long_name_leaves_the_points_in_sight_of_a_phone(phone: Page, people: SimpleNamespace) -> None:
    phone.goto(f"/events/{long_named(people).slug}/embed/?lang=en")
    score = phone.locator("td.score").first.bounding_box()
    assert score and score["x"] + score["width"] <= 390


def test_a_long_name_leaves_code_and_boxes_on_the_paper(desk: Page, people: SimpleNamespace) -> None:
    slug = long_named(people).slug
    desk.emulate_media(media="print")
    desk.goto(f"/events/{slug}/print/1/cards/")
    card, code, said = (desk.locator(each).first.bounding_box() for each in (".card", ".card .code svg", ".card .scan"))
    assert card and code and said
    assert code["height"] >= 26 * MILLIMETRE - 1 and said["y"] >= code["y"] + code["height"] - 1
    assert said["y"] + said["height"] <= card["y"] + card["height"]
    desk.goto(f"/events/{slug}/print/1/sheets/")
    sheet, box = (desk.locator(each).bounding_box() for each in (".score-sheet", ".points td:last-child"))
    assert sheet and box and box["x"] + box["width"] <= sheet["x"] + sheet["width"]


def test_the_bracket_and_its_winner(
    desk: Page, live_server: Any, club_site: OtherSite, people: SimpleNamespace
) -> None:
    made = making.announce(people.organiser, format="single-elimination", late_entry=0, bronze=True)
    making.register(made, *(getattr(people, f"p{number}") for number in range(1, 6)))
    for _round in range(3):
        making.play_round(made)
    desk.goto(club_site.page(line(live_server, show="bracket")))
    part = desk.locator("gamelog-event")
    expect(part.locator(".draw > li")).to_have_count(3)
    expect(part.locator(".draw > li").last.locator(".won").first).to_have_text("p1")
    expect(part.get_by_text("for third place")).to_be_visible()


def test_names_are_text_and_never_html(
    desk: Page, live_server: Any, club_site: OtherSite, people: SimpleNamespace
) -> None:
    made = making.announce(people.organiser)
    making.register(made, "<img src=x onerror=\"document.title='taken'\">", "Boris")
    making.play_round(made)
    desk.goto(club_site.page(line(live_server)))
    expect(desk.locator("gamelog-event tbody th").filter(has_text="<img src=x")).to_have_count(1)
    assert desk.title() == "Club"
    assert desk.locator("gamelog-event img").count() == 0


def test_a_plain_sentence_where_nothing_can_be_shown(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(club_site.page(line(live_server, event="nothing")))
    part = desk.locator("gamelog-event")
    expect(part.get_by_text("This cannot be shown right now.")).to_be_visible()
    expect(part.get_by_role("link", name="The event's page")).to_have_attribute(
        "href", f"{live_server.url}/events/nothing/"
    )


def test_when_the_site_stops_answering_the_last_standings_stay_and_say_so(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    desk.goto(club_site.page(line(live_server, refresh="5")))
    part = desk.locator("gamelog-event")
    expect(part.locator("tbody tr")).to_have_count(8)
    desk.route("**/standings.json", lambda route: route.abort())
    expect(part.get_by_text("Not up to date")).to_be_visible(timeout=20_000)
    expect(part.locator("tbody tr")).to_have_count(8)
    desk.unroute("**/standings.json")
    expect(part.get_by_text("Not up to date")).to_have_count(0, timeout=20_000)


def test_it_needs_no_more_than_the_page_would_grant_a_stranger(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    """A page with its own policy allows our origin for script and data, and no inline style."""
    club_site.headers["Content-Security-Policy"] = (
        f"default-src 'none'; script-src {live_server.url}; connect-src {live_server.url}; img-src data:"
    )
    complaints = complaints_of(desk)
    target = f"<div id=here></div>{line(live_server, target='#here', theme='light')}"
    club_site.pages["/"] = (
        f"<!doctype html><html lang=en><title>Club</title><link rel=icon href='data:,'><body>{target}</body>"
    )
    desk.goto(club_site.address + "/")
    expect(desk.locator("#here gamelog-event tbody tr")).to_have_count(8)
    paper = desk.locator("gamelog-event .gamelog").evaluate("(each) => getComputedStyle(each).backgroundColor")
    assert paper == "rgb(253, 252, 249)"
    assert complaints == []


def test_a_frame_on_another_site_needs_no_script(
    browser: Any, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 800})
    page = context.new_page()
    address = f"{live_server.url}/events/winter-muster/embed/?show=standings&amp;theme=dark&amp;lang=en&amp;rows=3"
    page.goto(club_site.page(f'<iframe src="{address}" title="Winter muster" width="800" height="500"></iframe>'))
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Winter muster")).to_be_visible()
    expect(frame.locator("tbody tr")).to_have_count(3)
    expect(frame.get_by_role("link", name="All 8 on the event's page")).to_have_attribute("target", "_blank")
    page.goto(club_site.page(f'<iframe src="{live_server.url}/events/winter-muster/" title="Event"></iframe>'))
    expect(page.frame_locator("iframe").locator("h1")).to_have_count(0)
    context.close()


def test_the_line_to_copy_works_as_it_is_copied(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    """From the event's own page to the page of the club, using only the text in the box."""
    desk.goto("/events/winter-muster/embed/code/")
    desk.get_by_label("What").select_option("pairings")
    desk.get_by_role("button", name="Show").click()
    boxes = desk.locator("textarea")
    script, frame = boxes.first.input_value(), boxes.last.input_value()
    desk.goto(club_site.page(f"<main>{script}{frame}</main>"))
    expect(desk.locator("gamelog-event").get_by_text("Round 2")).to_be_visible()
    expect(desk.frame_locator("iframe").get_by_text("Round 2")).to_be_visible()


def test_the_script_is_one_file_that_stands_alone(live_server: Any, client: Any) -> None:
    response = client.get("/embed.js")
    text = response.content.decode()
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "max-age=3600" in response["Cache-Control"]
    assert client.get("/embed.js", HTTP_IF_NONE_MATCH=response["ETag"]).status_code == 304
    assert text.startswith("(()=>{") and "import " not in text and "import(" not in text
    assert len(client.get("/embed.js", HTTP_ACCEPT_ENCODING="gzip").content) < 8000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    desk: Page, live_server: Any, club_site: OtherSite, people: SimpleNamespace, filled: Tournament, scheme: Any
) -> None:
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    login(desk, "olga", making.PASSWORD)
    found = {}
    for address in ("embed/", "embed/?show=pairings", "embed/code/", "print/", "print/standings/", "print/2/pairings/",
                    "print/2/names/", "print/2/cards/", "print/2/sheets/", "webhooks/"):  # fmt: skip
        desk.goto(f"/events/winter-muster/{address}")
        found[address] = violations(desk)
    desk.goto(club_site.page(f"<main><h1>Club</h1>{line(live_server)}{line(live_server, show='pairings')}</main>"))
    expect(desk.locator("gamelog-event tbody tr")).to_have_count(12)
    found["script"] = violations(desk)
    assert not {address: each for address, each in found.items() if each}


def test_no_page_is_wider_than_a_phone(phone: Page, people: SimpleNamespace, filled: Tournament) -> None:
    login(phone, "olga", making.PASSWORD)
    for address in ("embed/", "embed/?show=pairings", "embed/code/", "print/", "print/standings/", "print/2/pairings/",
                    "print/2/names/", "print/2/cards/", "print/2/sheets/", "webhooks/"):  # fmt: skip
        phone.goto(f"/events/winter-muster/{address}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_an_organiser_adds_an_address_and_copies_its_secret(
    desk: Page, live_server: Any, people: SimpleNamespace, filled: Tournament
) -> None:
    login(desk, "olga", making.PASSWORD)
    desk.goto("/events/winter-muster/webhooks/")
    desk.get_by_label("Address").fill("http://10.0.0.1/hook")
    desk.get_by_role("button", name="Add").click()
    expect(desk.get_by_role("alert")).to_contain_text("Nothing can be sent there")
    desk.get_by_label("Address").fill("https://club.example/hook")
    desk.get_by_role("button", name="Add").click()
    secret = desk.locator(".secret").inner_text()
    assert [hook.secret for hook in filled.webhooks.all()] == [secret]
    desk.reload()
    expect(desk.locator(".secret")).to_have_count(0)
    desk.get_by_role("button", name="Remove result").click()
    expect(desk.get_by_text("There are no webhooks yet")).to_be_visible()


def test_pages_to_print_are_black_on_white_and_have_no_buttons(
    desk: Page, live_server: Any, filled: Tournament
) -> None:
    desk.emulate_media(media="print", color_scheme="dark")
    for address in ("print/standings/", "print/2/cards/"):
        desk.goto(f"/events/winter-muster/{address}")
        expect(desk.locator(".bar")).to_be_hidden()
        colours = desk.locator("body").evaluate(
            "(each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
        )
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_the_address_of_a_frame_sets_its_look_and_it_says_when_it_was_current(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    complaints = complaints_of(desk)
    look = "paper=102a43&amp;ink=f0f4f8&amp;font=serif&amp;size=20&amp;radius=0&amp;link=url(x)"
    source = f"{live_server.url}/events/{filled.slug}/embed/?{look}"
    desk.goto(club_site.page(f'<iframe src="{source}" title="Standings" width=900 height=700></iframe>'))
    part = desk.frame_locator("iframe").locator(".gamelog")
    expect(part).to_have_css("background-color", "rgb(16, 42, 67)")
    expect(part).to_have_css("color", "rgb(240, 244, 248)")
    expect(part).to_have_css("font-size", "20px")
    expect(part).to_have_css("font-family", "Georgia, Times, serif")
    expect(part).to_have_css("border-radius", "0px")
    # What is no colour is left out, and the usual one stays.
    expect(part.locator("a").first).to_have_css("color", "rgb(31, 79, 143)")
    expect(part.locator("time")).to_contain_text("As of ")
    assert complaints == []


def test_the_script_says_what_is_provisional_and_when_it_was_current(
    desk: Page, live_server: Any, club_site: OtherSite, filled: Tournament
) -> None:
    pair = selectors.state_of(filled).rounds[-1].paired.pairs[0]
    player = Nameplate.objects.get(tournament=filled, number=pair.a).user
    assert player
    making.act(filled, player, Dispute(round=2, table=pair.table, side="a", reason="misread"))
    desk.goto(club_site.page(line(live_server)))
    part = desk.locator("gamelog-event")
    expect(part.locator("tr", has_text=player.username).locator(".provisional")).to_have_text("provisional")
    expect(part.locator("tr .provisional").first).to_have_attribute("title", re.compile(r"is disputed"))
    expect(part).to_contain_text("A provisional place rests on a result")
    expect(part.locator("time")).to_contain_text("As of ")
