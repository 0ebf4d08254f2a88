"""The workers' tasks. They take ids, may run twice and may die anywhere; see `jobs`."""

from celery import shared_task

from gamelog.branches import jobs


@shared_task  # type: ignore[untyped-decorator]
def play_on(run_id: int) -> None:
    """Play some steps of a what-if on."""
    jobs.work(run_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Send stalled work again. Runs on a schedule (settings, "Jobs")."""
    jobs.sweep()
