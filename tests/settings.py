"""The program's settings with what tests may not share: a folder of their own, and no message that outlives them."""

import atexit
import os
import shutil
import tempfile

# Every process of a test run has its own folder, so that two runs at the same moment do not meet.
folder = tempfile.mkdtemp(prefix="domino-desk-tests-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.environ["VAR_FOLDER"] = folder
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", "")
os.environ["CELERY_BROKER_URL"] = os.environ.get("TEST_BROKER_URL", "")
for name in ("COPY_FOLDER", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "HTTPS_PORT", "SPEAKS_HTTPS", "DEBUG"):
    os.environ.pop(name, None)
os.environ["TIME_ZONE"] = "UTC"

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, VAR  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # No power cut is tested, and every test would wait for the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    DATABASES["default"]["NAME"] = str(VAR / "never-opened.sqlite3")
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_domino_{os.getpid()}"}
    # Here too nobody waits for the disk; what is committed is seen by everybody at once all the same.
    DATABASES["default"]["ENGINE"] = "tests.quick_postgresql"
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"
    DATABASES["default"]["CONN_MAX_AGE"] = 0  # threads of a live server would keep the database from being removed

if not os.environ["CELERY_BROKER_URL"]:
    CELERY_BROKER_URL = "memory://"
    CELERY_BROKER_TRANSPORT_OPTIONS = {}
CELERY_TASK_DEFAULT_QUEUE = f"domino-test-{os.getpid()}"

LOOKS_EVERY = 0  # what a test has changed is seen at once

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
