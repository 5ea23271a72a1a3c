"""An entry list as organisers send it: values in, rows and faults out. No models here."""

from .faults import Known, event_faults, list_faults
from .reading import MAX_BYTES, decode, read_entry_list
from .rows import EntryList, Fault, Pair, Person

__all__ = [
    "MAX_BYTES",
    "EntryList",
    "Fault",
    "Known",
    "Pair",
    "Person",
    "decode",
    "event_faults",
    "list_faults",
    "read_entry_list",
]
