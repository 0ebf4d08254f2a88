"""Battles recorded in real browsers, with a server in a process of its own: fingers, dice, cut networks, two phones."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, Route, expect

import rules
from frontend.record import table_choices
from gamelog.games import demo, opening, selectors, services
from gamelog.games.models import Game, Seat, StepCall
from rules.autoplay import play
from rules.gamefile import GameFile
from rules.kernel import sketch
from rules.kernel.canonical import tag_of
from rules.kernel.dice import Seeded
from rules.kernel.state import Table
from tests.conftest import ENGLISH_DESK, RUSSIAN_PHONE
from tests.frontend.following import cookie
from tests.frontend.test_pages_browser import violations
from tests.record.at_the_table import Phone
from tests.record.captain import Captain
from tests.record.conftest import FILES
from tests.record.fingers import Fingers
from tests.record.follower import Follower
from tests.record.test_recorder import resent, stream

LONG = bool(os.environ.get("GAMELOG_LONG"))
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(7200 if LONG else 300)]
STEPS = 5000 if LONG else 30
"""Whole battles, if there is time for them."""
CUTS, CLOSINGS, RESTARTS = (50, 10, 10) if LONG else (8, 2, 1)
WHOLE = {**FILES, "cod": [demo.FILES / "40k" / f"{name}.txt" for name in ("copper-lances", "drowned-court")]}
"""Lists of a whole battle: 750 points a side."""
CITY_SEED = 1
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
WIDE_DESK = {**ENGLISH_DESK, "viewport": {"width": 2560, "height": 1400}}
ENGLISH_PHONE = {**RUSSIAN_PHONE, "locale": "en-GB"}


@pytest.fixture
def ada(site: Any) -> User:
    return User.objects.create_user("ada", password="demo-ada")


@pytest.fixture
def boris(site: Any) -> User:
    return User.objects.create_user("boris", password="demo-boris")


Opened = Callable[..., Game]
Visit = Callable[..., Page]


@pytest.fixture
def battle(ada: User) -> Opened:
    """A battle with both forces there. Without a `rival` both sides are on one phone."""

    def begin(ruleset: str = "kt", rival: User | None = None, dice: Any = "table", table: Table | None = None) -> Game:
        chosen = rules.load(ruleset)
        game = services.game_create(owner=ada, ruleset=ruleset, dice=dice, seats={chosen.sides[0]: ada})
        if rival is not None:
            Seat.objects.filter(game=game, side=chosen.sides[1]).update(user=rival)
        lists = [
            services.roster_import(owner=ada, data=each.read_bytes(), name=each.name)[0] for each in FILES[ruleset]
        ]
        forces = {side: opening.Force(each, "pick") for side, each in zip(chosen.sides, lists, strict=True)}
        opening.game_open(game=game, table=table or chosen.table(1), options={}, forces=forces, actor=ada)
        game.refresh_from_db()
        return game

    return begin


@pytest.fixture
def visit(browser: Any, site: Any) -> Iterator[Visit]:
    """Opens the recorder of a game in a browser of somebody's own."""
    contexts: list[BrowserContext] = []

    def opened(user: User, game: Game, device: dict[str, Any] = ENGLISH_PHONE) -> Page:
        context = browser.new_context(base_url=site.url, **device)
        contexts.append(context)
        context.add_cookies([{"name": "sessionid", "value": cookie(user)["Cookie"].split("=", 1)[1], "url": site.url}])
        page: Page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"/games/{game.pk}/record/")
        return page

    yield opened
    for context in contexts:
        context.close()


def sound(game: Game) -> None:
    """What was recorded follows from the rules, and is what a client of the API would have sent; nobody can send the
    site's own dice.
    """
    game.refresh_from_db()
    found = list(rules.verify(game.rules, selectors.events_of(game)))
    assert [each for each in found if each.severity != "advice"] == []
    if rules.read_header(game.header).dice == "table":
        assert stream(resent(game)) == stream(game)


