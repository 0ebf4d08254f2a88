"""The workers' tasks. They take ids, may run twice and may die anywhere; see `verification`."""

from celery import shared_task

from gamelog.games import battle_luck, verification


@shared_task  # type: ignore[untyped-decorator]
def verify_game(report_id: int) -> None:
    """Cut a report's game into chunks and send them."""
    verification.coordinate(report_id)


@shared_task  # type: ignore[untyped-decorator]
def verify_chunk(chunk_id: int) -> None:
    """Verify one chunk of a game."""
    verification.check(chunk_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Send stalled work again. Runs on a schedule (settings, "Jobs")."""
    verification.sweep()


@shared_task(soft_time_limit=battle_luck.LONGEST - 10, time_limit=battle_luck.LONGEST)  # type: ignore[untyped-decorator]
def count_luck(game_id: str) -> None:
    """Count the luck of a game for a few seconds."""
    battle_luck.run_some(game_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep_luck() -> None:
    """Send games whose luck is not counted up to their last step. Runs on a schedule (settings, "Jobs")."""
    battle_luck.sweep()
