"""The fixtures themselves keep the promises of `tests/conftest.py`."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction


def test_the_worker_answers_over_the_broker(worker: Any) -> None:
    from gamelog.celery import app

    assert app.control.ping(timeout=5, limit=1)


def test_a_killed_worker_starts_again(worker: Any) -> None:
    before = worker.pid
    worker.kill()
    assert not worker.alive()
    worker.start()
    assert worker.pid != before


@pytest.mark.django_db(transaction=True)
def test_flush_passes_triggers_and_leaves_them_in_place() -> None:
    from django.core.management import call_command

    get_user_model().objects.create_user("keeper")
    with connection.cursor() as cursor:
        _refuse_deletion(cursor)
    try:
        call_command("flush", interactive=False, verbosity=0)
        assert not get_user_model().objects.exists()
        user = get_user_model().objects.create_user("keeper")
        with pytest.raises(Exception, match="never"), transaction.atomic():
            user.delete()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER keep" + (" ON auth_user" if connection.vendor == "postgresql" else ""))


def _refuse_deletion(cursor: Any) -> None:
    if connection.vendor == "sqlite":
        cursor.execute("CREATE TRIGGER keep BEFORE DELETE ON auth_user BEGIN SELECT RAISE(ABORT, 'never'); END")
        return
    cursor.execute(
        "CREATE OR REPLACE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'never'; END $$"
    )
    cursor.execute("CREATE TRIGGER keep BEFORE DELETE ON auth_user FOR EACH ROW EXECUTE FUNCTION keep()")


def test_desk_is_wide_and_english(desk: Any) -> None:
    desk.goto("/healthz")
    assert desk.viewport_size == {"width": 1280, "height": 800}
    assert desk.evaluate("navigator.language") == "en-GB"


def test_phone_is_narrow_and_russian(phone: Any) -> None:
    phone.goto("/healthz")
    assert phone.viewport_size == {"width": 390, "height": 844}
    assert phone.evaluate("navigator.language") == "ru-RU"


def test_browser_exists(chromium_path: Path) -> None:
    assert chromium_path.is_file()