def ended(game: Game) -> str:
    """What ended a battle; nobody has given up."""
    over = selectors.position_now(game).over
    assert over is not None and over.reason != "log.concede"
    return over.reason


@pytest.mark.parametrize("ruleset", rules.RULESETS if LONG else ("kt",))
def test_two_browsers_record_a_battle_against_each_other(
    ruleset: str, battle: Opened, visit: Visit, ada: User, boris: User
) -> None:
    game = battle(ruleset, rival=boris)
    players = [Fingers(visit(ada, game), 1), Fingers(visit(boris, game, ENGLISH_DESK), 2)]
    last = game.number
    while last < STEPS and not game.finished:
        for each in players:
            each.step()
        # What leaves nothing to choose is declared by a page itself, between two looks at it.
        game.refresh_from_db()
        assert game.number > last, [each.page.inner_text(".record-panel")[:400] for each in players]
        last = game.number
        for each in players:
            each.reach(last)
    assert last >= 12 and (game.finished or not LONG)
    sound(game)
    if LONG:
        print(f"{ruleset}: {last} steps, {[each.taps for each in players]} taps, ended by {ended(game)}")


@pytest.mark.parametrize("ruleset", rules.RULESETS if LONG else ("cod",))
def test_one_phone_records_both_sides(ruleset: str, battle: Opened, visit: Visit, ada: User) -> None:
    game = battle(ruleset)
    fingers = Fingers(visit(ada, game), 3)
    while fingers.number < STEPS and fingers.step():
        pass
    game.refresh_from_db()
    assert game.number >= min(STEPS, 60) or game.finished
    sound(game)
    if LONG:
        assert game.finished
        print(f"{ruleset}: {game.number} steps in {fingers.taps} taps at random, ended by {ended(game)}")


def test_a_battle_that_was_fought_is_written_down_in_about_two_taps_a_step(visit: Visit, ada: User) -> None:
    """The rounds of the demo's battle, with the same choices and dice."""
    taps, steps = written_down(
        visit, ada, "kt", demo.honest(armies("kt", ada)), steps=30, before=lambda state: not state.round
    )
    assert taps <= 400 if LONG else taps <= 2.3 * steps


@pytest.mark.parametrize("dice", ["server", "table"] if LONG else ["table"])
def test_a_city_fight_of_750_points_is_played(dice: Any, visit: Visit, ada: User) -> None:
    """From the first step after both armies are there: deployment, reserves, whole units that move, and their dice."""
    ruleset = rules.load("cod")
    seats = dict.fromkeys(ruleset.sides, ada)
    game = services.game_create(owner=ada, ruleset="cod", policy="enforced", dice=dice, seats=seats)
    state = rules.fold(ruleset, ())
    for event in play(ruleset, armies("cod", ada), CITY_SEED, options=dict(demo.AGREED), stop_after=60).events:
        if len({unit.side for unit in state.units.values()}) == 2:
            break
        game.refresh_from_db()
        services.event_append(game_id=game.pk, expected=game.number, declaration=event.declaration(), actor=ada)
        rules.evolve(state, event)
    game.refresh_from_db()
    earlier = game.number
    captain = Captain(visit(ada, game, WIDE_DESK), ruleset, game, CITY_SEED)
    captain.play(lambda: captain.number >= earlier + STEPS)
    sound(game)
    steps = game.number - earlier
    print(f"cod, {dice} dice: {steps} steps in {captain.taps} taps, {len(captain.refusals)} refused")
    if LONG:
        print(f"cod: round {selectors.position_now(game).round}, ended by {ended(game)}")
    # How long such a battle is depends on places that no two runs have alike; what a step takes does not.
    assert captain.taps <= steps * (1.8 if not LONG else 1.6 if dice == "server" else 2.4)
    assert captain.taps < 900


def armies(ruleset: str, owner: User) -> list[Any]:
    """Both lists of a ruleset, read as their owner's."""
    found = [services.roster_import(owner=owner, data=each.read_bytes(), name=each.name)[0] for each in WHOLE[ruleset]]
    return [selectors.sheets_of(each) for each in found]


