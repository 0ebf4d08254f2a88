"""The workers' tasks. They take ids, may run twice and may die anywhere; see `jobs`."""

from celery import shared_task

from gamelog.reverify import jobs


@shared_task  # type: ignore[untyped-decorator]
def compare_all(run_id: str) -> None:
    """List a run's games and send them, some at a time."""
    jobs.coordinate(run_id)


@shared_task  # type: ignore[untyped-decorator]
def compare_some(run_id: str, first: int, last: int) -> None:
    """Compare some games of a run."""
    jobs.work(run_id, first, last)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Retry stalled work. Runs on a schedule (settings, "Jobs")."""
    jobs.sweep()
