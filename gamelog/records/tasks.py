"""The workers' tasks: see `jobs`."""

from celery import shared_task

from gamelog.records import jobs


@shared_task  # type: ignore[untyped-decorator]
def check_all() -> None:
    """Begin a check of all records. Runs on a schedule (settings, "Jobs")."""
    jobs.begin()


@shared_task  # type: ignore[untyped-decorator]
def check_some(started: str, piece: int) -> None:
    """Check some of the records."""
    jobs.work(started, piece)
