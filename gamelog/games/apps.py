from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "gamelog.games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
