"""The workers' tasks. They take ids, may run twice and may die anywhere; see `game_results` and `webhooks`."""

from celery import shared_task

from gamelog.tournaments import game_results, webhooks


@shared_task  # type: ignore[untyped-decorator]
def read_record(game_id: str) -> None:
    """Read the result of a table's game into its event."""
    game_results.look_at(game_id)


@shared_task  # type: ignore[untyped-decorator]
def deliver(delivery_id: int) -> None:
    """Deliver an act to a webhook."""
    webhooks.deliver(delivery_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Retry stalled work. Runs on a schedule (settings, "Jobs")."""
    game_results.sweep()
    webhooks.sweep()
