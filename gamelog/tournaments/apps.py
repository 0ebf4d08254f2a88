from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "gamelog.tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
