"""The records of the table, until a protocol is signed."""

from .lines import Line
from .links import PinAttempt, TableLink
from .protocols import Protocol, Signature

__all__ = ["Line", "PinAttempt", "Protocol", "Signature", "TableLink"]
