"""How a crawl is getting on: the facts, and their one-line and table forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...frontier.listings import TaskCounts

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class ProgressSnapshot:
    """A moment of a crawl; *seconds* since its start, *rate* in pages per second over the last interval."""

    name: str
    seconds: float
    counts: TaskCounts
    pages: int
    items: int
    rate: float
    slowest: tuple[str, float] | None
    """The node with the highest weight, and the weight in seconds."""

    @property
    def states(self) -> list[tuple[str, int]]:
        counts = self.counts
        waiting = counts.delayed + counts.parked
        return [
            ("queued", counts.ready),
            ("running", counts.running),
            ("waiting", waiting),
            ("paused", counts.paused),
            ("dead", counts.dead),
        ]

    @property
    def line(self) -> str:
        states = ", ".join(f"{count} {state}" for state, count in self.states if count) or "no tasks"
        slowest = f"; slowest: {self.slowest[0]} {self.slowest[1]:.2f} s" if self.slowest else ""
        return f"{self.name}: {states}; {self.pages} pages ({self.rate:.1f}/s), {self.items} items{slowest}"

    @property
    def table(self) -> Table:
        from rich.table import Table  # noqa: PLC0415  # loaded where somebody looks

        table = Table.grid(padding=(0, 2))
        states = "  ".join(f"[{_COLOURS[state]}]{count}[/] {state}" for state, count in self.states)
        slowest = f"slowest: {self.slowest[0]} {self.slowest[1]:.2f} s" if self.slowest else ""
        table.add_row(f"[bold]{self.name}[/] {_clock(self.seconds)}", states)
        table.add_row("", f"{self.pages} pages ({self.rate:.1f}/s)  {self.items} items  {slowest}")
        return table


_COLOURS = {"queued": "cyan", "running": "green", "waiting": "yellow", "paused": "magenta", "dead": "red"}


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
