"""The replay's data: patches that add up to the engine's own fold, findings on their steps, words for everything."""

import gzip
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

import rules
from frontend.games import replay, replay_state, sentences
from rules.gamefile import GameFile
from rules.kt import roster as kt_roster
from tests.playthroughs import SYSTEMS


def applied(view: Any, patch: Any) -> Any:
    """The effect of a patch in the component (src/timeline/patch.ts)."""
    models = dict(view["m"])
    for key, change in patch.get("m", {}).items():
        if change is None:
            models.pop(key)
        else:
            models[key] = {**models.get(key, {"a": None, "w": 0, "o": 0, "c": {}}), **change}
    merged = {}
    for of in "usezq":
        known = {**view[of], **patch.get(of, {})}
        merged[of] = {key: value for key, value in known.items() if value is not None}
    return {**view, **{k: patch[k] for k in "rpth" if k in patch}, "m": models, **merged}


def wire(value: Any) -> Any:
    """A value as the browser receives it."""
    return json.loads(replay.encode(value))


def assert_patches_follow_the_fold(kt: rules.Ruleset, events: list[Any]) -> None:
    data = wire(replay.payload(kt, events))
    shown, state, base = data["start"], rules.empty(kt), None
    assert shown == wire(replay_state.view(kt.telling, state))
    for event, step in zip(events, data["steps"], strict=True):
        rules.evolve(state, event)
        base = base or (state.table if state.table.width else None)
        shown = applied(shown, step.get("d", {}))
        assert step["n"] == event.number
        assert shown == wire(replay_state.view(kt.telling, state, base)), f"step {event.number}"


def test_patches_follow_the_fold_at_every_step(kt: rules.Ruleset, honest_file: GameFile) -> None:
    assert_patches_follow_the_fold(kt, honest_file.events)


def test_patches_follow_the_fold_of_a_tampered_game(kt: rules.Ruleset, tampered_file: GameFile) -> None:
    assert_patches_follow_the_fold(kt, tampered_file.events)


def test_patches_follow_the_fold_from_a_position(kt: rules.Ruleset, honest_file: GameFile) -> None:
    middle = rules.fold(kt, honest_file.events[:100])
    begin = rules.read_declaration(kt, b'{"by":"","action":{"type":"begin","position":' + rules.to_json(middle) + b"}}")
    start = rules.empty(kt)
    try:
        decided = rules.decide(kt, start, begin)
    except rules.IllegalAction as refused:
        pytest.fail(str(refused))
    event = rules.Event(number=1, by="", action=begin.action, effects=decided.effects)
    rest = [rules.Event(number=n, by=e.by, action=e.action, dice=e.dice, claim=e.claim, effects=e.effects)
            for n, e in enumerate(honest_file.events[100:], 2)]  # fmt: skip
    assert_patches_follow_the_fold(kt, [event, *rest])


def test_patches_follow_the_fold_of_games_with_units(battle: GameFile) -> None:
    assert_patches_follow_the_fold(rules.load(battle.header.ruleset), battle.events)


def test_units_reserves_wrecks_and_markers_are_drawn() -> None:
    """Each thing that the golden games of units have is drawn, in one of them or another; a wreck becomes a piece of
    terrain.
    """
    missing = {"falling-back", "ground", "ran", "charged", "in-reserve", "aboard", "immobilised"}
    missing |= {"joined", "lifted", "piece", "marker"}
    system = SYSTEMS["wh40k"]
    for plan in system.plans:
        battle = rules.read_game((system.folder / f"{plan.name}.jsonl").read_bytes())
        for step in wire(replay.payload(system.ruleset, battle.events))["steps"]:
            missing -= set(drawn(step))
        if not missing:
            return
    pytest.fail(f"no game shows {missing}")


def drawn(step: dict[str, Any]) -> Iterator[str]:
    """What a step draws that not every battle has."""
    patch = step.get("d", {})
    for change in (*patch.get("u", {}).values(), *patch.get("m", {}).values()):
        yield from (change or {}).get("c", {})
    for change in patch.get("m", {}).values():
        if "u" in change and "w" not in change:
            yield "joined"
        if change.get("a", 0) is None:
            yield "lifted"
    if patch.get("e"):
        yield "piece"
    if step.get("k"):
        yield "marker"


