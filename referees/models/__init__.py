"""The records of the table, until a protocol is signed."""

from .calls import Call
from .decisions import Decision
from .leases import Lease
from .lines import Line
from .links import PinAttempt, TableLink
from .protocols import Protocol, Signature

__all__ = ["Call", "Decision", "Lease", "Line", "PinAttempt", "Protocol", "Signature", "TableLink"]
