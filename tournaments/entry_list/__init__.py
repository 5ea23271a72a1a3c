"""An entry list as organisers send it: values in, rows and faults out. No models here."""

from .faults import Known, event_faults, list_faults
from .grid import MAX_BYTES, Grid, decode
from .reading import categories_in, grid_of, read_entry_list, read_grid
from .rows import EntryList, Fault, Pair, Person

__all__ = [
    "MAX_BYTES",
    "EntryList",
    "Fault",
    "Grid",
    "Known",
    "Pair",
    "Person",
    "categories_in",
    "decode",
    "event_faults",
    "grid_of",
    "list_faults",
    "read_entry_list",
    "read_grid",
]
