from django.apps import AppConfig


class ReverifyConfig(AppConfig):
    name = "gamelog.reverify"
    label = "reverify"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.games import queues
        from gamelog.reverify import selectors

        queues.of_other_apps.register(selectors.queue)
