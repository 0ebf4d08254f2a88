from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "gamelog.seasons"
    label = "seasons"
    default_auto_field = "django.db.models.BigAutoField"
