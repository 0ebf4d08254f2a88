"""Mail: written down in the transaction that asks for it, sent by a worker.

So a mail server that is slow or dead costs no request anything, and a mail whose request is rolled back is not sent.
Rows are the jobs; every function may run twice and may be interrupted anywhere. Then a mail is sent twice, under the
same Message-ID. A mail that is sent, refused for good or given up is deleted, because it holds an address and perhaps a
link that opens an account.
"""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from gamelog import messages
from gamelog.mail.models import Mail

WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480))
"""How long to wait after each failed attempt; after the last one a mail is given up."""
TRIES = len(WAITS) + 1
PERMANENT = range(500, 600)
"""The answers of a mail server that will be the same tomorrow."""

SEND = messages.Task("gamelog.mail.tasks.send")

log = logging.getLogger(__name__)


class Outbox(BaseEmailBackend):
    """Django's way to send mail: it is written down, and a worker is told."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write mails down; returns how many. Raises: ValueError: one has an attachment, which nobody sends here."""
        kept = [each for each in email_messages if each.recipients()]
        with transaction.atomic():
            for each in kept:
                row = Mail.objects.create(
                    recipients=" ".join(each.recipients()), written=_written(each), due=messages.due()
                )
                messages.deliver_on_commit(SEND, row.pk)
        return len(kept)


def send(mail_id: int) -> None:
    """Send a mail, unless that is done or another worker is at it."""
    row = _taken(mail_id)
    if row is None:
        return
    try:
        post(_read(row.written))
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        _failed(row, refused, hopeless=all(code in PERMANENT for code in codes))
    except smtplib.SMTPDataError as refused:
        _failed(row, refused, hopeless=refused.smtp_code in PERMANENT)
    except (OSError, smtplib.SMTPException) as error:
        # Also a password that the server refuses: whoever runs the site will mend it.
        _failed(row, error, hopeless=False)
    else:
        Mail.objects.filter(pk=row.pk).delete()


def post(mail: EmailMessage) -> None:
    """Give a mail to the server that the settings name, and wait for its answer. Raises: OSError, SMTPException."""
    get_connection(**settings.MAIL_SERVER).send_messages([mail])


def sweep(now: datetime | None = None) -> int:
    """Tell the workers of every mail whose time has come. Returns of how many."""
    now = now or messages.moment()
    due = [*Mail.objects.filter(due__lt=now).order_by("due", "pk").values_list("pk", flat=True)[: messages.SWEPT]]
    for each in due:
        messages.deliver(SEND, each)
    return len(due)


def forget(addresses: Iterable[str]) -> None:
    """Delete the mails to these addresses that have not been sent."""
    for each in addresses:
        Mail.objects.filter(recipients__icontains=each).delete()


def _taken(mail_id: int) -> Mail | None:
    """Take a mail on: from now on it counts as an attempt, whatever happens to this worker."""
    with transaction.atomic():
        row = Mail.objects.select_for_update().filter(pk=mail_id).first()
        if row is None or (row.attempts and row.due > messages.moment()):
            return None
        if row.attempts >= TRIES:
            log.error("mail %s is given up after %s attempts", row.pk, row.attempts)
            row.delete()
            return None
        row.attempts, row.due = row.attempts + 1, messages.due()
        row.save(update_fields=["attempts", "due"])
    return row


def _failed(row: Mail, error: Exception, *, hopeless: bool) -> None:
    """After an attempt that failed; what a server says may repeat the address, so only the kind of error is told."""
    code = getattr(error, "smtp_code", "")
    if hopeless or row.attempts >= TRIES:
        log.error("mail %s is given up after %s attempts: %s %s", row.pk, row.attempts, type(error).__name__, code)
        Mail.objects.filter(pk=row.pk).delete()
        return
    log.warning("mail %s is not sent, attempt %s: %s %s", row.pk, row.attempts, type(error).__name__, code)
    again = messages.moment() + WAITS[row.attempts - 1]
    Mail.objects.filter(pk=row.pk, attempts=row.attempts).update(due=again)


def _written(mail: EmailMessage) -> str:
    if mail.attachments:
        raise ValueError("mails with attachments are not sent")
    domain = urlsplit(settings.SITE_URL).hostname
    kept = {
        "subject": str(mail.subject), "body": str(mail.body), "from_email": mail.from_email, "to": mail.to,
        "cc": mail.cc, "bcc": mail.bcc, "reply_to": mail.reply_to,
        "headers": {"Message-ID": make_msgid(domain=domain), **mail.extra_headers},
        "alternatives": [[str(part), kind] for part, kind in getattr(mail, "alternatives", ())],
    }  # fmt: skip
    return msgspec.json.encode(kept).decode()


def _read(written: str) -> EmailMultiAlternatives:
    kept: dict[str, Any] = msgspec.json.decode(written)
    alternatives = kept.pop("alternatives")
    mail = EmailMultiAlternatives(**kept)
    for part, kind in alternatives:
        mail.attach_alternative(part, kind)
    return mail
