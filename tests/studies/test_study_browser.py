"""Studies in a real browser: writing and drawing on a desk and on a phone, reading, and being overtaken."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from gamelog.games.models import Game
from gamelog.games.selectors import position_at
from gamelog.studies import services
from gamelog.studies.drawings import Arrow, Drawing, Ring, Spot
from gamelog.studies.models import Chapter, Note, Study
from tests.frontend.conftest import ada, demo_rosters, honest, honest_file, kt, stored  # noqa: F401
from tests.frontend.test_pages_browser import violations

pytestmark = pytest.mark.django_db(transaction=True)

STEP = 93
LEFT, RIGHT = "left", "right"


def enter(page: Page, user: User, address: str) -> None:
    """Open an address as somebody who has logged in."""
    client = Client()
    client.force_login(user)
    page.goto("/healthz")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page.url}])
    page.goto(address)
    expect(page.locator(".replay")).to_be_visible()


def begin(page: Page, title: str) -> None:
    page.locator(".study-door").click()
    page.locator(".study-begin input").fill(title)
    page.locator(".study-begin button").click()
    expect(page.locator(".study textarea")).to_be_visible()


def middle(page: Page, model: str) -> tuple[float, float]:
    """Where a model is on the screen."""
    found: Any = page.locator(f'.model[data-id="{model}"]').evaluate(
        """model => { const drawn = model.querySelector('.base') ?? model.querySelector('.diamond');
            const box = drawn.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }"""
    )
    return found[0], found[1]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], button: Any = LEFT) -> None:
    page.mouse.move(*start)
    page.mouse.down(button=button)
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    page.mouse.up(button=button)


def ends(page: Page) -> list[list[float]]:
    """Where the arrow on the table begins and ends on the screen: its own origin, and its tip."""
    found: Any = page.locator(".study-drawing.arrow").first.evaluate(
        """arrow => { const matrix = arrow.getScreenCTM();
            const at = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(matrix); return [p.x, p.y]; };
            const head = arrow.querySelector('.head').getAttribute('d').match(/L(-?[\\d.]+) 0/);
            return [at(0, 0), at(+head[1], 0)]; }"""
    )
    return list(found)


def stands_still(page: Page) -> None:
    """Wait until the table has been at the same place for some frames."""
    page.evaluate(
        """async () => { let [before, same] = ['', 0];
            while (same < 4) {
                await new Promise(requestAnimationFrame);
                const box = JSON.stringify(document.querySelector('svg.board').getBoundingClientRect());
                [before, same] = [box, box === before ? same + 1 : 0];
            } }"""
    )


def saved(page: Page, wait_until: Callable[..., None], holds: Callable[[], bool]) -> None:
    wait_until(holds, 15)
    expect(page.locator(".study-state")).not_to_have_class("study-state waiting")


def far_apart(game: Game) -> tuple[str, str]:
    """Two models that stand far from everybody else's middle, one of each side."""
    state = position_at(game, STEP)
    standing = {key: model.at for key, model in state.models.items() if model.at and not model.out}
    side = {key: model.side for key, model in state.models.items()}
    one = min((key for key in standing if side[key] == "a"), key=lambda key: standing[key][0])
    other = max((key for key in standing if side[key] == "b"), key=lambda key: standing[key][1])
    return one, other


