"""The application that waitress, gunicorn or another WSGI server serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# What the first visitor of a new process would wait for: the addresses with all views behind them are loaded, and the
# garbage collector need not go through what stays.
reverse("api-docs")
gc.collect()
gc.freeze()
