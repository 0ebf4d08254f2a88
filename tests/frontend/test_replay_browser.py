"""The replay in a real browser: the display at a step equals the engine's own fold, however the reader got there."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rules
from frontend.games import sentences
from gamelog.games import demo
from gamelog.games.models import Game
from rules.gamefile import GameFile
from tests.frontend.test_pages_browser import violations

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = """() => {
  const all = (from, s) => [...from.querySelectorAll(s)];
  const replay = document.querySelector(".replay");
  return {
    step: Number(replay.dataset.step), round: Number(replay.dataset.round), phase: replay.dataset.phase,
    title: document.querySelector(".now-title")?.textContent ?? "",
    models: Object.fromEntries(all(replay, ".models .model").map(m => [m.dataset.id, {
      at: [m.dataset.x, m.dataset.y, m.dataset.z].map(Number), wounds: Number(m.dataset.wounds),
      out: m.dataset.out === "1", ghost: m.classList.contains("ghost"), status: m.dataset.status }])),
    losses: all(replay, ".forces .losses [data-force]").map(r => r.dataset.force).sort(),
    standing: Object.fromEntries(all(replay, "[data-side]").map(s => [s.dataset.side,
      Number(s.querySelector("[data-standing]").textContent)])),
    counters: Object.fromEntries(all(replay, "[data-side]").map(s => [s.dataset.side, Object.fromEntries(
      all(s, "[data-counter]").map(c => [c.dataset.counter, Number(c.textContent)]))])),
    dice: all(replay, ".now .roll").map(r => all(r, ".die").map(d => [Number(d.dataset.face), d.dataset.fate])),
    findings: all(replay, ".now .finding").map(f => f.dataset.rule),
    current: document.querySelector('.steplist [aria-current]')?.dataset.step,
    hash: location.hash,
  };
}"""

FLESH, SHAKEN = "kt.status.flesh-wound-definition", "kt.morale.shaken-effect"


def folded(kt: rules.Ruleset, events: list[Any]) -> list[rules.State]:
    """The engine's position after every step, 0 first."""
    states = [rules.empty(kt)]
    for event in events:
        state = states[-1].copied()
        rules.evolve(state, event)
        states.append(state)
    return states


def assert_shows(seen: Any, states: list[rules.State], events: list[Any], number: int) -> None:
    state, before, event = states[number], states[number - 1], events[number - 1]
    assert (seen["step"], seen["current"], seen["hash"]) == (number, str(number), f"#{number}")
    assert (seen["round"], seen["phase"]) == (state.round, state.phase)
    fell = {key for key, m in state.models.items() if m.out and key in before.models and not before.models[key].out}
    drawn = {key: m for key, m in state.models.items() if m.at is not None and (not m.out or key in fell)}
    assert set(seen["models"]) == set(drawn)
    for key, model in drawn.items():
        shown = seen["models"][key]
        assert (shown["at"], shown["wounds"], shown["out"]) == (list(model.at or ()), model.wounds, model.out)
        assert shown["ghost"] == (key in fell)
        assert (f"flesh:{model.game.get(FLESH)}" in shown["status"]) == (FLESH in model.game)
        assert ("flesh" in shown["status"]) == (FLESH in model.game)
        assert ("shaken" in shown["status"]) == (SHAKEN in model.game)
    assert seen["losses"] == sorted(key for key, m in state.models.items() if m.out)
    for key, side in state.sides.items():
        assert seen["counters"][key] == side.counters
        assert seen["standing"][key] == sum(m.side == key and not m.out for m in state.models.values())
    assert seen["dice"] == [faces(rolled) for rolled in sentences.effects(event, "rolled")]


def faces(rolled: Any) -> list[list[Any]]:
    again, drawn = dict(rolled.again), []
    for index, face in enumerate(rolled.faces):
        fate = ("success" if rolled.passed[index] else "failure") if rolled.passed else "plain"
        if index in again:
            drawn.append([face, "struck"])
        drawn.append([again.get(index, face), fate])
    return drawn


def opened(page: Page, game: Game, step: str = "") -> Page:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/games/{game.pk}/{step}")
    expect(page.locator(".replay")).to_be_visible()
    return page


