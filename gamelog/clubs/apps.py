from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "gamelog.clubs"
    label = "clubs"
    default_auto_field = "django.db.models.BigAutoField"