def test_somebody_writes_a_study_at_a_desk(
    desk: Page, honest: Game, ada: User, wait_until: Callable[..., None]  # noqa: F811
) -> None:  # fmt: skip
    complaints: list[str] = []
    desk.on("console", lambda each: complaints.append(each.text) if each.type in ("error", "warning") else None)
    enter(desk, ada, f"/games/{honest.pk}/#{STEP}")
    begin(desk, "Where it turned")
    key = Study.objects.get().key
    assert f"?study={key}#{STEP}" in desk.url
    # By the keyboard: the text, a mark, and an arrow chosen from lists.
    desk.locator(".study textarea").press_sequentially("He **waits**. Press n, , and . here")
    expect(desk.locator(f'.replay[data-step="{STEP}"]')).to_be_visible()
    desk.locator('[data-mark="turning-point"]').press("Enter")
    one, other = far_apart(honest)
    desk.locator(".study-by-list summary").press("Enter")
    desk.locator('.study-by-list select[name="from"]').select_option(one)
    desk.locator('.study-by-list select[name="to"]').select_option(other)
    desk.locator(".study-by-list button").press("Enter")
    # With the right button, in another colour; then with the left in the mode for it, where a tap is a ring.
    desk.locator('[data-colour="rose"]').click()
    drag(desk, middle(desk, other), middle(desk, one), RIGHT)
    desk.locator(".study-pen").click()
    desk.mouse.click(*middle(desk, one))
    expect(desk.locator(".study-drawing.ring")).to_have_count(1)
    assert desk.locator(".model.picked").count() == 0
    desk.locator(".study-undo").click()
    expect(desk.locator(".study-drawing.ring")).to_have_count(0)
    saved(desk, wait_until, lambda: Note.objects.filter(drawings__contains="rose").exists())
    note = Note.objects.get()
    assert (note.step, note.text, note.mark) == (STEP, "He **waits**. Press n, , and . here", "turning-point")
    drawn = json.loads(note.drawings)
    assert [(each["start"]["model"], each["end"]["model"], each["colour"]) for each in drawn] == [
        (one, other, "teal"), (other, one, "rose"),
    ]  # fmt: skip
    # A chapter, and the graph's sign of the note.
    desk.locator(".study-chapter-form input").fill("The turn")
    desk.locator(".study-chapter-form input").press("Enter")
    wait_until(lambda: Chapter.objects.filter(step=STEP, title="The turn").exists(), 15)
    expect(desk.locator(f'.pin.note[data-note="{STEP}"]')).to_have_count(1)
    assert violations(desk) == []
    desk.locator(".study-mode").click()
    expect(desk.locator(".study-note strong")).to_have_text("waits")
    assert complaints == []


def test_an_arrow_ends_where_it_was_drawn_on_an_enlarged_table(
    desk: Page, honest: Game, ada: User, wait_until: Callable[..., None]  # noqa: F811
) -> None:  # fmt: skip
    enter(desk, ada, f"/games/{honest.pk}/#{STEP}")
    begin(desk, "Near")
    desk.get_by_label("Zoom in").click()
    board = desk.locator("svg.board").bounding_box()
    assert board
    start, end = ((board["x"] + board["width"] * share, board["y"] + board["height"] * share) for share in (0.35, 0.62))
    desk.locator(".study-pen").click()
    drag(desk, start, end)
    seen = ends(desk)
    assert [abs(a - b) < 24 for a, b in zip(seen[1], end, strict=True)] == [True, True]
    saved(desk, wait_until, lambda: Note.objects.exists())
    # The table itself was not dragged, and the whole of it shows the arrow over the same places.
    places = json.loads(Note.objects.get().drawings)[0]["end"]
    desk.get_by_label("Whole table").click()
    back = desk.evaluate(
        """() => { const m = document.querySelector('svg.board .camera').getScreenCTM();
            return [m.a, m.e, m.f]; }"""
    )
    tip = ends(desk)[1]
    assert abs(back[0] * places["x"] + back[1] - tip[0]) < 24 and abs(back[0] * places["y"] + back[2] - tip[1]) < 24


