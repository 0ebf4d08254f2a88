"""Django's settings. One file for every way of running; the environment holds the differences:

GAMELOG_VAR         folder of all stored data (default `var/`)
GAMELOG_KEYS        folder of the keys that sign records (default `var/keys/`)
GAMELOG_SECRET_KEY  the secret key (default: created once in `var/secret_key`)
GAMELOG_DEBUG       1: Django's debug pages
GAMELOG_HTTPS       1: served over HTTPS: secure cookies, redirect, HSTS
GAMELOG_PROXY       1: behind a proxy that sets X-Forwarded-Proto
GAMELOG_HOSTS       host names served, with commas between (default: this machine)
GAMELOG_URL         address of the site in messages to other programs (default: port 8000 of this machine)
GAMELOG_WEBHOOKS_LOCAL
                    1: webhooks may lead to this machine and its network; for trying them out
GAMELOG_PROCESS     `web` in web processes: they keep a pool of PostgreSQL connections
DATABASE_URL        the database (default: SQLite in `var/`)
BROKER_URL          the broker (default: the Valkey that `up` runs in `var/`)
CACHE_URL           the cache (default: database 1 of the broker's server; `locmem://` for none)
"""

import os
from datetime import timedelta
from pathlib import Path

import structlog
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from gamelog.setup import addresses, paths
from gamelog.setup.secret import secret_key


def switched_on(name: str) -> bool:
    """Whether the environment variable `name` is 1."""
    return os.environ.get(name) == "1"


BASE_DIR = paths.ROOT
VAR = paths.var()
SECRET_KEY = secret_key(VAR)
KEYS_FOLDER = Path(os.environ.get("GAMELOG_KEYS") or VAR / "keys")
DEBUG = switched_on("GAMELOG_DEBUG")
HTTPS = switched_on("GAMELOG_HTTPS")
ALLOWED_HOSTS = os.environ.get("GAMELOG_HOSTS", "127.0.0.1,localhost,[::1]").split(",")
SITE_URL = os.environ.get("GAMELOG_URL", "http://127.0.0.1:8000").rstrip("/")
WEBHOOKS_LOCAL = switched_on("GAMELOG_WEBHOOKS_LOCAL")

INSTALLED_APPS = [
    "gamelog.apps.PlatformConfig",
    "gamelog.signing",
    "gamelog.people",
    "gamelog.games",
    "gamelog.branches",
    "gamelog.reverify",
    "gamelog.clubs",
    "gamelog.sheets",
    "gamelog.tournaments",
    "gamelog.studies",
    "gamelog.seasons",
    "gamelog.evidence",
    "gamelog.accounts",
    "gamelog.api",
    "frontend",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_structlog",
    "django_vite",
    "pgtrigger",
    "csp",
]
if switched_on("GAMELOG_LINT"):
    INSTALLED_APPS.append("django_migration_linter")

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "gamelog.games.guests.GuestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "gamelog.signing.middleware.KeysMissingMiddleware",
]

ROOT_URLCONF = "gamelog.urls"
ASGI_APPLICATION = "gamelog.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [paths.FRONTEND / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# SQLite unless a server is named; never a silent fallback from one to the other.

DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{VAR / 'gamelog.sqlite3'}"
DATABASES = {"default": addresses.database(DATABASE_URL, pool=os.environ.get("GAMELOG_PROCESS") == "web")}
DATABASE_KIND = "SQLite" if DATABASE_URL.startswith("sqlite:") else "PostgreSQL"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_VALKEY_SOCKET = paths.socket_folder(VAR) / "valkey.sock"
BROKER_URL = os.environ.get("BROKER_URL") or addresses.broker_socket(_VALKEY_SOCKET)
_BROKER_EXPECTED = "BROKER_URL" in os.environ or _VALKEY_SOCKET.exists()
CACHE_URL = os.environ.get("CACHE_URL") or (addresses.cache_of(BROKER_URL) if _BROKER_EXPECTED else "locmem://")
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if CACHE_URL == "locmem://"
    else {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "gamelog",
        "OPTIONS": {"pool_class": "gamelog.cache_pool.SharedPool"},
    }
}

# Jobs. Delivery is at-least-once: a task is acknowledged when it is done, and a dead worker's tasks are handed out
# again after the visibility timeout. The last two transport options make that take a minute instead of an hour.

CELERY_BROKER_URL = BROKER_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 5,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 40
CELERY_TASK_TIME_LIMIT = 50
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# A message that cannot be sent must not hold a web request: its job is a row, and the sweeper sends it again.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.2, "interval_max": 0.2}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "gamelog.games.tasks.sweep", "schedule": 15.0},
    "sweep-luck": {"task": "gamelog.games.tasks.sweep_luck", "schedule": 10.0},
    "sweep-pictures": {"task": "gamelog.games.tasks.sweep_pictures", "schedule": 15.0},
    "sweep-branches": {"task": "gamelog.branches.tasks.sweep", "schedule": 15.0},
    "sweep-reverifications": {"task": "gamelog.reverify.tasks.sweep", "schedule": 15.0},
    "sweep-events": {"task": "gamelog.tournaments.tasks.sweep", "schedule": 15.0},
    "sweep-ratings": {"task": "gamelog.clubs.tasks.sweep", "schedule": 30.0},
}

# People.

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Phones in one hall share an address, so only codes that open nothing count.
ACCOUNT_RATE_LIMITS = {"join_code": "30/10m/ip"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR / "mail"

# API.

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "gamelog.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "rest_framework.parsers.JSONParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "gamelog.api.limits.AnonLimit",
        "gamelog.api.limits.UserLimit",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "1200/min", "user": "6000/min"},
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "gamelog.api.errors.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "URL_FORMAT_OVERRIDE": None,
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=30), "AUTH_HEADER_PREFIX": "Token"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Game log",
    "DESCRIPTION": "Record, verify and replay tabletop wargames.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "gamelog.api.event_shapes.add",
    ],
}

# Headers. Nothing inline, nothing from elsewhere.

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "accelerometer": [],
    "camera": [],
    "geolocation": [],
    "gyroscope": [],
    "magnetometer": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
# The load balancer and the supervisor probe over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
if switched_on("GAMELOG_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Files and words.

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [paths.DIST] if paths.DIST.is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Vite's file names already contain hashes; hashing them again would give names that no page knows.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[0-9A-Za-z_-]{8}\.\w+$"
DJANGO_VITE = {"default": {"dev_mode": False, "manifest_path": paths.DIST / "manifest.json"}}
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [paths.FRONTEND / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Logs: one line per event, with the request's id also in the worker.

DJANGO_STRUCTLOG_CELERY_ENABLED = True
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
            "foreign_pre_chain": [
                structlog.contextvars.merge_contextvars,
                structlog.processors.TimeStamper(fmt="iso"),
                structlog.stdlib.add_logger_name,
                structlog.stdlib.add_log_level,
                structlog.processors.format_exc_info,
            ],
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("GAMELOG_LOG_LEVEL", "INFO")},
}
structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.filter_by_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