def written_down(
    visit: Visit, ada: User, ruleset: str, declared: list[Any], *, steps: int, before: Callable[[rules.State], bool]
) -> tuple[int, int]:
    """Follow a battle on the page from where `before` ends, so many steps of it or all; the taps, and the steps."""
    chosen = rules.load(ruleset)
    game = services.game_create(owner=ada, ruleset=ruleset, policy="enforced", seats=dict.fromkeys(chosen.sides, ada))
    events: list[rules.Event[Any]] = []
    state, earlier = rules.fold(chosen, ()), 0
    for declaration in declared:
        if before(state):
            earlier = len(events) + 1
            services.event_append(game_id=game.pk, expected=len(events), declaration=declaration, actor=ada)
        decided = rules.decide(chosen, state, declaration)
        events.append(rules.make_event(len(events) + 1, declaration, decided.effects, ""))
        state = decided.state
    written = events[earlier : None if LONG else earlier + steps]
    follower = Follower(visit(ada, game, WIDE_DESK), chosen, rules.fold(chosen, events[:earlier]))
    for event in written:
        follower.follow(event)
    if follower.settle() == "done":
        follower.accept()
    sound(game)
    print(f"{ruleset}: {len(written)} steps in {follower.taps} taps")
    assert game.number == written[-1].number
    return follower.taps, len(written)


@pytest.mark.parametrize("ruleset", rules.RULESETS if LONG else ("wh40k",))
def test_a_battle_without_a_table_asks_how_far_apart_they_are(
    ruleset: str, battle: Opened, visit: Visit, ada: User
) -> None:
    bare = table_choices.sketch(ruleset, rules.load(ruleset).version)
    game = battle(ruleset, table=bare)
    page = visit(ada, game)
    fingers = Fingers(page, 4)
    while fingers.number < STEPS and fingers.step():
        pass
    game.refresh_from_db()
    assert game.number >= min(STEPS, 60) or game.finished
    assert page.locator("record-table").count() == 0
    sound(game)


def test_a_shot_without_a_table(battle: Opened, visit: Visit, ada: User) -> None:
    """Whoever shoots, at whom, how far that is: and the needed value follows from that."""
    game = battle("kt", table=table_choices.sketch("kt", rules.load("kt").version))
    client = Client()
    client.force_login(ada)
    phone = Phone(client, game, 5)
    for now in phone.play(200):
        if now["replay"]["start"]["p"] == "shooting":
            break
    game.refresh_from_db()
    page = visit(ada, game)
    fingers = Fingers(page)
    fingers.settle()
    before, now = game.number, phone.now()
    locked = {key for pair in now["apart"]["known"] for key in pair[:2]}
    who = next(act["who"] for act in now["acts"] if act["tag"] == "shoot" and act["who"] not in locked)
    rival = next(each["i"] for each in now["replay"]["models"] if each["s"] != who[0] and each["i"] not in locked)
    fingers.tap(f"[data-piece={who}]")
    fingers.settle()
    fingers.tap(f"[data-piece={rival}]")
    assert fingers.settle() == "measure"
    assert violations(page) == []
    page.fill("[name=inches]", "7.5")
    fingers.tap(".record-why button")
    fingers.reach(before + 1)
    fingers.settle()
    told = page.locator(".record-panel").inner_text()
    assert "7.5″" in told, told
    expect(page.locator(f"[data-piece={rival}]")).to_contain_text("7.5″ apart")
    game.refresh_from_db()
    assert selectors.events_of(game)[-1].action == sketch.Apart(who, rival, 750)


