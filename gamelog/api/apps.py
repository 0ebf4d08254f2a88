from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "gamelog.api"
    label = "api"
