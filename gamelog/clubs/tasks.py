"""The workers' tasks. They take ids, may run twice and may die anywhere; see `ratings`."""

from celery import shared_task

from gamelog.clubs import ratings


@shared_task  # type: ignore[untyped-decorator]
def rate(ruleset: str) -> None:
    """Do a piece of work on the ratings of a ruleset."""
    ratings.run_some(ruleset)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Send rulesets whose ratings lag behind their games. Runs on a schedule (settings, "Jobs")."""
    ratings.sweep()
