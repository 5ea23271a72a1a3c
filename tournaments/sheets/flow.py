"""Flow: blocks of known height onto pages, with the heading of a table on every page it reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from .paper import Paper

Frame = Callable[[Paper, float, float], None]


@dataclass(frozen=True)
class Block:
    """What must not be broken: drawn at a top by `draw`; `frame` is drawn once round neighbours that share it."""

    height: float
    draw: Callable[[Paper, float], None]
    heading: Block | None = None
    frame: Frame | None = None
    with_next: bool = False


def paginate(blocks: Sequence[Block], first: float, later: float) -> list[list[Block]]:
    """Fill pages that have room for `first`, then `later` points; a block higher than a page gets one for itself."""
    pages: list[list[Block]] = [[]]
    left = first
    for number, block in enumerate(blocks):
        if pages[-1] and _group_height(blocks, number) > left:
            pages.append([block.heading] if block.heading else [])
            left = later - (block.heading.height if block.heading else 0)
        pages[-1].append(block)
        left -= block.height
    return pages


def _group_height(blocks: Sequence[Block], number: int) -> float:
    height = blocks[number].height
    while blocks[number].with_next and number + 1 < len(blocks):
        number += 1
        height += blocks[number].height
    return height


def draw_blocks(paper: Paper, top: float, blocks: Sequence[Block]) -> float:
    """Draw blocks one under the other; answer where they end."""
    for frame, group in groupby(blocks, key=lambda block: block.frame):
        begin = top
        for block in group:
            block.draw(paper, top)
            top += block.height
        if frame:
            frame(paper, begin, top)
    return top


def space(height: float) -> Block:
    """Leave room before the next block."""
    return Block(height, lambda paper, top: None, with_next=True)
