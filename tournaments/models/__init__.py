"""The records of an event; every other module of the app imports them from here."""

from .audit import AuditEntry
from .documents import Document, DocumentFile
from .entries import Entry, EntryMember
from .events import Regulations, RegulationsPreset, Tournament
from .officials import Official, Role
from .people import Club, Federation, Player
from .results import Result
from .rounds import Game, Round, Seat

__all__ = [
    "AuditEntry",
    "Club",
    "Document",
    "DocumentFile",
    "Entry",
    "EntryMember",
    "Federation",
    "Game",
    "Official",
    "Player",
    "Regulations",
    "RegulationsPreset",
    "Result",
    "Role",
    "Round",
    "Seat",
    "Tournament",
]
