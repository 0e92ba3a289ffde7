"""Courtyard's settings. Safe by default: what a desk needs is switched on by `ops/desk/play.py`."""

from pathlib import Path

from celery.schedules import crontab
from django.utils.translation import gettext_lazy as _

from accounts.push import vapid
from config import env

BASE_DIR = Path(__file__).resolve().parent.parent

# ---- The house ---------------------------------------------------------------------------------
DEBUG = env.flag("DEBUG")
SECRET_KEY = env.secret_key(DEBUG)
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]" if DEBUG else "")
SITE_URL = env.text("SITE_URL", "http://localhost:8000").rstrip("/")
CSRF_TRUSTED_ORIGINS = [SITE_URL]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.routing.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "moderation.admin_config.CourtyardAdminConfig",  # django.contrib.admin with our site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "accounts",
    "accounts.ratings",
    "accounts.karma",
    "accounts.sanctions",
    "accounts.notices",
    "accounts.devices",
    "accounts.push",
    "games",
    # A game that keeps something of its own, such as a bank of questions, has an app for it in its
    # folder: the folder of an apps.py.
    *(
        ".".join(path.parent.relative_to(BASE_DIR).parts)
        for path in sorted(BASE_DIR.glob("games/*/**/apps.py"))
    ),
    "archive",
    "lobby",
    "series",
    "moderation",
    "api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # its files are compressed when collected
    "django.middleware.gzip.GZipMiddleware",  # with padding against BREACH, see docs/operations.md
    "config.middleware.SecurityHeaders",
    "config.head_requests.HeadRequests",
    "config.null_characters.NullCharacters",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.access.entrance.GuestsEnter",
    # The innermost is synchronous, and so are then all: a request stays in one thread instead of
    # going back and forth between the event loop and a thread at each of them.
    "accounts.people.middleware.PreferencesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *sorted(BASE_DIR.glob("games/*/templates"))],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "config.context.site",
            ],
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "django.template.loaders.filesystem.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "builtins": [
                "template_partials.templatetags.partials",
                "config.scripts",
                "sharing.tags",
            ],
            # A game may draw its pieces with tags of its own, `games/<key>/tags.py`.
            "libraries": {
                path.parent.name: f"games.{path.parent.name}.tags"
                for path in BASE_DIR.glob("games/*/tags.py")
            },
        },
    }
]

# ---- Postgres: everything that must survive ----------------------------------------------------
# Behind PgBouncer in transaction mode a connection is ours for one transaction only. So nothing is
# kept on it: no prepared statement, no cursor; and the timeouts are set by PgBouncer.
PGBOUNCER = env.flag("DATABASE_PGBOUNCER")
TIMEOUTS = (
    "-c lock_timeout=2000 -c statement_timeout=15000 -c idle_in_transaction_session_timeout=15000"
)
DATABASES = {
    "default": env.database()
    | {
        # Under ASGI persistent connections leak; the web process uses a pool instead.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": PGBOUNCER,
        "OPTIONS": {} if PGBOUNCER else {"options": TIMEOUTS},
    }
}
WEB_THREADS = int(env.number("ASGI_THREADS", 8))
if env.flag("DATABASE_POOL"):
    # One pool per web process. Celery workers fork, so they go without.
    DATABASES["default"]["OPTIONS"]["pool"] = {  # type: ignore[index]
        "min_size": 2,
        "max_size": WEB_THREADS * 2 + 4,
        "timeout": 5,
        "max_lifetime": 1800,
    }

# ---- Redis: wake-ups, the broker and throttles; nothing that must survive -----------------------
CHANNEL_LAYERS = {
    "default": {
        # Pub/sub drops nothing in a burst and survives a Redis restart; see docs/operations.md.
        "BACKEND": "games.live.bus.Bus",
        "CONFIG": {
            "hosts": [
                {
                    "address": env.redis_database(1),
                    "socket_timeout": None,  # it listens, for as long as it takes
                    "socket_connect_timeout": 1,
                }
            ]
        },
    }
}
CACHES = {
    "default": {
        "BACKEND": "accounts.access.shared_cache.SharedCache",
        "LOCATION": env.redis_database(2),
    }
}

