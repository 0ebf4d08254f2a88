"""Send a mail to try the settings out: at once and from here, so that whatever is wrong is said here."""

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser

from gamelog.mail import outbox


class Command(BaseCommand):
    help = "Send a test mail to an address, without a worker, by the mail server of GAMELOG_MAIL_URL."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", nargs="+")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises: CommandError, with what the server said."""
        mail = EmailMessage("Test mail", f"This mail comes from {settings.SITE_URL}.\n", to=options["address"])
        try:
            outbox.post(mail)
        except (OSError, smtplib.SMTPException) as error:
            raise CommandError(f"The mail was not sent: {error}") from error
        self.stdout.write("The mail server took it.")
