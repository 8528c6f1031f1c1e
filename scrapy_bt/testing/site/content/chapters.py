"""A made-up manual of a made-up machine: chapters with texts and code samples."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from scrapy_bt.testing.site.content.words import draw, draw_some, open_source

TOPICS = (
    "Unpacking", "First Light", "Switches & Dials", "Timers", "Colours", "Several Lamps", "Dimming", "Schedules",
    "When It Flickers", "Saving Power", "Talking to Clocks", "Putting It Away",
)  # fmt: skip
SENTENCES = (
    "A lamp knows nothing until it is told something.",
    "Every dial goes from 0 to 10, and most are happiest in the middle.",
    "Values < 1 count as off & are not remembered.",
    "Do this once; the lamp keeps it when the power is gone.",
    "If nothing happens, count to three and look again.",
    "Two lamps that share a name answer together.",
    "The order of the lines matters, the spaces between them do not.",
)
VERBS = ("set", "wait", "fade", "repeat", "name", "ask")


@dataclass(frozen=True)
class Chapter:
    """A chapter; each sample is lines of code."""

    number: int
    _: KW_ONLY
    title: str
    paragraphs: tuple[str, ...]
    samples: tuple[tuple[str, ...], ...]

    @property
    def slug(self) -> str:
        """The title as it stands in addresses, such as first-light."""
        return "-".join(self.title.replace("&", "and").lower().split())


def make_chapters(seed: str) -> tuple[Chapter, ...]:
    """Return the chapters, numbered from 1; each has at least one sample."""
    source = open_source(seed, purpose="chapters")
    chapters = []
    for number, title in enumerate(TOPICS, 1):
        samples = tuple(
            tuple(
                f"lamp.{draw(source, VERBS)}({source.randrange(0, 11)})  # step {line}"
                for line in range(1, source.randrange(2, 5))
            )
            for _ in range(source.randrange(1, 4))
        )
        chapters.append(
            Chapter(number, title=title, paragraphs=draw_some(source, SENTENCES, len(samples) + 1), samples=samples)
        )
    return tuple(chapters)
