"""Settings: a laptop in a hall by default, a server by environment. docs/server.md lists every variable."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

import dj_database_url
import tzlocal
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("VAR_FOLDER") or BASE_DIR / "var")
VAR.mkdir(parents=True, exist_ok=True)


def on(name: str) -> bool:
    """Tell whether an environment variable switches something on."""
    return os.environ.get(name, "").strip().lower() in {"1", "yes", "true", "on"}


def words(name: str, default: str = "") -> list[str]:
    """Read a comma-separated environment variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def port(name: str) -> int:
    """Read a port from an environment variable: 0 where it is not set."""
    text = os.environ.get(name, "").strip() or "0"
    if not text.isdecimal():
        raise SystemExit(f"{name}={text} is no port. Give a number, such as {name}=8443.")
    return int(text)


def kept_secret_key(file: Path) -> str:
    """Read the secret key of this installation, making it at the first start."""
    if not file.exists():
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        with suppress(FileExistsError):  # the first of two simultaneous starts wins, the other one reads its key
            os.link(fresh, file)
        fresh.unlink()
    return file.read_text().strip()


def sqlite(file: Path) -> dict[str, Any]:
    """Describe an SQLite file that keeps a score through a power cut and lets readers read while one writes."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",  # a reader that turns writer half-way would be refused without waiting
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, not memory: threads of a memory database share one connection, hence one transaction.
        "TEST": {"NAME": str(VAR / "test.sqlite3")},
    }


def database(url: str) -> dict[str, Any]:
    """Describe the database: the SQLite file of this folder without a URL."""
    if not url:
        return sqlite(VAR / "domino.sqlite3")
    named: dict[str, Any] = {**dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)}
    return sqlite(Path(named["NAME"])) if url.startswith("sqlite:") else named


SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret_key(VAR / "secret-key")
DEBUG = on("DEBUG")
HTTPS = on("HTTPS")  # served behind a proxy that speaks https for us, and tells who calls
HTTPS_PORT = port("HTTPS_PORT")  # where make run HTTPS=1 speaks https by itself, beside plain http; 0: it does not
SPEAKS_HTTPS = on("SPEAKS_HTTPS")  # set for the one process that does
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "*")  # the address of a laptop in a hall is not known beforehand
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "tournaments",
    "referees",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.PackedFiles",  # packs by itself, once: gzip around it would break its tags, and pack pictures
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.ContentSecurityPolicy",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.middleware.UploadBound",  # after who it is, and before the check of seals reads what is sent
    "config.middleware.WrongMethodAnswer",
    "django.middleware.common.CommonMiddleware",
    "tournaments.secure_doors.SecureDoors",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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

DATABASES = {"default": database(os.environ.get("DATABASE_URL", ""))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
COPY_FOLDER = Path(os.environ.get("COPY_FOLDER") or VAR / "copies")  # a stick, or another disk
COPY_FOLDER_IS_OURS = not os.environ.get("COPY_FOLDER")  # then it is made; a stick that is not plugged in is not

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("TIME_ZONE") or tzlocal.get_localzone_name() or "UTC"  # the hall's own
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = os.environ.get("STATIC_ROOT") or None  # where collectstatic puts them for another server
WHITENOISE_USE_FINDERS = True  # no collectstatic before a club evening
WHITENOISE_AUTOREFRESH = DEBUG

LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"tournaments.passwords.{name}"} for name in ("NotOnesName", "LongEnough", "NotEverybodys")
]

# Hall networks speak plain http: cookies marked Secure would never come back there.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS or SPEAKS_HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
if SPEAKS_HTTPS:
    # Cookies know no ports: those of the plain address beside this one would be refused under the names of secure ones.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS or SPEAKS_HTTPS else None  # over http browsers complain
SECURE_REFERRER_POLICY = "same-origin"  # the address of a table is its key
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"

EVENT_FILE_LIMIT = 100_000_000  # bytes of a whole event with its documents
# Addresses that take more, and what says why somebody may not send it there. By name, as config knows no app.
UPLOAD_LIMITS = {"/events/import/": EVENT_FILE_LIMIT + 100_000, "/api/v1/event-files/": EVENT_FILE_LIMIT + 100_000}
LARGE_UPLOADS_REFUSED = "tournaments.acts.event_files.why_not"
UPLOAD_LIMIT = 2_500_000  # bytes of one request: an entry list of a world championship is a tenth of it
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_500  # an entry list has 2,000 rows, and a box at each
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_LIMIT

# What can be asked for on paper: kind -> who draws it. By name, so that `tournaments` need not know `referees`.
DOCUMENT_KINDS = {
    "score_sheets": "tournaments.sheets.render.score_sheets",
    "pairings": "tournaments.sheets.render.pairings",
    "standings": "tournaments.sheets.render.standings",
    "cross_table": "tournaments.sheets.render.cross_table",
    "results": "tournaments.sheets.render.results",
    "protocol": "referees.sheets.render_protocol",
    "protocols": "referees.sheets.render_protocols",
}

# What documents are called that show what `referees` keeps: kind -> who finds their titles. By name as well.
DOCUMENT_TITLES = {"protocol": "referees.reads.documents.version_titles"}

LOOKS_EVERY = 1.0  # seconds between two looks at an event, however many phones ask whether anything has changed

# What must be ready before round 1 and is made by `referees`: page of the desk -> who counts. By name as well.
DESK_COUNTS = {"table_links": "referees.reads.games.count_table_links"}

# What an event that is made like an old one brings along and `referees` keeps: what -> who brings it. By name as well.
EVENT_LUGGAGE = {"tables": "referees.acts.links.bring_table_links"}

# What `referees` keeps of an event and adds to its file. By name as well.
EVENT_FILE_LUGGAGE = "referees.event_file.LUGGAGE"

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or "filesystem://localhost//"
CELERY_TASK_DEFAULT_QUEUE = "domino"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True  # the rows of documents are the result
CELERY_TASK_ACKS_LATE = True  # tasks can be done twice without harm; done never is the harm
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2  # seconds that a page waits for a broker that does not answer
CELERY_TASK_PUBLISH_RETRY = False  # the clock asks again for what could not be sent
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE = {
    "send waiting documents": {
        "task": "tournaments.tasks.send_waiting_documents",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "copy the database": {
        "task": "tournaments.tasks.copy_database",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "forget files that nobody agreed to": {
        "task": "tournaments.tasks.forget_old_files",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
}
if CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_WORKER_POOL = "solo"  # prefork takes one message a second from files, solo three hundred
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR / "broker"),
        "data_folder_out": str(VAR / "broker"),
        "control_folder": str(VAR / "broker-control"),
        "polling_interval": 0.1,
    }
    for folder in ("broker", "broker-control"):
        (VAR / folder).mkdir(exist_ok=True)
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 600}  # seconds until another worker takes a lost task

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["config.permissions.ReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["tournaments.api.answers.Answers"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "tournaments.api_errors.answer_error",
}
# What a problem of the API looks like, also outside its views. By name, as config knows no app.
API_PROBLEM = "tournaments.api_errors.problem"
SPECTACULAR_SETTINGS = {
    "TITLE": "Domino Desk",
    "DESCRIPTION": "Games, logs, protocols, results and standings of a domino event.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "DISABLE_ERRORS_AND_WARNINGS": not DEBUG,  # the organiser's screen is no place for them
    # A choice stands where it is made: with the usual hook it would get a name made of hashes.
    "POSTPROCESSING_HOOKS": ["tournaments.api.schema.without_marks"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},  # a page that is not there is no news
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # nor is a visitor who calls us names
        "waitress.queue": {"level": "ERROR"},  # nor is a phone that waits a moment while eight others are answered
        "celery.worker.strategy": {"level": "WARNING"},  # nor a task that comes every five seconds
        "celery.app.trace": {"level": "WARNING"},
    },
}
