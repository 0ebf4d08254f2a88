from django.apps import AppConfig


class RecordsConfig(AppConfig):
    name = "gamelog.records"
    label = "records"
