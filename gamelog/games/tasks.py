"""The workers' tasks. They take ids, may run twice and may die anywhere; see `verification`."""

from uuid import UUID

from celery import shared_task

from gamelog import messages
from gamelog.games import battle_luck, luck, moving_pictures, verification


@shared_task  # type: ignore[untyped-decorator]
def verify_game(report_id: int) -> None:
    """Cut a report's game into chunks and send them."""
    verification.coordinate(report_id)


@shared_task  # type: ignore[untyped-decorator]
def verify_waiting() -> None:
    """Verify some of the games that wait."""
    verification.work()


@shared_task  # type: ignore[untyped-decorator]
def verify_chunk(chunk_id: int) -> None:
    """Verify one chunk of a game."""
    verification.check(chunk_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Send stalled work again. Runs on a schedule (settings, "Jobs")."""
    verification.sweep()


@shared_task(soft_time_limit=messages.LONGEST - 10, time_limit=messages.LONGEST)  # type: ignore[untyped-decorator]
def count_luck(game_id: str) -> None:
    """Count the luck of a game for a few seconds."""
    battle_luck.run_some(game_id)


@shared_task(soft_time_limit=messages.LONGEST - 10, time_limit=messages.LONGEST)  # type: ignore[untyped-decorator]
def count_odds(game_id: str, number: int) -> None:
    """Count the odds of a step that took too long for a request."""
    luck.count(UUID(game_id), number)


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
