"""The rules of sport domino: what a log of a game means, and nothing of who asks."""

from typing import Final

# Goes into every protocol: an old record is read with the edition it was made by.
EDITION: Final = "1"