# ---- Celery: time and chores -------------------------------------------------------------------
CELERY_BROKER_URL = env.redis_database(0)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_keepalive": True,
    # No socket_timeout: a worker whose acknowledgement timed out would take no task ever after.
    "health_check_interval": 15,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    # Apart, so that no bot that thinks and no chore makes a clock late.
    "games.presence.tasks.sweep": {"queue": "timers"},
    "lobby.tasks.seat_bots": {"queue": "timers"},
    "series.tasks.sweep": {"queue": "timers"},
    "games.presence.tasks.*bots": {"queue": "bots"},
    # They wait for services of others.
    "accounts.push.tasks.*": {"queue": "push"},
}
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.presence.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    "bots": {"task": "games.presence.tasks.sweep_bots", "schedule": 1.0, "options": {"expires": 2}},
    "countdowns": {
        "task": "lobby.tasks.seat_bots",
        "schedule": 1.0,
        "options": {"expires": 2},
    },
    "minute": {
        "task": "moderation.tasks.count_minute",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "series": {"task": "series.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    "series-minute": {
        "task": "series.tasks.minute",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "tidy": {"task": "lobby.tasks.tidy", "schedule": 60.0, "options": {"expires": 60}},
    "end-guests": {
        "task": "accounts.tasks.end_guests",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "statistics": {
        "task": "archive.tasks.fill_statistics",
        "schedule": crontab(hour=3, minute=40),
        "options": {"expires": 3600},
    },
    "prune": {
        "task": "accounts.notices.tasks.prune",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "push": {"task": "accounts.push.tasks.deliver", "schedule": 2.0, "options": {"expires": 4}},
    "prune-push": {
        "task": "accounts.push.tasks.prune",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "prune-sessions": {
        "task": "accounts.tasks.prune_sessions",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "prune-devices": {
        "task": "accounts.devices.tasks.prune",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
}

# ---- Play --------------------------------------------------------------------------------------
RECONNECT_GRACE = env.number("RECONNECT_GRACE", 150)  # seconds a seat is held for a lost player
LEASE_SECONDS = env.number("LEASE_SECONDS", 45)  # a silent connection counts as gone after this
HEARTBEAT_SECONDS = env.number("HEARTBEAT_SECONDS", 15)
TURN_SECONDS_SCALE = env.number("TURN_SECONDS_SCALE", 1)  # tests shorten every clock
BOT_PAUSE = env.number("BOT_PAUSE", 1.2)  # a bot waits this long, so that people can follow
BOTS_JOIN_SECONDS = env.number("BOTS_JOIN_SECONDS", 15)  # so long "play now" waits for people
SOCKETS_PER_ADDRESS = int(env.number("SOCKETS_PER_ADDRESS", 20))  # of visitors; 0: any number
OUTAGE_SECONDS = 5.0  # a longer silence of ours is an outage and is credited back
OUTAGE_ALLOWANCE = env.number("OUTAGE_ALLOWANCE", 15)  # and time to reconnect on top

# ---- People ------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.access.backend.AccountBackend"]
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
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.access.account_adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "accounts.forms.SignIn", "signup": "accounts.forms.SignUp"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_SESSION_REMEMBER = True
# An unconfirmed address does not keep anybody from a friendly table; a line reminds them.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address each; the old one stands until the new one is confirmed
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Nobody learns from us which addresses have an account: an address can be given twice, but
# confirmed once.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Counted in the shared cache. The key of a failed login is address and name together.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/m/ip,100/h/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
    "confirm_email": "1/3m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = int(env.number("TRUSTED_PROXIES", 0))
# Whoever works for the house signs in with a second step; at a desk `make play` lets it be.
STAFF_SECOND_STEP = env.flag("STAFF_SECOND_STEP", True)
METRICS_TOKEN = env.text("METRICS_TOKEN")  # without one, only staff can read /metrics
MFA_ADAPTER = "accounts.access.mfa_adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Courtyard"
MFA_TOTP_TOLERANCE = 1  # half a minute of a phone's wrong clock

# ---- Web Push ----------------------------------------------------------------------------------
PUSH_PRIVATE_KEY = env.push_key()
PUSH_PUBLIC_KEY = vapid.public_key(PUSH_PRIVATE_KEY) if PUSH_PRIVATE_KEY else ""
PUSH_LOOPBACK = env.flag("PUSH_LOOPBACK")  # tests: a push service on this machine, by plain http

# ---- Words and time ----------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# ---- Files -------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT") or BASE_DIR / "var" / "static")
STATICFILES_DIRS = [
    BASE_DIR / "static",
    *sorted(BASE_DIR.glob("games/*/static")),
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.storage.HashedFiles"},
}
if DEBUG or env.flag("PLAIN_STATIC"):
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

# ---- Mail --------------------------------------------------------------------------------------
EMAIL_BACKEND = env.text("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = int(env.number("EMAIL_PORT", 25))
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Courtyard <courtyard@localhost>")
SECURITY_CONTACT = env.text("SECURITY_CONTACT")  # an address or a link; empty: the sender of mails

# ---- Doors and locks ---------------------------------------------------------------------------
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
# PLAIN_HTTP is for a desk or a home network; a public site stands behind TLS.
if not (DEBUG or env.flag("PLAIN_HTTP")):
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = int(env.number("SECURE_HSTS_SECONDS", 31_536_000))
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True

# ---- Logs: one line each, never a hand, a cookie or a chat text ----------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.UTCFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "courtyard": {"level": env.text("LOG_LEVEL", "INFO")},
        "django.request": {"level": "ERROR"},
        "daphne": {"level": "WARNING"},
        "celery": {"level": "WARNING"},
    },
}
