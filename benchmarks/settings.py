"""The program's own settings, with the bare views beside its pages."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
