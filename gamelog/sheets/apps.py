from django.apps import AppConfig


class SheetsConfig(AppConfig):
    name = "gamelog.sheets"
    label = "sheets"
    default_auto_field = "django.db.models.BigAutoField"
