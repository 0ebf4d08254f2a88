"""Whole games of the autoplayer: they end, verify, and a changed die, target or distance in them is found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import rules
from rules import autoplay
from rules.kernel.dice import Seeded
from rules.kernel.sheet import Roster
from rules.kt.table import LAYOUTS, table
from tests.kernel.games import DEMO, KT, ROOT, acts, crew, game, rehashed, tag_of

ROSTERS = ROOT.parent / "shared/data/rosters/kill-team"


def sound(file: rules.GameFile) -> rules.Report:
    """A game that ends and verifies; its report."""
    report = rules.report(KT, file.events, rules.read_game(file.dump()).findings)
    assert (report.verdict, report.finished, report.findings) == ("verified", True, ())
    return report


@pytest.mark.parametrize("seed", range(1, 33))
def test_games_end_and_verify(seed: int) -> None:
    pair: tuple[Roster, ...] = (DEMO[seed % 2], DEMO[seed // 2 % 2])
    if seed % 4 == 3:
        pair = (crew(3 + seed % 5), crew(8, "PSYKER", "FLY"))
    report = sound(autoplay.play(KT, pair, seed))
    assert 1 <= report.rounds <= 4
    assert report.winner in ("a", "b", "")


@pytest.mark.parametrize("seed", range(1, 9))
def test_games_of_real_rosters(seed: int) -> None:
    if not ROSTERS.is_dir():
        pytest.skip("../shared with the real rosters is not here")
    paths = sorted(ROSTERS.glob("*.ros"))
    pair = [
        KT.rosters.load(p.read_bytes(), p.name) for p in (paths[seed % len(paths)], paths[(3 * seed + 1) % len(paths)])
    ]
    sound(autoplay.play(KT, pair, seed, options={"kt.roster.format-agreed": 200, "kt.game.round-count": 2}))


@pytest.mark.parametrize(
    "options",
    [
        {"kt.game.round-count": 1},
        {"kt.game.round-count": 6, "kt.gap.wiped-out": False},
        {"kt.initiative.roll": 1, "kt.gap.roll-off-dice": 1, "kt.cp.other-sources": 7},
        {"kt.gap.one-injury-per-weapon": False, "kt.gap.mortal-wound-injury-dice": 0, "kt.dice.no-auto-six": False},
        {"kt.gap.charged-model-turn": False, "kt.gap.retreat-after-moving": False, "kt.gap.power-fails-if-dead": False},
    ],
)
def test_games_under_other_options(options: dict[str, Any]) -> None:
    report = sound(autoplay.play(KT, (crew(5, "PSYKER"), DEMO[0]), 5, options=options))
    assert report.rounds <= options.get("kt.game.round-count", 4)


def test_a_table_without_a_map_or_zones() -> None:
    bare = msgspec.structs.replace(table(1), mapped=False, zones=(), terrain=())
    sound(autoplay.play(KT, (crew(), crew(4)), 2, table=bare))


def test_a_game_can_be_stopped_and_gone_on_with() -> None:
    first = autoplay.play(KT, DEMO[:2], 3, stop_after=60)
    assert len(first.records) == 60
    auto = autoplay.Autoplay(KT, 99, rules.fold(KT, first.events))
    while (step := auto.next()) is not None:
        autoplay.add(first, *step)
    sound(first)


def test_layouts_are_tables() -> None:
    assert {len(table(seed).terrain) for seed in range(30)} == {len(boxes) for _, boxes in LAYOUTS}
    for seed in range(30):
        assert list(rules.kernel.state.table_problems(table(seed))) == []
    assert table(7) == table(7)


def test_what_happens_in_games() -> None:
    """The autoplayer comes to every kind of declaration within a few games."""
    played = [game(seed) for seed in range(1, 9)] + [game(seed, "crew") for seed in range(1, 9)]
    seen = {tag_of(type(event.action)) for file in played for event in file.events}
    assert acts() - seen <= {"apart", "concede", "fact", "tactic", "comms", "go-on"}, acts() - seen


# mutations

MUTATED = [(seed, rosters) for rosters in ("demo", "crew") for seed in (1, 2)]


def mutations(events: list[Any], dice: Seeded) -> list[tuple[int, str, Any]]:
    """Changed events of a game: one die, one id of a model, or one coordinate of each declaration that has any."""
    found = []
    ids = sorted(rules.fold(KT, events).models)
    for at, event in enumerate(events):
        if event.dice:
            place = dice.below(len(event.dice))
            face = (event.dice[place] + dice.below(5)) % 6 + 1
            tape = (*event.dice[:place], face, *event.dice[place + 1 :])
            if face != event.dice[place]:
                found.append((at, f"die {place}", msgspec.structs.replace(event, dice=tape)))
        if at > 2:
            found += [(at, what, changed) for what, changed in _declared(event, ids, dice)]
    return found


def _declared(event: Any, ids: list[str], dice: Seeded) -> list[tuple[str, Any]]:
    written = msgspec.json.decode(msgspec.json.encode(event.action))
    leaves = list(_leaves(written))
    numbers = [leaf for leaf in leaves if isinstance(leaf[0][leaf[1]], int) and not isinstance(leaf[0][leaf[1]], bool)]
    named = [leaf for leaf in leaves if leaf[0][leaf[1]] in ids]
    made = []
    for what, chosen in (("number", numbers), ("model", named)):
        if chosen:
            holder, key = chosen[dice.below(len(chosen))]
            before = holder[key]
            others = [each for each in ids if each != before]
            more = 1 + dice.below(300 if what == "number" and before >= 20 else 3)
            holder[key] = before + more if what == "number" else others[dice.below(len(others))]
            made.append((f"{what} {before} to {holder[key]}", msgspec.structs.replace(event, action=_action(written))))
            holder[key] = before
    return made


def _leaves(value: Any) -> Any:
    for key in value if isinstance(value, dict) else range(len(value)):
        if isinstance(value[key], dict | list):
            yield from _leaves(value[key])
        else:
            yield value, key


def _action(written: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(written), type=KT.action)


@pytest.mark.parametrize(("seed", "rosters"), MUTATED)
def test_a_changed_declaration_is_found_where_its_effects_are_kept(seed: int, rosters: str) -> None:
    """Hashes are made anew, so that only the rules can tell; the finding names the step itself."""
    file = game(seed, rosters)
    quiet = []
    for at, what, changed in mutations(file.events, Seeded(b"%d" % seed))[:: 2 if rosters == "demo" else 1]:
        data = rehashed(file, [*file.events[:at], changed, *file.events[at + 1 :]])
        again = rules.read_game(data)
        assert again.findings == [], "the chain was made anew"
        state = rules.fold(KT, again.events[:at])
        found = list(rules.verify(KT, again.events[at : at + 1], state))
        assert {finding.number for finding in found} <= {at + 1}
        if not found:
            quiet.append((at, what, changed))
    # What the rules make no difference between is no lie: a pass for one model instead of all, when it is the last,
    # or a note; the effects name the model, so even these are few.
    assert [each for each in quiet if not _without_difference(file.events, each)] == []


def _without_difference(events: list[Any], mutated: tuple[int, str, Any]) -> bool:
    """Whether rules give the same effects for the changed declaration, dice and all, as for the one made."""
    at, _, changed = mutated
    state = rules.fold(KT, events[:at])
    return bool(rules.decide(KT, state, changed.declaration()).effects == events[at].effects)


@pytest.mark.parametrize(("seed", "rosters"), MUTATED[:2])
def test_a_changed_die_is_always_found(seed: int, rosters: str) -> None:
    """Every die of a game, each changed to the face above: no die is read without a trace."""
    events = game(seed, rosters).events
    for at, event in enumerate(events):
        state = rules.fold(KT, events[:at]) if event.dice else None
        for place, face in enumerate(event.dice):
            tape = (*event.dice[:place], face % 6 + 1, *event.dice[place + 1 :])
            changed = msgspec.structs.replace(event, dice=tape)
            found = list(rules.verify(KT, [changed], state))
            assert found and found[0].number == at + 1, (at, place)
            assert found[0].rule and found[0].message


@pytest.mark.parametrize(("seed", "rosters"), [(1, "demo"), (1, "crew")])
def test_a_game_decided_anew_after_a_change_differs_from_there_on(seed: int, rosters: str) -> None:
    """With effects of the rules' own the step explains itself; then its position is another, or a later step found."""
    events = game(seed, rosters).events
    for at, what, changed in mutations(events, Seeded(b"anew"))[::9]:
        state = rules.fold(KT, events[:at])
        try:
            decided = rules.decide(KT, state, changed.declaration())
        except rules.RulesError:
            continue
        remade = msgspec.structs.replace(changed, effects=decided.effects)
        later = [*events[:at], remade, *events[at + 1 :]]
        found = list(rules.verify(KT, later))
        assert all(finding.number > at + 1 for finding in found)
        other = rules.to_json(decided.state) != rules.to_json(rules.fold(KT, events[: at + 1]))
        same = decided.effects == events[at].effects
        assert found or other or same or _only_a_trace(decided, events[at]), (at, what)


def _only_a_trace(decided: rules.Decided, event: Any) -> bool:
    """Whether only lines of the trace differ: another face that passes or fails alike."""
    from rules.kernel.effects import Measured, Moved, Noted, Rolled

    trace = (Rolled, Noted, Measured, Moved)
    return [e for e in decided.effects if not isinstance(e, trace)] == [
        e for e in event.effects if not isinstance(e, trace)
    ]
