"""Where the browser of the tests is; known to who starts them too, so nothing of the program is imported here."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PLACES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def chromium() -> str | None:
    """Find a Chromium: the one CHROMIUM names, the system's, or Playwright's own."""
    for place in (os.environ.get("CHROMIUM"), *PLACES):
        if place and (found := shutil.which(place)):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None
