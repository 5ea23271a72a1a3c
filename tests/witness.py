"""What a browser showed and said when its test failed: nobody else sees the machine on which that happens."""

from __future__ import annotations

from collections import deque
from weakref import WeakKeyDictionary, WeakSet

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, WebError

LONGEST = 2_000  # letters of a page
LAST = 30  # of what the console of a visitor said

_told: WeakSet[BrowserContext] = WeakSet()
_said: WeakKeyDictionary[BrowserContext, deque[str]] = WeakKeyDictionary()


def listen(browser: Browser) -> None:
    """Remember from now on what is said in the consoles of a browser."""
    browser.on("context", _listen)


def _listen(context: BrowserContext) -> None:
    said = _said[context] = deque(maxlen=LAST)

    def heard(message: ConsoleMessage) -> None:
        said.append(f"{message.type}: {message.text}")

    def broken(error: WebError) -> None:
        said.append(f"broken script: {error.error}")

    context.on("console", heard)
    context.on("weberror", broken)


def tell(browser: Browser) -> str:
    """Tell of every page that is open: its address, what one reads on it, what the console said."""
    new = [context for context in browser.contexts if context not in _told]  # a failed test may leave some open
    _told.update(new)
    return "\n\n".join(part for context in new for part in _tell_of(context))


def _tell_of(context: BrowserContext) -> list[str]:
    pages = [f"{page.url}\n{_text(page)}" for page in context.pages]
    said = _said.get(context)
    return [*pages, "console:\n" + "\n".join(said)] if said else pages


def _text(page: Page) -> str:
    try:
        text = page.locator("body").inner_text(timeout=2_000)
        focus = page.evaluate("document.activeElement?.id || document.activeElement?.tagName")
    except Error as error:
        return f"(it does not answer: {error.message.splitlines()[0]})"
    return f"{' '.join(text.split())[:LONGEST]}\n(focus on {focus})"
