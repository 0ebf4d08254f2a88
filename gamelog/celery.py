"""The Celery application. Delivery is at-least-once: every task is idempotent (see settings, "Jobs")."""

import os

from celery import Celery
from celery.signals import setup_logging
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "gamelog.settings")

app = Celery("gamelog")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]
def use_django_logging(**_: object) -> None:
    """Make workers and beat log like the web process; Celery would install handlers of its own."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)
