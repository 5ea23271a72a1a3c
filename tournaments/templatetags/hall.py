"""Choose what the screen of the hall shows of its sheets, and name the tables of one."""

from __future__ import annotations

from collections.abc import Sequence

from django import template

from ..reads.screen import Sheet

register = template.Library()

DRAW = ("tables", "names")


@register.filter
def while_it_lasts(sheets: Sequence[Sheet], ended: bool) -> Sequence[Sheet]:
    """Leave the draw out once the event has ended, unless nothing else is shown."""
    after = [sheet for sheet in sheets if sheet.part not in DRAW]
    return after if ended and after else sheets


@register.filter
def table_numbers(sheet: Sheet) -> list[int]:
    """List the numbers of the tables on a sheet of the draw; a bye has none."""
    return [one.table for column in sheet.columns for one in column if one.table is not None]
