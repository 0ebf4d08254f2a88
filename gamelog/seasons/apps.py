from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "gamelog.seasons"
    label = "seasons"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.seasons import regular_names
        from gamelog.tournaments import reactions as tournaments

        tournaments.stored.register(regular_names.act_followed)
