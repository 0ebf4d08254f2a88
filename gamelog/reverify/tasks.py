"""The workers' tasks. They take ids, may run twice and may die anywhere; see `jobs`."""

from celery import shared_task

from gamelog.reverify import jobs


@shared_task  # type: ignore[untyped-decorator]
def compare_waiting() -> None:
    """Compare what waits, for about a second. Runs on a schedule too (settings, "Jobs")."""
    jobs.work()