def test_a_newcomer_records_a_shot_from_nothing_in_eighty_taps(browser: Any, site: Any) -> None:
    """From the front page, without an account or a roster: the page's proposals are taken, and nobody moves."""
    with browser.new_context(base_url=site.url, **ENGLISH_PHONE) as context:
        page = context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto("/")
        page.get_by_role("link", name="Record a game").first.click()
        page.get_by_role("link", name="Create an account").click()
        typed = {
            "username": "nia",
            "email": "nia@example.org",
            "password1": "plum-window-71",
            "password2": "plum-window-71",
        }
        for name, value in typed.items():
            page.fill(f"[name={name}]", value)
        page.get_by_role("button", name="Create an account").click()
        page.get_by_role("link", name="Kill Team").click()
        # Size, own roster: as they are offered.
        page.locator("#q-size .next").click()
        page.locator("#q-own .next").click()
        page.get_by_text("on this phone too").click()
        page.locator("select[name=rival]").select_option(label="Harbour Watch")
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("link", name="Record").first.click()
        game = Game.objects.get(owner__username="nia")
        captain = Captain(page, game.rules, game, 1, stays=("movement", "psychic"))
        captain.play(lambda: any(tag_of(event.action) == "shoot" for event in selectors.events_of(game)))
        game.refresh_from_db()
        # Ten before it: a list opens with one tap and closes with another.
        taps = 10 + captain.taps
        print(f"a newcomer: {taps} taps and {len(typed)} fields to a shot, step {game.number}")
        sound(game)
        assert [seat.name for seat in game.seats.order_by("side")] == ["Ashen Choir", "Harbour Watch"]
        assert taps <= 80


# dice


def stopped_before(file: Path, number: int, owner: User) -> tuple[Game, Any]:
    """A golden game up to a step, stored as recorded, and that step."""
    whole = rules.read_game(file.read_bytes())
    part = GameFile(whole.header, whole.records[: number - 1])
    game = services.game_import(data=part.dump(), owner=owner).game
    return game, whole.events[number - 1]


def test_a_refused_shot_is_told_in_russian(visit: Visit, ada: User) -> None:
    """The page offers no such shot, so what it sends is aimed elsewhere on the way to the rules."""
    game, _shot = stopped_before(PLAYTHROUGHS / "wh40k@6.1/mire-cantons-1.jsonl", 74, ada)
    page = visit(ada, game, RUSSIAN_PHONE)

    def aimed_too_far(route: Route) -> None:
        asked: Any = route.request.post_data_json
        asked["declaration"]["action"]["target"] = "bu3"
        route.continue_(post_data=json.dumps(asked))

    page.route("**/record/consider/", aimed_too_far)
    fingers = Fingers(page)
    fingers.settle()
    fingers.tap(".record-list [data-who='au2']")
    fingers.settle()
    fingers.tap("[data-tag=shoot][data-target='bu2']")
    assert fingers.settle() == "no"
    told = page.locator(".record-no p").all_inner_texts()
    assert any(re.search(r": расстояние [\d.]+″, Reed pistol достаёт на 12″\.", each) for each in told), told
    assert not any(re.search("[a-z]{4,} [a-z]{2,} [a-z]{2,}", each) for each in told), told


@pytest.mark.parametrize(
    ("file", "number"),
    [("wh40k@6.1/mire-cantons-1.jsonl", 74), ("wh40k@6.1/cantons-storm-13.jsonl", 36),
     ("kt@2018.1/watch-choir-275.jsonl", 80)],
)  # fmt: skip
def test_a_shot_of_ten_dice_takes_a_dozen_taps(file: str, number: int, visit: Visit, ada: User) -> None:
    """From choosing who shoots to the accepted result, with the dice that fell in that game."""
    game, shot = stopped_before(PLAYTHROUGHS / file, number, ada)
    page = visit(ada, game)
    fingers, dice = Fingers(page), list(shot.dice)
    action = rules.canonical(shot.action).decode()
    who = getattr(shot.action, "unit", "") or shot.action.model
    fingers.settle()
    fingers.tap(f".record-list [data-who='{who}']")
    fingers.settle()
    target = next(each.get_attribute("data-target") for each in page.locator("[data-tag=shoot]").all()
                  if f'"{each.get_attribute("data-target")}"' in action)  # fmt: skip
    fingers.tap(f"[data-tag=shoot][data-target='{target}']")
    # A roll that has to follow opens by itself.
    while fingers.settle() == "dice" and dice:
        count = page.locator("dice-picker").evaluate("each => each.count")
        fingers.show([dice.pop(0) for _ in range(count)])
    assert dice == []
    if fingers.stage == "dice":
        fingers.tap(".record-bar button")
        assert fingers.settle() == "done"
    fingers.tap("[data-accept]")
    fingers.reach(number)
    game.refresh_from_db()
    assert sorted(selectors.events_of(game)[-1].dice) == sorted(shot.dice)
    assert fingers.taps <= 12


