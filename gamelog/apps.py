"""The project as a Django application: it carries the operator's commands and loads Celery everywhere."""

from django.apps import AppConfig


class PlatformConfig(AppConfig):
    """Loads the Celery app in every process, so that tasks find their broker."""

    name = "gamelog"
    verbose_name = "Platform"

    def ready(self) -> None:
        """Import the Celery app, so that no default one is used, and all tasks, because they are sent by name; and what
        `manage.py check --deploy` checks.
        """
        from gamelog import celery, deployment

        celery.app.autodiscover_tasks(force=True)
        deployment.register_checks()
