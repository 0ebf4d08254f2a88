"""`/metrics`: who may read it, and that its figures are right."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

import rules
from gamelog import health, metrics, monitoring
from gamelog.games.models import Game, JobState, Report
from gamelog.mail.models import Mail
from gamelog.setup.environment import networks
from tests.gamelog.conftest import append, battle, people, rosters, table

__all__ = ["append", "battle", "people", "rosters", "table"]

TOKEN = "Bearer metrics-secret"
LINE = re.compile(r"^[a-z_]+(\{([a-z_]+=\"(\\.|[^\"\\])*\"(,|(?=\})))*\})? -?[0-9.e+-]+$")


@pytest.fixture
def read(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None) -> Callable[[], dict[str, float]]:
    """`read()` is what Prometheus would store. Brokers and workers are other tests' business."""
    settings.METRICS_TOKEN, settings.VAR = "metrics-secret", tmp_path
    monkeypatch.setattr(health, "parts", lambda: {"database": True, "broker": True, "worker": False})

    def call() -> dict[str, float]:
        answer = Client().get("/metrics", headers={"authorization": TOKEN})
        assert (answer.status_code, answer["Content-Type"]) == (200, metrics.CONTENT_TYPE)
        lines = [each for each in answer.content.decode().splitlines() if not each.startswith("#")]
        assert [each for each in lines if not LINE.fullmatch(each)] == []
        return {name: float(value) for name, _, value in (each.rpartition(" ") for each in lines)}

    return call


@pytest.mark.django_db
def test_nobody_may_read_it_unless_the_settings_say_so(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "site_lines", lambda: iter(()))

    def status(address: str = "10.1.2.3", token: str = "") -> int:
        headers = {"authorization": token} if token else {}
        return Client().get("/metrics", headers=headers, REMOTE_ADDR=address).status_code

    assert [status(), status("127.0.0.1"), status(token="Bearer ")] == [404, 404, 404]
    settings.METRICS_TOKEN = "metrics-secret"
    assert [status(), status(token=TOKEN), status(token=TOKEN + "x")] == [404, 200, 404]
    monkeypatch.setenv("GAMELOG_METRICS", "10.1.2.0/24, ::1, fd00::/8")
    settings.METRICS_FROM = networks("GAMELOG_METRICS")
    assert [status(), status("10.1.3.1"), status("::1"), status("fd00::7"), status("::ffff:10.1.2.9")] == [
        200, 404, 200, 200, 200,
    ]  # fmt: skip


def test_behind_a_proxy_the_visitors_address_counts(settings: Any, monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    monkeypatch.setattr(monitoring, "site_lines", lambda: iter(()))
    monkeypatch.setenv("GAMELOG_METRICS", "127.0.0.1")
    settings.METRICS_FROM, settings.TRUSTED_PROXIES = networks("GAMELOG_METRICS"), 1
    through_the_proxy = {"x-forwarded-for": "127.0.0.1, 203.0.113.9"}
    assert Client().get("/metrics", headers=through_the_proxy, REMOTE_ADDR="127.0.0.1").status_code == 404
    assert Client().get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200


def test_how_the_site_stands(read: Callable[[], dict[str, float]], table: Game) -> None:
    Report.objects.all().delete()
    before = timezone.now() - timedelta(seconds=500)
    Report.objects.create(game=table, number=1, head="a", version="1", created=before)
    Report.objects.create(game=table, number=1, head="b", version="1", state=JobState.RUNNING)
    Report.objects.create(game=table, number=1, head="c", version="1", state=JobState.DONE)
    Mail.objects.create(recipients="a", written="{}", due=before, created=before)
    found = read()
    assert found['gamelog_queue_jobs{kind="verification-asked"}'] == 2
    assert 500 <= found['gamelog_queue_lag_seconds{kind="verification-asked"}'] < 800
    assert (found['gamelog_queue_jobs{kind="mail"}'], found['gamelog_queue_jobs{kind="webhook"}']) == (1, 0)
    assert (found['gamelog_up{part="database"}'], found['gamelog_up{part="worker"}']) == (1, 0)
    assert found["gamelog_database_bytes"] > 100_000
    assert found["process_resident_memory_bytes"] > 10_000_000
    assert found["process_cpu_seconds_total"] > 0


def test_declarations_are_counted_by_what_came_of_them(
    read: Callable[[], dict[str, float]], table: Game, append: Any, battle: rules.GameFile
) -> None:
    def counts(found: dict[str, float]) -> list[float]:
        names = [f'gamelog_appends_total{{ruleset="kt",outcome="{each}"}}' for each in ("stored", "stale")]
        seconds = 'gamelog_append_seconds_bucket{ruleset="kt",outcome="stored",le="+Inf"}'
        return [found.get(name, 0) for name in [*names, seconds]]

    before, events = read(), read()["gamelog_events"]
    for event in battle.events[:3]:
        append(table, event)
    with pytest.raises(Exception, match="somebody was first"):
        append(table, battle.events[0])
    after = read()
    assert [late - early for late, early in zip(counts(after), counts(before), strict=True)] == [3, 1, 3]
    assert after["gamelog_events"] == events + 3


def test_results_that_checks_left_are_told(read: Callable[[], dict[str, float]], tmp_path: Path) -> None:
    folder = tmp_path / monitoring.FOLDER
    folder.mkdir()
    (folder / "check_records.prom").write_text('# TYPE gamelog_check gauge\ngamelog_check{severity="error"} 3\n')
    (folder / "large.prom").write_text("x 1\n" * monitoring.LARGEST)
    (folder / "other.txt").write_text("y 1\n")
    found = read()
    assert found['gamelog_check{severity="error"}'] == 3
    assert not {"x", "y"} & found.keys()


def test_without_the_database_that_is_what_it_tells(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise OperationalError

    settings.METRICS_TOKEN = "metrics-secret"
    monkeypatch.setattr(health, "parts", lambda: {"database": False, "broker": True, "worker": True})
    monkeypatch.setattr("django.db.models.query.QuerySet._fetch_all", fails)
    answer = Client().get("/metrics", headers={"authorization": TOKEN})
    assert answer.status_code == 200
    assert 'gamelog_up{part="database"} 0' in answer.content.decode()


def test_a_histogram_counts_up_to_each_bound() -> None:
    found = metrics.Histogram("t", "About.", "of", bounds=(0.1, 1.0))
    for seconds in (0.1, 0.5, 7.0):
        found.add('a "b"', seconds=seconds)
    said = [line for line in found.lines() if not line.startswith("#")]
    assert said == [
        't_bucket{of="a \\"b\\"",le="0.1"} 1', 't_bucket{of="a \\"b\\"",le="1.0"} 2',
        't_bucket{of="a \\"b\\"",le="+Inf"} 3', 't_sum{of="a \\"b\\""} 7.6', 't_count{of="a \\"b\\""} 3',
    ]  # fmt: skip
