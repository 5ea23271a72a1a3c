"""The records of an event; every other module of the app imports them from here."""

from .audit import AuditEntry
from .documents import Document, DocumentFile
from .entries import Category, Disqualification, Entry, EntryMember
from .event_files import BroughtFile
from .events import Regulations, RegulationsPreset, Tournament
from .officials import Official, Role
from .people import Club, Federation, OtherKey, Player
from .results import Result
from .rounds import Game, Round, Seat

__all__ = [
    "AuditEntry",
    "BroughtFile",
    "Category",
    "Club",
    "Disqualification",
    "Document",
    "DocumentFile",
    "Entry",
    "EntryMember",
    "Federation",
    "Game",
    "Official",
    "OtherKey",
    "Player",
    "Regulations",
    "RegulationsPreset",
    "Result",
    "Role",
    "Round",
    "Seat",
    "Tournament",
]
