"""The workers' tasks. They take ids, may run twice and may die anywhere; see `verification`."""

from celery import shared_task

from gamelog import messages
from gamelog.games import battle_luck, long_work, moving_pictures, verification


@shared_task  # type: ignore[untyped-decorator]
def verify_waiting() -> None:
    """Verify what waits, for about a second. Runs on a schedule too (settings, "Jobs")."""
    verification.work()


@shared_task(soft_time_limit=messages.LONGEST - 10, time_limit=messages.LONGEST)  # type: ignore[untyped-decorator]
def count_luck(game_id: str) -> None:
    """Count the luck of a game for a few seconds."""
    battle_luck.run_some(game_id)


@shared_task(soft_time_limit=long_work.SECONDS, time_limit=long_work.SECONDS + 10)  # type: ignore[untyped-decorator]
def work_queue() -> None:
    """Do the next piece of work that was too much for a request."""
    long_work.work()


@shared_task  # type: ignore[untyped-decorator]
def sweep_queue() -> None:
    """Send for work that waits too long, and delete what is done. Runs on a schedule (settings, "Jobs")."""
    long_work.sweep()


@shared_task  # type: ignore[untyped-decorator]
def sweep_luck() -> None:
    """Send games whose luck is not counted up to their last step. Runs on a schedule (settings, "Jobs")."""
    battle_luck.sweep()


@shared_task(soft_time_limit=messages.LONGEST - 10, time_limit=messages.LONGEST)  # type: ignore[untyped-decorator]
def draw_pictures() -> None:
    """Draw the oldest moving picture that waits."""
    moving_pictures.work()


@shared_task  # type: ignore[untyped-decorator]
def sweep_pictures() -> None:
    """Send for pictures that wait too long, and delete old ones. Runs on a schedule (settings, "Jobs")."""
    moving_pictures.sweep()
