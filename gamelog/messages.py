"""Messages to the workers. They only say that there is something to do: what it is stands in rows, and a sweeper sends
again what stands still.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from kombu.exceptions import OperationalError

PATIENCE = timedelta(seconds=90)
"""How long a job may stand still before it is sent again: longer than the broker's visibility timeout of 60 s."""

log = logging.getLogger(__name__)


def due(attempts: int = 0) -> datetime:
    """When a job is sent again. Each attempt without progress doubles the wait, so that no queue fills with copies."""
    wait: timedelta = PATIENCE * 2 ** min(attempts, 5)
    return timezone.now() + wait


def deliver(task: Any, *arguments: Any) -> None:
    """Send a message. Where the broker does not answer, the sweeper sends it later: the rows are committed."""
    try:
        task.delay(*arguments)
    except OperationalError as error:
        log.warning("%s%s waits for the sweeper, the broker does not answer: %s", task.name, arguments, error)