def test_with_the_dice_of_the_site_a_shot_takes_three_taps(battle: Opened, visit: Visit, ada: User) -> None:
    game = battle("kt", dice="server")
    client = Client()
    client.force_login(ada)
    for now in Phone(client, game).play(400):
        if any(act["tag"] == "shoot" for act in now["acts"]):
            break
    game.refresh_from_db()
    page = visit(ada, game)
    fingers = Fingers(page)
    fingers.settle()
    who = next(act["who"] for act in Phone(client, game).now()["acts"] if act["tag"] == "shoot")
    fingers.tap(f".record-list [data-who='{who}']")
    if fingers.settle() == "ways":
        fingers.tap("[data-tag=shoot]")
    assert fingers.settle() == "dice"
    fingers.tap("[data-accept]")
    fingers.reach(game.number + 1)
    game.refresh_from_db()
    last = selectors.events_of(game)[-1]
    assert last.action.__struct_config__.tag == "shoot"
    assert last.dice
    assert fingers.taps <= 6


# networks


def test_cut_networks_closed_tabs_and_dead_servers_lose_and_double_nothing(
    battle: Opened, visit: Visit, ada: User, site: Any
) -> None:
    troubles = ["cut"] * CUTS + ["close"] * CLOSINGS + ["kill"] * RESTARTS
    dice = Seeded(b"", "network")
    while troubles:
        game = battle("kt")
        fingers = Fingers(visit(ada, game), 5)
        fingers.page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
        fingers.page.reload()
        while troubles and fingers.ready():
            trouble(troubles.pop(dice.below(len(troubles))), fingers, game, site)
        sound(game)


def trouble(kind: str, fingers: Fingers, game: Game, site: Any) -> None:
    """What is there is accepted without a server or a network, the page closed before and after; then all is well."""
    number, context = fingers.number, fingers.page.context
    if kind == "kill":
        site.stop()
    else:
        context.set_offline(True)
    if kind == "close":
        before = decided(fingers)
        reopen(fingers, game)
        assert fingers.settle() == "done"
        assert decided(fingers) == before
    fingers.tap("[data-accept]")
    expect(fingers.page.locator(".record-net.offline")).to_be_visible(timeout=20_000)
    if kind == "close":
        reopen(fingers, game)
    if kind == "kill":
        site.start()
    else:
        context.set_offline(False)
    fingers.reach(number + 1, seconds=90)


def decided(fingers: Fingers) -> list[str]:
    """What the page says has been decided, step by step, and with which dice."""
    return fingers.page.locator(".record-meant, .record-panel > .record-question, .record-outcome").all_text_contents()


def reopen(fingers: Fingers, game: Game) -> None:
    """The tab is closed, and the page opened in another one."""
    context = fingers.page.context
    fingers.page.close()
    fingers.page = context.new_page()
    fingers.page.goto(f"/games/{game.pk}/record/")
    expect(fingers.page.locator(".recorder")).to_be_visible()


