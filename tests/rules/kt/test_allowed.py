"""The specialisms that datasheets allow: as a list by hand gives them, and as the format of an event does."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules.__main__ import main
from rules.kernel.actions import Begin, Muster
from rules.kernel.errors import IllegalAction, Malformed
from rules.kernel.sheet import Roster
from rules.kernel.state import State, Table
from rules.kt import allowed
from rules.kt.roster import load, pick, problems
from tests.kernel.games import KT, crew
from tests.rules.kt.board import answer, decide, position

DEMO = Path(__file__).parents[3] / "gamelog" / "demo" / "harbour-watch.ros"


def begun(text: str = "") -> State:
    options: dict[str, int | str | bool] = {allowed.ALLOWED: text} if text else {}
    return decide(State("kt", "2018.1", Table(0, 0)), "table", Begin(table=position().table, options=options)).state


def by_hand(*names: str) -> Roster:
    """A crew whose Leader's datasheet allows these."""
    first, *rest = crew(3).models
    return msgspec.structs.replace(crew(3), models=(msgspec.structs.replace(first, specialities=names), *rest))


# --- enforced ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(("leader",), "ok", id="kt.roster.specialisation-allowed listed"),
        pytest.param(("comms", "leader"), "ok", id="kt.roster.specialisation-allowed among-others"),
        pytest.param(("comms",), "kt.roster.specialisation-allowed", id="kt.roster.specialisation-allowed another"),
        pytest.param((), "kt.roster.specialisation-allowed", id="kt.roster.specialisation-allowed none"),
    ],
)
@pytest.mark.decides("kt.datasheet.specialisations", by="kt.roster.specialisation-allowed")
def test_a_list_by_hand_has_them_on_its_sheets(names: tuple[str, ...], expected: str) -> None:
    # kt.datasheet.specialisations, kt.roster.specialisation-allowed: of crew(3), model 1 is the Leader
    assert answer(begun(), "a", Muster(roster=by_hand(*names))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "ok"), ("Crane: comms", "ok"), ("{kind}: leader, comms", "ok"), ("{kind} : LEADER", "ok"),
        ("Crane: -\n{kind}: leader", "ok"), ("Crane: leader; {kind}: comms", "kt.roster.specialisation-allowed"),
        ("{kind}: -", "kt.roster.specialisation-allowed"), ("{kind}:", "kt.roster.specialisation-allowed"),
    ],
)  # fmt: skip
def test_a_format_gives_them_as_text(text: str, expected: str) -> None:
    kind = crew(3).models[0].type.upper()
    assert answer(begun(text.format(kind=kind)), "a", Muster(roster=crew(3))) == expected


def test_a_format_holds_in_place_of_a_sheet() -> None:
    roster = by_hand("comms")
    kind = roster.models[0].type
    assert not problems(allowed.agreed(roster, {allowed.ALLOWED: f"{kind}: leader"}), 100)
    assert [p.rule for p in problems(allowed.agreed(roster, {allowed.ALLOWED: "Crane: leader"}), 100)] == [
        "kt.roster.specialisation-allowed"
    ]


def test_every_specialism_of_a_model_is_compared() -> None:
    first, *rest = crew(3).models
    both = msgspec.structs.replace(first, has={**first.has, "kt.specialist.zealot": 1}, specialities=("leader",))
    found = problems(msgspec.structs.replace(crew(3), models=(both, *rest)), 100)
    assert [(p.rule, p.facts["specialism"]) for p in found] == [("kt.roster.specialisation-allowed", "zealot")]


@pytest.mark.parametrize("name", ["two words", "Leader", "", "x" * 41])
def test_a_word_on_a_sheet_that_is_no_speciality_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="specialities are words such as leader or comms"):
        decide(begun(), "a", Muster(roster=by_hand(name)))


def test_a_file_does_not_say_and_is_not_limited() -> None:
    assert all(model.specialities is None for model in load(DEMO).models)


def test_a_picked_team_has_no_specialist_whom_the_format_does_not_allow() -> None:
    roster = load(DEMO)
    medic = next(m for m in roster.models if "kt.specialist.medic" in m.has)
    limited = KT.rosters.agreed(roster, {allowed.ALLOWED: f"{medic.type}: leader"})
    assert [p.facts["model"] for p in problems(limited, 125)] == [medic.name]
    assert medic.id in pick(roster, 125) and medic.id not in pick(limited, 125)


def test_nobody_is_picked_if_no_leader_is_allowed() -> None:
    roster = load(DEMO)
    text = "\n".join(f"{kind}: -" for kind in sorted({m.type for m in roster.models}))
    with pytest.raises(IllegalAction):
        pick(KT.rosters.agreed(roster, {allowed.ALLOWED: text}), 125)


# --- the text ------------------------------------------------------------------------------------------------------


def test_kinds_and_specialisms_of_a_text() -> None:
    text = "Deck  Gunner: Heavy, demolitions\n\n; Crane: – ;Clerk:\nBoss: Leader: strategist"
    assert allowed.read(text) == {
        "deck gunner": ("heavy", "demolitions"), "crane": (), "clerk": (), "boss: leader": ("strategist",),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("Docker", "entry 1", "'Docker' is not 'KIND OF MODEL: specialism, specialism'"),
        (": leader", "entry 1", "is not 'KIND OF MODEL"),
        ("Docker: leader\nCrane: ledaer", "entry 2", "'ledaer' is not a specialism; leader may be meant"),
        ("Docker: two words", "entry 1", "'two words' is not a specialism"),
        ("Docker: leader; docker: comms", "entry 2", "'docker' stands twice"),
        ("x" * 20_001, "$", "at most 20000 characters"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_when_a_game_begins(text: str, path: str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        allowed.read(text)
    assert (caught.value.path, said in caught.value.reason) == (path, True)
    with pytest.raises(Malformed, match="specialisation-allowed"):
        begun(text)


@pytest.mark.parametrize("value", [1, True])
def test_the_option_is_a_text(value: int) -> None:
    options: dict[str, int | str | bool] = {allowed.ALLOWED: value}
    with pytest.raises(Malformed, match="specialisation-allowed"):
        decide(State("kt", "2018.1", Table(0, 0)), "table", Begin(table=position().table, options=options))


def test_the_command_line_checks_a_roster_against_a_format(capsys: pytest.CaptureFixture[str]) -> None:
    option = ["--option", f"{allowed.ALLOWED}=Watch Captain: comms; Deck Gunner: -"]
    assert main(["roster", "kt", str(DEMO)]) == 0
    assert main(["roster", "kt", str(DEMO), *option]) == 1
    assert "kt.roster.specialisation-allowed" in capsys.readouterr().out
