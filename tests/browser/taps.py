"""A whole game in the fewest taps: twelve deals and two penalties, every tap counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

FIRST_OF_TWO = range(1, 7)  # a hand of one such figure could have a second: it needs a tap to go on


@dataclass
class Count:
    """How many taps each act took, in the order of the game: ("deal by totals", 7)."""

    acts: list[tuple[str, int]] = field(default_factory=list)

    @property
    def all(self) -> int:
        return sum(taps for _, taps in self.acts)

    def of(self, act: str) -> list[int]:
        return [taps for name, taps in self.acts if name == act]

    def told(self) -> str:
        """Say it line by line: kind, times, taps for one."""
        kinds = dict.fromkeys(name for name, _ in self.acts)
        lines = [f"{name:24} {len(self.of(name)):2} x {min(self.of(name))}-{max(self.of(name))} taps" for name in kinds]
        return "\n".join([*lines, f"{'the whole game':24} {self.all} taps"])


class Finger:
    """One finger on a tablet whose table is in play."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = Count()
        self.taps = 0

    def tap(self, *ids: str) -> None:
        for one in ids:
            self.page.locator(f"#{one}").click()
            self.taps += 1

    def figures(self, number: int) -> None:
        self.tap(*(f"key-{figure}" for figure in str(number)))

    def done(self, act: str, ready: str) -> None:
        """Wait until it is written, and note what it took."""
        expect(self.page.locator(ready)).to_be_visible()
        self.count.acts.append((act, self.taps))
        self.taps = 0

    def deal_by_totals(self, side: str, points: int) -> None:
        self.tap("begin-deal", "end-deal", "points-only", f"side-{side}")
        self.figures(points)
        self.tap("write")
        self.done("deal by totals", "#begin-deal, #to-protocol")

    def deal_by_hands(self, ending: str, by: str, left: Mapping[str, int]) -> None:
        """End a deal; `left` is in the order in which the screen asks."""
        self.tap("begin-deal", "end-deal", f"end-{ending}-{by}")
        last = list(left)[-1]
        for seat, pips in left.items():
            expect(self.page.locator(f"#hand-{seat}")).to_be_checked()
            self.figures(pips)
            if pips in FIRST_OF_TWO and seat != last:
                self.tap("key-next")
        self.tap("write")
        self.done(f"{ending}, {len(left)} hands", "#begin-deal, #to-protocol")

    def penalty(self, code: str, seat: str) -> None:
        """Touch the player on the felt, the breach, and write it."""
        self.tap(f"touch-{seat}", f"code-{code}", "write")
        self.done("penalty", ".felt")


def play_whole_game(page: Page) -> Count:
    """Play twelve deals and two penalties on a table that has just started and plays twelve deals (S18)."""
    finger = Finger(page)
    finger.deal_by_hands("out", "A1", {"B1": 12, "B2": 20, "A2": 15})
    finger.deal_by_totals("B", 31)
    finger.penalty("slow_play", "B1")
    finger.deal_by_hands("out", "B1", {"A1": 8, "A2": 25, "B2": 3})
    finger.deal_by_totals("A", 44)
    finger.deal_by_hands("fish", "A2", {"A1": 10, "A2": 11, "B1": 14, "B2": 13})
    finger.deal_by_totals("A", 25)
    finger.penalty("touched_tile", "A2")
    finger.deal_by_hands("out", "B2", {"A1": 5, "A2": 36, "B1": 9})
    finger.deal_by_totals("B", 18)
    finger.deal_by_hands("out", "A2", {"B1": 0, "B2": 33, "A1": 12})
    finger.deal_by_totals("B", 52)
    finger.deal_by_hands("out", "A1", {"B1": 16, "B2": 21, "A2": 7})
    finger.deal_by_totals("A", 40)
    return finger.count