def test_who_was_second_sees_what_happened_and_goes_on(battle: Opened, visit: Visit, ada: User) -> None:
    """Two phones speak for both sides; one of them has no network while the other declares."""
    game = battle("kt")
    one, two = Fingers(visit(ada, game), 1), Fingers(visit(ada, game), 2)
    assert one.ready()
    one.page.context.set_offline(True)
    one.tap("[data-accept]")
    seen = one.number
    for _ in range(3):
        assert two.step()
    one.page.context.set_offline(False)
    stop = one.page.locator(".record-net.stop")
    expect(stop).to_contain_text("Somebody else was first", timeout=30_000)
    game.refresh_from_db()
    assert game.number >= seen + 3
    # All that was done in between, not the newest step alone.
    expect(stop.locator(".record-since li")).to_have_count(game.number - seen)
    stop.get_by_role("button", name="Discard mine").click()
    game.refresh_from_db()
    one.reach(game.number)
    assert one.step()
    game.refresh_from_db()
    sound(game)


# agreeing


def test_steps_are_taken_back_when_the_other_phone_agrees(battle: Opened, visit: Visit, ada: User, boris: User) -> None:
    game = battle("kt", rival=boris)
    one, two = Fingers(visit(ada, game), 1), Fingers(visit(boris, game), 2)
    for _ in range(4):
        one.step()
        two.step()
    game.refresh_from_db()
    before = game.number
    one.reach(before)
    one.page.get_by_role("button", name="Story").click()
    one.page.locator(".record-story li").first.get_by_role("button", name="Take back from here").click()
    one.page.get_by_role("button", name="Wrong tap").click()
    expect(one.page.get_by_text("The other side has been asked.")).to_be_visible()
    proposal = two.page.locator(".record-back")
    expect(proposal).to_contain_text("Wrong tap", timeout=20_000)
    proposal.get_by_role("button", name="Agree").click()
    two.reach(before + 1)
    one.reach(before + 1)
    assert selectors.events_of(Game.objects.get(pk=game.pk))[-1].action.__struct_config__.tag == "take-back"


def test_a_judge_is_called_from_any_step_and_both_phones_say_so(
    battle: Opened, visit: Visit, ada: User, boris: User
) -> None:
    game = battle("kt", rival=boris)
    one, two = Fingers(visit(ada, game), 1), Fingers(visit(boris, game), 2)
    for _ in range(3):
        one.step()
        two.step()
    game.refresh_from_db()
    two.reach(game.number)
    two.page.get_by_role("button", name="Story").click()
    two.page.locator(".record-story li").nth(1).get_by_role("button", name="Call a judge").click()
    two.page.get_by_role("button", name="The distance or the sight is wrong").click()
    for each in (one, two):
        expect(each.page.get_by_text("A judge has been called. Go on playing.")).to_be_visible(timeout=20_000)
    row = StepCall.objects.get()
    assert (row.step, row.side, row.kind) == (game.number - 1, "b", "judge")
    assert one.step() or two.step()


# looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_any_state(battle: Opened, visit: Visit, ada: User, scheme: Any) -> None:
    fingers = Fingers(visit(ada, battle("kt")), 4)
    fingers.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found: dict[str, list[str]] = {}

    def look(stage: str) -> None:
        if stage not in found:
            found[stage] = violations(fingers.page)

    fingers.each = look
    for _ in range(30):
        fingers.step()
    fingers.page.get_by_role("button", name="Story").click()
    found["story"] = violations(fingers.page)
    assert {"who", "done", "draw"} <= set(found)
    assert not {stage: each for stage, each in found.items() if each}


def test_a_battle_is_recorded_by_keyboard(battle: Opened, visit: Visit, ada: User) -> None:
    game = battle("kt")
    page = visit(ada, game, ENGLISH_DESK)
    fingers = Fingers(page)
    for _ in range(5):
        number = fingers.number
        for face in range(80):
            stage = fingers.settle()
            if fingers.number != number:
                break
            if stage == "done":
                page.locator("[data-accept]").focus()
                page.keyboard.press("Enter")
                fingers.reach(number + 1)
                expect(page.locator(".record-question")).to_be_focused()
            elif stage == "dice":
                page.locator(".dice-face").first.focus()
                page.keyboard.press(str(face % 6 + 1))
            else:
                page.locator(".record-list button, .record-panel > .record-acts button").first.focus()
                page.keyboard.press("Enter")
    game.refresh_from_db()
    assert game.number >= 8
