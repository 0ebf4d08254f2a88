"""The project as a Django application: it carries the operator's commands and loads Celery everywhere."""

from django.apps import AppConfig


class PlatformConfig(AppConfig):
    """Loads the Celery app in every process, so that tasks find their broker."""

    name = "gamelog"
    verbose_name = "Platform"

    def ready(self) -> None:
        # Web processes and commands must send tasks through our Celery application, not through a default one.
        """Import the Celery app."""
        from gamelog import celery  # noqa: F401