def test_every_step_by_keyboard_and_jumps(desk: Page, kt: rules.Ruleset, honest: Game, honest_file: GameFile) -> None:
    events = honest_file.events
    states = folded(kt, events)
    opened(desk, honest, "#1")
    for number in range(1, len(events) + 1):
        assert_shows(desk.evaluate(LOOK), states, events, number)
        desk.keyboard.press("ArrowRight")
    assert desk.evaluate(LOOK)["step"] == len(events), "the last step is the last"
    for number in (len(events) // 2, 3, len(events) - 1, 65, 64, 33, 1):
        desk.evaluate("n => { location.hash = '#' + n }", number)
        expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
        assert_shows(desk.evaluate(LOOK), states, events, number)
    for _ in range(5):
        desk.keyboard.press("End")
        desk.keyboard.press("ArrowLeft")
    assert_shows(desk.evaluate(LOOK), states, events, len(events) - 1)
    desk.keyboard.press("Home")
    assert_shows(desk.evaluate(LOOK), states, events, 1)


def test_phases_buttons_list_and_scrubber(desk: Page, kt: rules.Ruleset, honest: Game, honest_file: GameFile) -> None:
    events, states = honest_file.events, folded(kt, honest_file.events)
    phases = [(state.round, state.phase) for state in states]
    begins = [1, *(n for n in range(2, len(events) + 1) if phases[n - 1] != phases[n - 2])]
    opened(desk, honest, "#1")
    for number in begins[1:]:
        desk.keyboard.press("]")
        assert desk.evaluate(LOOK)["step"] == number
    desk.keyboard.press("[")
    assert desk.evaluate(LOOK)["step"] in (begins[-1], begins[-2])
    desk.get_by_role("button", name="Last step").click()
    assert desk.evaluate(LOOK)["step"] == len(events)
    desk.get_by_role("button", name="One step back").click()
    assert_shows(desk.evaluate(LOOK), states, events, len(events) - 1)
    card = desk.locator(".steplist .act-card").nth(30)
    number = int(card.get_attribute("data-step") or 0)
    card.click()
    assert_shows(desk.evaluate(LOOK), states, events, number)
    desk.get_by_role("slider").focus()
    desk.keyboard.press("ArrowRight")
    assert_shows(desk.evaluate(LOOK), states, events, number + 1)
    desk.get_by_role("slider").fill("77")
    assert_shows(desk.evaluate(LOOK), states, events, 77)


def test_play_and_pause(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#50")
    desk.get_by_role("button", name="Speed").click()
    desk.get_by_role("button", name="Speed").click()
    desk.get_by_role("button", name="Play", exact=True).click()
    while desk.evaluate(LOOK)["step"] < 53:
        desk.wait_for_timeout(50)
    desk.get_by_role("button", name="Pause").click()
    stopped = desk.evaluate(LOOK)["step"]
    desk.wait_for_timeout(900)
    assert desk.evaluate(LOOK)["step"] == stopped


def test_models_walk_and_end_where_the_engine_says(
    desk: Page, kt: rules.Ruleset, honest: Game, honest_file: GameFile
) -> None:
    """With animations on: the walk ends in the place of the fold."""
    number = next(e.number for e in honest_file.events if sentences.effects(e, "moved"))
    model = sentences.effects(honest_file.events[number - 1], "moved")[0].model
    x, y, _z = rules.fold(kt, honest_file.events[:number]).models[model].at or (0, 0, 0)
    desk.emulate_media(reduced_motion="no-preference")
    desk.goto(f"/games/{honest.pk}/#{number - 1}")
    expect(desk.locator(".replay")).to_be_visible()
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(f'.model[data-id="{model}"]')).to_have_attribute("transform", f"translate({x} {y})")
    assert desk.locator(f'[data-way="{model}"]').count() == 1


def test_a_link_to_a_step(phone: Page, kt: rules.Ruleset, honest: Game, honest_file: GameFile) -> None:
    opened(phone, honest, "#120")
    story = phone.get_by_role("button", name="Ход битвы")
    story.click()
    assert_shows(phone.evaluate(LOOK), folded(kt, honest_file.events), honest_file.events, 120)
    story.click()
    assert "Шаг 120" in phone.locator(".now-step").inner_text()
    phone.get_by_role("button", name="Скопировать ссылку").click()
    expect(phone.get_by_role("button", name="Ссылка скопирована")).to_be_visible()


def test_findings_are_shown_on_their_steps(
    desk: Page, tampered: Game, tampered_file: GameFile, kt: rules.Ruleset
) -> None:
    findings = list(rules.verify(kt, tampered_file.events))
    assert len(findings) == len(demo.TRICKS)
    opened(desk, tampered, "#1")
    expect(desk.locator(".steplist .act-card.found")).to_have_count(len(findings))
    marked = desk.evaluate("[...document.querySelectorAll('.steplist .step.found')].map(s => Number(s.dataset.step))")
    assert marked == [finding.number for finding in findings]
    assert desk.locator(".pin.finding").count() == len(findings)
    for finding in findings:
        desk.get_by_role("button", name="Next finding").click()
        seen = desk.evaluate(LOOK)
        assert (seen["step"], seen["findings"]) == (finding.number, [finding.rule])
        box = desk.locator(".now .finding")
        expect(box).to_contain_text("declared")
        expect(box).to_contain_text("the rules give")
        assert box.locator("a.rule").get_attribute("href") == f"/rules/kt/go/{finding.rule}/"
    desk.keyboard.press("ArrowRight")
    assert desk.evaluate(LOOK)["findings"] == []


def test_the_tampered_game_is_shown_as_it_was_recorded(
    desk: Page, tampered: Game, tampered_file: GameFile, kt: rules.Ruleset
) -> None:
    events, states = tampered_file.events, folded(kt, tampered_file.events)
    opened(desk, tampered, "#1")
    for finding in rules.verify(kt, events):
        for number in range(finding.number - 1, finding.number + 3):
            desk.evaluate("n => { location.hash = '#' + n }", number)
            expect(desk.locator(f'.replay[data-step="{number}"]')).to_be_visible()
            assert_shows(desk.evaluate(LOOK), states, events, number)


def test_a_rule_is_one_tap_away(desk: Page, honest: Game, honest_file: GameFile) -> None:
    shot = next(e.number for e in honest_file.events if e.action.__struct_config__.tag == "shoot")
    opened(desk, honest, f"#{shot}")
    link = desk.locator(".now .lines a.rule").first
    rule = (link.get_attribute("href") or "").rstrip("/").rpartition("/")[2]
    # Nobody reads ids here: a rule goes by its name.
    assert rule and rule not in desk.locator(".now .lines").first.inner_text()
    link.click()
    card = desk.locator(f'.rule-card[data-rule="{rule}"]')
    clause = rules.load(honest.ruleset, honest.version).clauses[rule][1]
    expect(card.locator("h3")).to_have_text(clause.en)
    expect(card.locator(".rule-text")).to_have_text(clause.text)
    named = sum(1 for event in honest_file.events for each in event.effects if _names(each, rule))
    expect(card).to_contain_text(f"cited in this battle: {named}")
    desk.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(link).to_be_focused()
    link.click()
    card.get_by_role("link").click()
    expect(desk.locator(f'[id="{rule}"]')).to_be_in_viewport()


def _names(effect: Any, rule: str) -> bool:
    return effect.rule == rule or any(clause == rule for clause, _amount in getattr(effect, "modifiers", ()))


def test_a_model_has_a_card_with_what_it_did(desk: Page, honest: Game, honest_file: GameFile) -> None:
    shot = next(e for e in honest_file.events if e.action.__struct_config__.tag == "shoot")
    opened(desk, honest, f"#{shot.number}")
    desk.locator(f'.model[data-id="{shot.action.model}"]').click()
    card = desk.locator(f'.model-card[data-card="{shot.action.model}"]')
    state = rules.fold(rules.load(honest.ruleset, honest.version), honest_file.events)
    sheet = state.models[shot.action.model].sheet
    # The tools put a table in place of the list of weapons as soon as the server has answered.
    expect(card.locator(".profile th")).to_have_count(len(sheet.profile))
    expect(card.locator(".weapon-table tbody tr")).to_have_count(len(sheet.weapons))
    jumps = card.locator("[data-jump]")
    assert str(shot.number) in jumps.evaluate_all("all => all.map(each => each.dataset.jump)")
    jumps.first.click()
    expect(desk.locator(f'.replay[data-step="{jumps.first.get_attribute("data-jump")}"]')).to_be_visible()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)


def test_the_keys_are_listed_on_a_question_mark_and_do_what_they_say(desk: Page, honest: Game) -> None:
    opened(desk, honest, "#40")
    desk.keyboard.press("?")
    listed = desk.get_by_role("dialog", name="Keyboard shortcuts")
    expect(listed.locator("dt")).to_have_count(20)
    assert violations(desk) == []
    desk.keyboard.press("Escape")
    expect(listed).to_have_count(0)
    desk.keyboard.press("ArrowRight")
    expect(desk.locator('.replay[data-step="41"]')).to_be_visible()
    desk.keyboard.press("End")
    expect(desk.locator(f'.replay[data-step="{honest.number}"]')).to_be_visible()


def test_without_javascript_the_steps_can_be_read(browser: Any, live_server: Any, honest: Game) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=live_server.url, locale="en-GB")
    page = context.new_page()
    page.goto(f"/games/{honest.pk}/")
    expect(page.locator("#step-1")).to_contain_text("The table is set up")
    expect(page.locator(".plain-table svg")).to_be_visible()
    page.get_by_role("link", name="Later steps").click()
    assert page.locator(".plain-steps .die").count() > 0
    context.close()
