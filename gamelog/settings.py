"""Django's settings. One file for every way of running; the environment holds the differences. Whatever cannot be read
stops the start with a sentence; `manage.py check --deploy` says what does not fit together (`gamelog/deployment.py`).

Where things are

GAMELOG_VAR         folder of all that this machine stores (default `var/`)
GAMELOG_KEYS        folder of the keys that sign records (default `var/keys/`); the same for all machines
GAMELOG_STATIC      folder into which `collectstatic` puts what browsers load (default `var/static/`)
GAMELOG_SECRET_KEY  the secret key (default: created once in `var/secret_key`); the same for all machines
DATABASE_URL        the database (default: SQLite in `var/`): `postgres://user:password@host:5432/name`, with
                    `?sslmode=verify-full`, `?pool=8` (connections of a web process; 0: none kept), `?pgbouncer=1`
DATABASE_OWNER_URL  for `up`: the database as its owner, where the application may not change tables
BROKER_URL          the broker (default: the Valkey that `up` runs in `var/`): `redis://`, `rediss://`
                    (`?ssl_cert_reqs=required&ssl_ca_certs=/path`), `redis+socket:///path`
CACHE_URL           the cache (default: database 1 of the broker's server); `locmem://` for none
GAMELOG_MACHINES    how many machines run the site (default 1); with more, whatever they share has to be named

Who reaches it

GAMELOG_HOSTS       host names served, with commas between (default: this machine)
GAMELOG_URL         address of the site in messages to other programs (default: port 8000 of this machine)
GAMELOG_HTTPS       1: served over HTTPS: secure cookies, redirect, HSTS
GAMELOG_PROXY       1: behind a proxy that sets X-Forwarded-Proto
GAMELOG_PROXIES     how many proxies of yours append to X-Forwarded-For (default 0: the header is not read)
GAMELOG_WEBHOOKS_LOCAL
                    1: webhooks may lead to this machine and its network, and so may the addresses of sites whose logs
                    are kept; for trying them out

Mail

GAMELOG_MAIL_URL    `smtp://user:password@host:587` (`?tls=0`: in clear; `?timeout=10`: seconds), `smtps://host`,
                    `file:///folder`, `console:` (default: files in `var/mail/`)
GAMELOG_MAIL_FROM   the address that mails come from (default: gamelog@ and the host of GAMELOG_URL)

Watching it

GAMELOG_LOG_LEVEL   DEBUG, INFO (default), WARNING or ERROR
GAMELOG_LOG_FORMAT  text (default) or json: a line each
GAMELOG_LOGS        folder of log files (default: standard error)
GAMELOG_LOG_BYTES   the size at which a file in it is put aside (default 20000000; 0: something else rotates them)
GAMELOG_METRICS     addresses and networks that may read `/metrics`, with commas between (default: none)
GAMELOG_METRICS_TOKEN
                    whoever sends it as `Authorization: Bearer` may read `/metrics` too
GAMELOG_PROCESS     `web` in web processes: they keep a pool of PostgreSQL connections; names the log file

For developers

GAMELOG_DEBUG       1: Django's debug pages
GAMELOG_LINT        1: with the linter of migrations
"""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote, urlsplit

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from gamelog import logs
from gamelog.setup import addresses, paths
from gamelog.setup.environment import networks, number, one_of, read, switched_on, text, words
from gamelog.setup.secret import secret_key

BASE_DIR = paths.ROOT
VAR = paths.var()
SECRET_KEY = secret_key(VAR)
KEYS_FOLDER = Path(text("GAMELOG_KEYS") or VAR / "keys")
MACHINES = number("GAMELOG_MACHINES", 1, least=1)
DEBUG = switched_on("GAMELOG_DEBUG")
HTTPS = switched_on("GAMELOG_HTTPS")
ALLOWED_HOSTS = words("GAMELOG_HOSTS", "127.0.0.1,localhost,[::1]")
SITE_URL = text("GAMELOG_URL", "http://127.0.0.1:8000").rstrip("/")
WEBHOOKS_LOCAL = switched_on("GAMELOG_WEBHOOKS_LOCAL")
TRUSTED_PROXIES = number("GAMELOG_PROXIES", 0)
METRICS_FROM = networks("GAMELOG_METRICS")
METRICS_TOKEN = text("GAMELOG_METRICS_TOKEN")
PROCESS = text("GAMELOG_PROCESS")

