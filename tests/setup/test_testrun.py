"""`manage.py test`: its counts and its closing lines."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamelog.setup import processes, testrun
from gamelog.setup.paths import ROOT
from gamelog.setup.problem import Problem

REPORT = '<testsuites><testsuite tests="10" failures="2" errors="1" skipped="3"/></testsuites>'


@pytest.fixture
def run(tmp_path: Path) -> testrun.SuiteRun:
    return testrun.SuiteRun(tmp_path)


def test_both_runs_add_up(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(REPORT)
    count = testrun.Count()
    count.add(tmp_path / "a.xml")
    count.add(tmp_path / "a.xml")
    assert str(count) == "8 passed, 6 failed"


def test_a_failed_step_does_not_stop_the_rest_and_fails_the_run(
    run: testrun.SuiteRun, capsys: pytest.CaptureFixture[str]
) -> None:
    run.step("one", lambda step: False)
    run.step("two", lambda step: True)
    assert testrun.conclude(run) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("== two: ok") for line in lines)
    assert lines[-2:] == ["FAILED: one", "0 passed, 0 failed"]


def test_all_well_is_zero(run: testrun.SuiteRun, capsys: pytest.CaptureFixture[str]) -> None:
    run.count.passed = 3
    assert testrun.conclude(run) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 passed, 0 failed"


def test_a_pytest_that_breaks_down_counts_as_a_failure(run: testrun.SuiteRun) -> None:
    assert not testrun.RunningStep(run).pytest("broken", ["--no-such-option"])
    assert run.count.failed == 1


def test_chosen_arguments_reach_pytest(run: testrun.SuiteRun, tmp_path: Path) -> None:
    file, step = tmp_path / "test_one.py", testrun.RunningStep(run)
    file.write_text("def test_one(): pass\n\ndef test_two(): assert False\n")
    assert not step.pytest("chosen", [str(file), "-k", "test_one", "-p", "no:randomly", "-q"])
    assert str(run.count) == "1 passed, 1 failed"
    assert step.pytest("chosen", [f"{file}::test_one", "-q"])
    assert str(run.count) == "2 passed, 1 failed"


def speaking(*words: str, code: int = 0) -> testrun.Check:
    """A check that prints its words, each from a process of its own."""

    def act(step: testrun.RunningStep) -> bool:
        said = [step.command([sys.executable, "-c", f"print({word!r})"]) for word in words]
        step.say("so be it")
        return all(said) and code == 0

    return testrun.Check(" ".join(words), act, "")


def test_what_runs_side_by_side_is_shown_whole(run: testrun.SuiteRun, capsys: pytest.CaptureFixture[str]) -> None:
    run.together([speaking("one", "two"), speaking("three", "four", code=1), speaking("five", "six")])
    shown = capsys.readouterr().out
    for first, second in (("one", "two"), ("three", "four"), ("five", "six")):
        assert f"== {first} {second}\n{first}\n{second}\nso be it\n== {first} {second}: " in shown
    assert run.failed == ["three four"]
    assert run.running == []


def test_what_runs_side_by_side_is_stopped_with_us(run: testrun.SuiteRun, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[processes.Process] = []

    def interrupted(*_: object) -> Iterator[None]:
        assert processes.wait_until(lambda: bool(run.running), 30)
        started.extend(run.running)
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(testrun, "as_completed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.together([testrun.Check("endless", testrun._of("sleep", "600"), "")])
    assert started and all(process.poll() is not None for process in started)


def test_a_problem_of_a_check_is_its_output(run: testrun.SuiteRun, capsys: pytest.CaptureFixture[str]) -> None:
    def act(step: testrun.RunningStep) -> bool:
        raise Problem("Something is missing.")

    run.together([testrun.Check("one", act, "")])
    assert "Something is missing." in capsys.readouterr().out
    assert run.failed == ["one"]


def test_every_check_concerns_something_that_exists() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    files = listed or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.*")]
    assert [check.name for check in testrun.CHECKS if not any(re.search(check.concerns, path) for path in files)] == []


def test_compared_with_two_commits_at_once() -> None:
    with pytest.raises(Problem, match="one commit"):
        testrun._base(["HEAD", "main"])
