from django.apps import AppConfig


class ReverifyConfig(AppConfig):
    name = "gamelog.reverify"
    label = "reverify"
    default_auto_field = "django.db.models.BigAutoField"