INSTALLED_APPS = [
    "gamelog.apps.PlatformConfig",
    "gamelog.signing",
    "gamelog.mail",
    "gamelog.people",
    "gamelog.games",
    "gamelog.branches",
    "gamelog.reverify",
    "gamelog.clubs",
    "gamelog.sheets",
    "gamelog.tournaments",
    "gamelog.studies",
    "gamelog.seasons",
    "gamelog.transparency",
    "gamelog.evidence",
    "gamelog.records",
    "gamelog.accounts",
    "gamelog.api",
    "frontend",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
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
    "django.forms",
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
    "gamelog.api.requests.LoggedRequests",
    "gamelog.signing.middleware.KeysMissingMiddleware",
    "gamelog.games.gone.TakenDownMiddleware",
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

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# SQLite unless a server is named; never a silent fallback from one to the other.

DATABASE_URL = text("DATABASE_URL", f"sqlite:///{VAR / 'gamelog.sqlite3'}")
DATABASES = {
    "default": read("DATABASE_URL", DATABASE_URL, lambda url: addresses.database(url, pool=PROCESS == "web")),
}
DATABASE_KIND = "SQLite" if DATABASE_URL.startswith("sqlite:") else "PostgreSQL"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_VALKEY_SOCKET = paths.socket_folder(VAR) / "valkey.sock"
BROKER_URL = read("BROKER_URL", text("BROKER_URL", addresses.broker_socket(_VALKEY_SOCKET)), addresses.broker)
_BROKER_EXPECTED = "BROKER_URL" in os.environ or _VALKEY_SOCKET.exists()
_CACHE_EXPECTED = addresses.cache_of(BROKER_URL) if _BROKER_EXPECTED else "locmem://"
CACHE_URL = read("CACHE_URL", text("CACHE_URL", _CACHE_EXPECTED), addresses.cache)
CACHES: dict[str, dict[str, object]] = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if CACHE_URL == "locmem://"
    else {
        "BACKEND": "gamelog.cache.DegradingCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "gamelog",
        "OPTIONS": {
            "pool_class": "gamelog.cache_pool.SharedPool",
            "socket_connect_timeout": 0.5,
            "socket_timeout": 1.0,
        },
    }
}

# Jobs. Delivery is at-least-once: a task is acknowledged when it is done, and a dead worker's tasks are handed out
# again after the visibility timeout. The last two transport options make that take a minute instead of an hour; work
# that workers have by leases (`games.leases`) waits for neither, since idle workers look for it themselves.

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
    "verify-waiting": {"task": "gamelog.games.tasks.verify_waiting", "schedule": 5.0},
    "sweep-luck": {"task": "gamelog.games.tasks.sweep_luck", "schedule": 10.0},
    "sweep-pictures": {"task": "gamelog.games.tasks.sweep_pictures", "schedule": 15.0},
    "sweep-queue": {"task": "gamelog.games.tasks.sweep_queue", "schedule": 15.0},
    "sweep-branches": {"task": "gamelog.branches.tasks.sweep", "schedule": 15.0},
    "sweep-events": {"task": "gamelog.tournaments.tasks.sweep", "schedule": 15.0},
    "sweep-mail": {"task": "gamelog.mail.tasks.sweep", "schedule": 15.0},
    "sweep-ratings": {"task": "gamelog.clubs.tasks.sweep", "schedule": 30.0},
    # A run that nobody came to within its time is left to the next.
    "grow-log": {"task": "gamelog.transparency.tasks.grow", "schedule": 5.0, "options": {"expires": 5}},
    "watch-logs": {"task": "gamelog.transparency.tasks.watch", "schedule": 3600.0},
    "check-records": {
        "task": "gamelog.records.tasks.check_all",
        "schedule": crontab(hour=3, minute=10),
        "options": {"priority": 9},
    },
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
ACCOUNT_ADAPTER = "gamelog.accounts.adapter.Adapter"
# Wrong passwords are counted by gamelog.accounts.attempts.
ACCOUNT_RATE_LIMITS = {"login_failed": False}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]

# Mail is written down here and sent by a worker, so that no request waits for the mail server.

EMAIL_BACKEND = "gamelog.mail.outbox.Outbox"
MAIL_SERVER = read("GAMELOG_MAIL_URL", text("GAMELOG_MAIL_URL", f"file://{quote(str(VAR / 'mail'))}"), addresses.mail)
DEFAULT_FROM_EMAIL = text("GAMELOG_MAIL_FROM", f"gamelog@{urlsplit(SITE_URL).hostname or 'localhost'}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# API.

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "gamelog.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "gamelog.api.json_body.Json",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_PAGINATION_CLASS": "gamelog.api.paging.Pages",
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
        "gamelog.api.documents.add_taken_down",
        "gamelog.api.documents.add_refused_before",
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
# The load balancer, the supervisor and Prometheus ask over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
if switched_on("GAMELOG_PROXY"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Files and words.

STATIC_URL = "/static/"
STATIC_ROOT = Path(text("GAMELOG_STATIC") or VAR / "static")
STATICFILES_DIRS = [paths.DIST] if paths.DIST.is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Vite's file names already contain hashes; hashing them again would give names that no page knows.
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[0-9A-Za-z_-]{8}\.\w+$"
DJANGO_VITE = {"default": {"dev_mode": False, "manifest_path": paths.DIST / "manifest.json"}}
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
# Bodies wait for their turn, thousands at once if need be.
FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [paths.FRONTEND / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Logs: one line per event, with the request's id also in the worker (`gamelog/logs.py`).

DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
# `gamelog.api.requests.Observed` has looked whether the id comes from a proxy of ours.
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True
LOGGING = logs.configured(
    style=one_of("GAMELOG_LOG_FORMAT", "text", "json"),
    level=one_of("GAMELOG_LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL"),
    folder=text("GAMELOG_LOGS"), process=PROCESS or "other", largest=number("GAMELOG_LOG_BYTES", 20_000_000),
)  # fmt: skip
