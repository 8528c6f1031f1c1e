"""Made-up filings of a registry for the WebForms section."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from scrapy_bt.testing.site.content.words import MANNERS, PLACES, draw, open_source

FILING_COUNT = 48
STATES = ("Open", "Granted", "Refused", "Withdrawn")


@dataclass(frozen=True)
class Filing:
    """One row of the registry; the date is ISO 8601."""

    number: int
    _: KW_ONLY
    subject: str
    state: str
    filed: str

    @property
    def reference(self) -> str:
        """The number as the registry writes it, such as F-2024-007."""
        return f"F-{self.filed[:4]}-{self.number:03}"


def make_filings(seed: str) -> tuple[Filing, ...]:
    """Return the filings, numbered from 1."""
    source = open_source(seed, purpose="filings")
    return tuple(
        Filing(
            number,
            subject=f"{draw(source, MANNERS).capitalize()} shed by the {draw(source, PLACES)}",
            state=draw(source, STATES),
            filed=f"{source.randrange(2019, 2026)}-{source.randrange(1, 13):02}-{source.randrange(1, 29):02}",
        )
        for number in range(1, FILING_COUNT + 1)
    )
