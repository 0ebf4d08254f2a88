from django.apps import AppConfig


class TransparencyConfig(AppConfig):
    name = "gamelog.transparency"
    label = "transparency"
    default_auto_field = "django.db.models.BigAutoField"