def test_models_of_a_unit_that_do_the_same_are_one_line(battles: list[GameFile]) -> None:
    for battle in battles:
        for step in replay.steps(rules.load(battle.header.ruleset), battle.events):
            if step.a == "move" and len(step.m) > 5:
                assert len([line for line in step.l if not line.q and not line.k]) < len(step.m)
                return
    pytest.fail("no unit of more than five models moved")


def test_statuses_wounds_and_losses_are_drawn(kt: rules.Ruleset, honest_file: GameFile) -> None:
    """The demo game exercises the pages: otherwise the tests above would prove little."""
    data = wire(replay.payload(kt, honest_file.events))
    changes = [change for step in data["steps"] for change in step.get("d", {}).get("m", {}).values()]
    statuses = {kind for change in changes for kind in change.get("c", {})}
    assert statuses >= {"flesh", "advanced", "ready"}
    assert any(change.get("o") for change in changes)
    assert any(step.get("w") for step in data["steps"])
    assert any(len(way) > 1 for step in data["steps"] for _model, way in step.get("m", []))


def test_every_die_of_every_roll_is_there(kt: rules.Ruleset, honest_file: GameFile) -> None:
    data = wire(replay.payload(kt, honest_file.events))
    for event, step in zip(honest_file.events, data["steps"], strict=True):
        rolled = sentences.effects(event, "rolled")
        told = [line["k"] for line in step.get("l", []) if "k" in line]
        assert [roll["f"] for roll in told] == [list(e.faces) for e in rolled]
        assert [roll.get("n", 0) for roll in told] == [e.needed for e in rolled]
        assert [roll.get("m", []) for roll in told] == [[list(pair) for pair in e.modifiers] for e in rolled]


def test_findings_are_on_their_steps(kt: rules.Ruleset, tampered_file: GameFile) -> None:
    findings = list(rules.verify(kt, tampered_file.events))
    data = wire(replay.payload(kt, tampered_file.events, findings, "findings"))
    marked = {step["n"]: [found["r"] for found in step["f"]] for step in data["steps"] if step.get("f")}
    assert marked == {finding.number: [finding.rule] for finding in findings}
    for step in data["steps"]:
        for found in step.get("f", []):
            assert found["m"]
            assert found["d"] != found["c"]
            assert "{" not in found["d"] + found["c"], "a referee does not speak JSON"


def test_findings_that_belong_to_no_step_are_not_lost(kt: rules.Ruleset, honest_file: GameFile) -> None:
    lost = rules.Finding(number=9999, rule="log.number", severity="unopened", message="never opened")
    data = wire(replay.payload(kt, honest_file.events, [lost]))
    assert [found["r"] for found in data["findings"]] == ["log.number"]


def test_every_rule_named_has_a_label(kt: rules.Ruleset, honest_file: GameFile) -> None:
    data = wire(replay.payload(kt, honest_file.events))
    unlabelled = {key for key, label in data["rules"].items() if key == label}
    assert not unlabelled


def test_short_names_are_unique_on_a_side(kt: rules.Ruleset, honest_file: GameFile) -> None:
    models = wire(replay.payload(kt, honest_file.events))["models"]
    assert len({(m["s"], m["b"]) for m in models}) == len(models)
    assert max(len(m["b"]) for m in models) <= 3


def test_an_empty_game_is_a_replay_of_nothing(kt: rules.Ruleset) -> None:
    data = wire(replay.payload(kt, []))
    assert (data["steps"], data["models"], data["sides"]) == ([], [], [])


def test_size_and_time_an_event(kt: rules.Ruleset, shared: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """A benchmark: prints the size and cost of a step; linear in the length of the game."""
    from rules.autoplay import play

    folder = shared / "data" / "rosters" / "kill-team"
    names = ("ghd-kroot-125.ros", "ghd-heretic-astartes-125.ros")
    rosters = [kt_roster.load((folder / name).read_bytes(), name) for name in names]
    events = play(kt, rosters, 7).events
    for part in (events[: len(events) // 2], events):
        began = time.perf_counter()
        body = replay.encode(replay.payload(kt, part))
        took = time.perf_counter() - began
        with capsys.disabled():
            print(
                f"\nreplay of {len(part)} events: {len(body) // len(part)} bytes an event, "
                f"{len(gzip.compress(body)) // len(part)} gzipped, {took / len(part) * 1e6:.0f} us an event"
            )
