"""The workers' doors. Tasks take ids, may run twice and may die anywhere; see `ratings`."""

from celery import shared_task

from gamelog.clubs import ratings


@shared_task  # type: ignore[untyped-decorator]
def rate(ruleset: str) -> None:
    """Bring the ratings of a ruleset a piece further."""
    ratings.run_some(ruleset)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Send the rulesets whose ratings are behind their games. Runs on a schedule (settings, "Jobs")."""
    ratings.sweep()
