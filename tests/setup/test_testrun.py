"""`manage.py test`: what it counts and what it says in the end."""

from pathlib import Path

import pytest

from gamelog.setup import testrun

REPORT = '<testsuites><testsuite tests="10" failures="2" errors="1" skipped="3"/></testsuites>'


@pytest.fixture
def run(tmp_path: Path) -> testrun.Run:
    return testrun.Run(tmp_path)


def test_both_runs_add_up(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(REPORT)
    count = testrun.Count()
    count.add(tmp_path / "a.xml")
    count.add(tmp_path / "a.xml")
    assert str(count) == "8 passed, 6 failed"


def test_a_failed_step_does_not_stop_the_rest_and_fails_the_run(
    run: testrun.Run, capsys: pytest.CaptureFixture[str]
) -> None:
    run.step("one", lambda: False)
    run.step("two", lambda: True)
    assert testrun.conclude(run) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("== two: ok") for line in lines)
    assert lines[-2:] == ["FAILED: one", "0 passed, 0 failed"]


def test_all_well_is_zero(run: testrun.Run, capsys: pytest.CaptureFixture[str]) -> None:
    run.count.passed = 3
    assert testrun.conclude(run) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "3 passed, 0 failed"


def test_a_pytest_that_breaks_down_counts_as_a_failure(run: testrun.Run) -> None:
    assert not run.pytest("broken", ["--no-such-option"])
    assert run.count.failed == 1


def test_chosen_arguments_reach_pytest(run: testrun.Run, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one(): pass\n\ndef test_two(): assert False\n")
    assert run.pytest("chosen", [str(tmp_path / "test_one.py"), "-k", "test_one", "-p", "no:randomly", "-q"]) is False
    assert str(run.count) == "1 passed, 1 failed"
    assert run.pytest("chosen", [f"{tmp_path / 'test_one.py'}::test_one", "-q"])
    assert str(run.count) == "2 passed, 1 failed"
