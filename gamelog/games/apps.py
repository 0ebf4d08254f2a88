from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "gamelog.games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from gamelog.games import luck, reactions

        reactions.worked.register(luck.work)
