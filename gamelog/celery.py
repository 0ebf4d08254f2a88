"""The Celery application. Delivery is at-least-once: every task is idempotent (see settings, "Jobs")."""

import gc
import os

from celery import Celery
from celery.signals import setup_logging, worker_init
from django_structlog.celery.steps import DjangoStructLogInitStep

import rules

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


@worker_init.connect  # type: ignore[untyped-decorator]
def load_rules(**_: object) -> None:
    """Load every ruleset before the worker forks, so that its children have them in common and not one each. What is
    there by then is left alone by the collector of garbage, which would write to every page of it.
    """
    for name in rules.RULESETS:
        rules.load(name).prepare()
    gc.collect()
    gc.freeze()
