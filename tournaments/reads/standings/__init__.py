"""Standings from the rows of results."""

from .table import places_after, standings
from .values import Cell, Competitor, Row, Table

__all__ = ["Cell", "Competitor", "Row", "Table", "places_after", "standings"]