def test_a_finger_draws_on_a_table_that_is_turned(
    phone: Page, honest: Game, ada: User, wait_until: Callable[..., None]  # noqa: F811
) -> None:  # fmt: skip
    enter(phone, ada, f"/games/{honest.pk}/#{STEP}")
    begin(phone, "С телефона")
    one, other = far_apart(honest)
    phone.locator(".study-pen").tap()
    phone.locator("svg.board").scroll_into_view_if_needed()
    stands_still(phone)
    (x1, y1), (x2, y2) = middle(phone, one), middle(phone, other)
    touch = phone.context.new_cdp_session(phone)
    path = [(x1, y1), ((x1 + x2) / 2, (y1 + y2) / 2), (x2, y2)]
    for kind, (x, y) in zip(("touchStart", "touchMove", "touchMove"), path, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator(".study-drawing.arrow")).to_have_count(1)
    # What is written below the table may have moved it since.
    stands_still(phone)
    (x1, y1), (x2, y2) = middle(phone, one), middle(phone, other)
    (begun_x, begun_y), (tip_x, tip_y) = ends(phone)
    assert abs(begun_x - x1) < 2 and abs(begun_y - y1) < 2 and abs(tip_x - x2) < 16 and abs(tip_y - y2) < 16
    saved(phone, wait_until, lambda: Note.objects.exists())
    (arrow,) = json.loads(Note.objects.get().drawings)
    state = position_at(honest, STEP)
    assert [(arrow[end]["model"], arrow[end]["x"], arrow[end]["y"]) for end in ("start", "end")] == [
        (key, *(state.models[key].at or ())[:2]) for key in (one, other)
    ]
    expect(phone.locator("ul.study-drawn")).to_contain_text("Стрелка: ")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(phone) == []


@pytest.fixture
def shown(honest: Game) -> Study:  # noqa: F811
    """Carol's public study with three notes and two chapters."""
    carol = User.objects.create_user("carol", password="demo-carol")
    study = services.study_begin(game_id=honest.pk, actor=carol, title="What went wrong", visibility="public")
    one, other = far_apart(honest)
    drawn: list[Drawing] = [Arrow("violet", Spot(0, 0, one), Spot(0, 0, other)), Ring("ink", Spot(300, 300))]
    services.note_write(study=study, actor=carol, expected=0, step=40, text="First", mark="good")
    services.note_write(
        study=study, actor=carol, expected=1, step=STEP, text="<img src=x onerror=alert(1)>", drawn=drawn
    )
    services.note_write(study=study, actor=carol, expected=2, step=150, text="Last", mark="mistake")
    services.chapter_begin(study=study, actor=carol, expected=3, step=30, title="Starts")
    services.chapter_begin(study=study, actor=carol, expected=4, step=120, title="Ends")
    return study


def test_anybody_reads_a_public_study(desk: Page, honest: Game, shown: Study) -> None:  # noqa: F811
    desk.emulate_media(color_scheme="dark", reduced_motion="reduce")
    scripts: list[str] = []
    desk.on("request", lambda request: scripts.append(request.url) if "study-panel" in request.url else None)
    desk.on("dialog", lambda dialog: pytest.fail(f"something ran: {dialog.message}"))
    desk.goto(f"/games/{honest.pk}/#10")
    expect(desk.locator(".replay")).to_be_visible()
    assert scripts == []
    desk.locator(".study-door").click()
    desk.locator(f'[data-study="{shown.key}"]').click()
    # Choosing it leads to its first note; keys lead on, chapters jump.
    expect(desk.locator('.replay[data-step="40"] .study-note')).to_contain_text("First")
    assert desk.locator(".study-mode, .study-settings").count() == 0
    desk.keyboard.press(".")
    expect(desk.locator(f'.replay[data-step="{STEP}"] .study-note')).to_contain_text("<img src=x onerror=alert(1)>")
    assert desk.locator(".study-note img").count() == 0
    one, other = far_apart(honest)
    seen = ends(desk)
    for place, model in zip(seen, (one, other), strict=True):
        assert all(abs(a - b) < 26 for a, b in zip(place, middle(desk, model), strict=True))
    expect(desk.locator(".study-drawing.ring")).to_have_count(1)
    assert violations(desk) == []
    desk.locator('[data-chapter-at="120"]').click()
    expect(desk.locator('.replay[data-step="120"] [aria-current="step"][data-chapter-at="120"]')).to_be_visible()
    desk.keyboard.press(",")
    expect(desk.locator(f'.replay[data-step="{STEP}"]')).to_be_visible()
    expect(desk.locator(".pin.note")).to_have_count(3)
    desk.keyboard.press("?")
    expect(desk.locator(".keys")).to_contain_text("Next note")


