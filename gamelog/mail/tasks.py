"""The workers' tasks. They take ids, may run twice and may die anywhere; see `outbox`."""

from celery import shared_task

from gamelog.mail import outbox


@shared_task  # type: ignore[untyped-decorator]
def send(mail_id: int) -> None:
    """Send a mail."""
    outbox.send(mail_id)


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> None:
    """Tell of mails whose time has come. Runs on a schedule (settings, "Jobs")."""
    outbox.sweep()
