"""The command line, as its own process would run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rules
from rules.__main__ import main
from tests.rules.kt.board import KT, gun, model, position

ROOT = Path(__file__).parents[2]
ROSTERS = [ROOT / "gamelog/demo/harbour-watch.ros", ROOT / "gamelog/demo/ashen-choir.rosz"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli") / "game.jsonl"
    assert play(path) == 0
    return path


def play(path: Path, seed: int = 7) -> int:
    rosters = [part for roster in ROSTERS for part in ("--roster", str(roster))]
    return main(["play", "kt", *rosters, "--seed", str(seed), "--out", str(path)])


def test_the_same_seed_gives_the_same_bytes(game: Path, tmp_path: Path) -> None:
    play(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == game.read_bytes()
    play(tmp_path / "other.jsonl", seed=8)
    assert (tmp_path / "other.jsonl").read_bytes() != game.read_bytes()


def test_verify_accepts_a_played_game_as_its_own_process_without_django(game: Path) -> None:
    code = "import sys; sys.modules['django'] = None; from rules.__main__ import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "verify", str(game)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("verified: ")


def test_verify_names_the_step_and_the_rule(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = game.read_text().splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if '"type":"shoot"' in line and '"dice":[' in line)
    event = json.loads(lines[number])["event"]
    event["dice"][0] = event["dice"][0] % 6 + 1
    lines[number] = json.dumps({"event": event, "hash": "0" * 64}, separators=(",", ":")) + "\n"
    broken = tmp_path / "broken.jsonl"
    broken.write_text("".join(lines))
    assert main(["verify", str(broken), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert {finding["rule"] for finding in report["findings"] if finding["number"] == number} >= {"log.chain"}


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b"", "not readable as JSON", id="empty"),
        pytest.param(b"PGN", "not readable as JSON", id="another format"),
        pytest.param(b'{"format":"gamelog/9","game":"x","ruleset":"kt","version":"2018.1"}\n', "$.format", id="format"),
        pytest.param(b'{"format":"gamelog/1","game":"x","ruleset":"chess","version":"1"}\n', "chess", id="ruleset"),
        pytest.param(b'{"format":"gamelog/1","game":"x","ruleset":"kt","version":"2018.1"}\n{}\n', "line 2", id="line"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert reason in capsys.readouterr().err


def test_a_missing_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_state_at_every_tenth_step_is_the_folded_position(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = rules.read_game(game.read_bytes()).events
    for at in range(0, len(events), 10):
        assert main(["state", str(game), "--at", str(at)]) == 0
        assert rules.from_json(capsys.readouterr().out) == rules.fold(KT, events[:at])


def test_state_beyond_the_end_is_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["state", str(game), "--at", "100000"]) == 2
    assert "--at" in capsys.readouterr().err


@pytest.fixture
def shot(tmp_path: Path) -> list[str]:
    """Arguments of `decide` for one shot: BS 3+ at 8", in half of 24"."""
    here = position(model("a1", (500, 500), weapons=[gun(type="Assault")]), model("b1", (1400, 500)), phase="shooting",
                    step="fire-at-will")  # fmt: skip
    (tmp_path / "p.json").write_bytes(rules.to_json(here))
    declaration = {
        "by": "a",
        "action": {"type": "shoot", "model": "a1", "volleys": [{"weapon": "gun", "target": "b1"}]},
    }
    (tmp_path / "d.json").write_text(json.dumps(declaration))
    return ["decide", "kt", "--position", str(tmp_path / "p.json"), "--declaration", str(tmp_path / "d.json")]


def decided(arguments: list[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, Any]:
    assert main(arguments) == code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_decide_asks_for_the_dice_it_still_wants(shot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asked = decided(shot, capsys)
    assert (asked["dice_wanted"], asked["clause"], asked["roller"]) == (1, "kt.hit.ranged.roll", "a")
    assert decided([*shot, "--dice", "3"], capsys)["clause"] == "kt.wound.table.equal"


def test_decide_prints_the_event_with_its_effects(shot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    # 3 hits on 3+, 4 wounds S 4 on T 4, 3 fails the save of 4+, 4 on the injury die takes it out.
    done = decided([*shot, "--dice", "3,4,3,4"], capsys)
    assert {"rule": "kt.injury.out-of-action", "model": "b1", "type": "removed"} in done["event"]["effects"]
    assert done["position"]["models"]["b1"]["out"] is True


def test_decide_makes_a_roll_again(shot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    # 2 misses, rolled again a 3 hits, the wound roll is a 1
    path, place = (Path(shot[shot.index(name) + 1]) for name in ("--declaration", "--position"))
    path.write_text(json.dumps({**json.loads(path.read_text()), "rerolls": [{"roll": 0}]}))
    assert decided([*shot, "--dice", "2,3,1"], capsys, 1)["refused"] == "kt.stratagem.cost"
    state = json.loads(place.read_text())
    state["sides"]["a"]["counters"] = {"cp": 1}
    place.write_text(json.dumps(state))
    done = decided([*shot, "--dice", "2,3,1"], capsys)["event"]
    assert done["rerolls"] == [{"roll": 0}]
    assert [e["again"] for e in done["effects"] if e.get("again")] == [[[0, 3]]]


def test_decide_refuses_with_the_rule_and_exit_code_1(shot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(shot[shot.index("--position") + 1])
    path.write_text(path.read_text().replace('"shooting","round"', '"movement","round"').replace("fire-at-will", ""))
    assert decided(shot, capsys, 1)["refused"] == "kt.game.phases"


def test_decide_names_bad_dice(shot: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shot, "--dice", "3,x"]) == 2
    assert main([*shot, "--dice", "7"]) == 2
    assert "not a face" in capsys.readouterr().err


def test_catalogue_and_schema_are_complete(capsys: pytest.CaptureFixture[str]) -> None:
    main(["catalogue", "kt", "--json"])
    assert {row["id"] for row in json.loads(capsys.readouterr().out)} == set(KT.clauses)
    main(["catalogue", "kt"])
    assert len(capsys.readouterr().out.splitlines()) == len(KT.clauses)
    main(["schema", "kt"])
    shape = json.loads(capsys.readouterr().out)
    assert {"declaration", "event", "position", "header"} <= set(shape["$defs"])


def test_a_roster_is_printed_with_what_is_wrong_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roster", "kt", str(ROSTERS[0])]) == 0
    assert json.loads(capsys.readouterr().out)["roster"]["points"] <= 125
    assert main(["roster", "kt", str(ROSTERS[0]), "--points", "20"]) == 1
    assert "kt.roster.points-limit" in capsys.readouterr().out


@pytest.mark.parametrize("more", [(), ("--steps",)])
def test_a_reader_that_stops_reading_is_no_error(more: tuple[str, ...], game: Path) -> None:
    """As with `| head -1`: neither a small answer, which is written when Python ends, nor a long one complains."""
    command = [sys.executable, "-m", "rules", "verify", str(game), *more]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (0, b"")