def test_a_link_opens_a_study_at_its_step(phone: Page, desk: Page, honest: Game, shown: Study) -> None:  # noqa: F811
    phone.goto(f"/games/{honest.pk}/?study={shown.key}#150")
    expect(phone.locator('.replay[data-step="150"] .study-note')).to_contain_text("Last")
    expect(phone.locator(".study-note")).to_contain_text("Ошибка")
    assert violations(phone) == []
    desk.goto(f"/games/{honest.pk}/?study={shown.key}")
    expect(desk.locator('.replay[data-step="40"] .study-note')).to_contain_text("First")
    Study.objects.update(visibility="private")
    desk.reload()
    expect(desk.locator(".study-trouble")).to_contain_text("cannot be opened")
    assert "study=" not in desk.url


def test_pages_of_studies_are_accessible(phone: Page, shown: Study) -> None:
    owner = User.objects.get(username="carol")
    Note.objects.filter(step=150).update(hidden="Rude")
    phone.goto(f"/studies/{shown.key}/")
    assert violations(phone) == []
    for address in (f"/studies/{shown.key}/", "/studies/"):
        client = Client()
        client.force_login(owner)
        phone.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": phone.url}])
        phone.goto(address)
        assert violations(phone) == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_is_lost_when_two_write(
    desk: Page, honest: Game, shown: Study, wait_until: Callable[..., None]  # noqa: F811
) -> None:  # fmt: skip
    carol = User.objects.get(username="carol")

    def elsewhere(step: int, text: str) -> None:
        version = Study.objects.get().number
        services.note_write(study=shown, actor=carol, expected=version, step=step, text=text)

    enter(desk, carol, f"/games/{honest.pk}/?study={shown.key}#150")
    desk.locator(".study-mode").click()
    # On another step: both stay, and nobody is asked.
    elsewhere(40, "From the phone")
    desk.locator(".study textarea").fill("At the desk")
    wait_until(lambda: Note.objects.get(step=150).text == "At the desk", 15)
    assert Note.objects.get(step=40).text == "From the phone"
    # On the same step: somebody has to decide, and sees both.
    elsewhere(150, "From the phone too")
    desk.locator(".study textarea").fill("At the desk, later")
    expect(desk.locator(".study-conflict blockquote")).to_have_text("From the phone too")
    assert Note.objects.get(step=150).text == "From the phone too"
    expect(desk.locator(".study textarea")).to_have_value("At the desk, later")
    assert violations(desk) == []
    desk.locator('[data-settle="mine"]').click()
    wait_until(lambda: Note.objects.get(step=150).text == "At the desk, later", 15)
    # Without a network it is kept, and sent once there is one.
    desk.context.set_offline(True)
    desk.locator(".study textarea").fill("Offline")
    expect(desk.locator(".study-trouble")).to_contain_text("No connection")
    desk.locator("button.back").click()
    desk.context.set_offline(False)
    wait_until(lambda: Note.objects.get(step=150).text == "Offline", 20)
    expect(desk.locator(".study-trouble")).to_have_count(0)


def test_the_owner_shares_and_deletes(
    desk: Page, honest: Game, ada: User, wait_until: Callable[..., None]  # noqa: F811
) -> None:  # fmt: skip
    enter(desk, ada, f"/games/{honest.pk}/#{STEP}")
    begin(desk, "Short-lived")
    desk.locator(".study textarea").fill("Something")
    wait_until(lambda: Note.objects.exists(), 15)
    desk.locator(".study-settings summary").click()
    desk.get_by_label("Anyone with the link").check()
    wait_until(lambda: Study.objects.get().visibility == "link", 15)
    first = Study.objects.get().key
    desk.get_by_label("Only me").check()
    wait_until(lambda: Study.objects.get().visibility == "private", 15)
    expect(desk.locator(".study-tools a.button")).to_have_attribute("href", f"/studies/{Study.objects.get().key}/")
    assert first not in desk.url and Study.objects.get().key in desk.url
    desk.locator('[data-delete="ask"]').click()
    desk.locator('[data-delete="sure"]').click()
    expect(desk.locator(".study-begin")).to_be_visible()
    assert not Study.objects.exists() and "study=" not in desk.url
