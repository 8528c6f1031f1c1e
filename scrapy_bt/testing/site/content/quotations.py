"""Made-up quotations and the made-up authors they are put down to."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from scrapy_bt.testing.site.content.words import MONTHS, draw, draw_some, open_source

QUOTATION_COUNT = 50
AUTHOR_COUNT = 12

SUBJECTS = (
    "A borrowed umbrella", "A closed book", "A crooked path", "A patient river", "A quiet bridge", "A slow clock",
    "A small lamp", "A stubborn kettle", "A winter garden", "A wooden spoon", "An honest map", "An open door",
)  # fmt: skip
PREDICATES = (
    "asks only for a second look",
    "finds its own way home",
    "forgets nothing & forgives most of it",
    "keeps its promises without a calendar",
    "knows more than it says",
    "makes the room a little larger",
    "never argues with the weather",
    "says 'later' and means it",
    "teaches best when nobody is in a hurry",
    "turns waiting into a craft",
    "is the shortest naïve answer to a long question",
    "is worth two loud opinions",
)
TAGS = ("craft", "doors", "home", "maps", "patience", "questions", "quiet", "time", "travel", "weather")


@dataclass(frozen=True)
class QuotedAuthor:
    """An author with a label for a name."""

    number: int
    _: KW_ONLY
    born: str
    birthplace: str
    description: str

    @property
    def name(self) -> str:
        """The label, such as Author 7."""
        return f"Author {self.number}"

    @property
    def slug(self) -> str:
        """The label as it stands in addresses, such as author-7."""
        return f"author-{self.number}"


@dataclass(frozen=True)
class Quotation:
    """A sentence with its author and one to four tags."""

    text: str
    _: KW_ONLY
    author: QuotedAuthor
    tags: tuple[str, ...]


def make_authors(seed: str) -> tuple[QuotedAuthor, ...]:
    """Return the authors, numbered from 1."""
    source = open_source(seed, purpose="authors")
    return tuple(
        QuotedAuthor(
            number,
            born=f"{source.randrange(1, 29)} {draw(source, MONTHS)} {source.randrange(1850, 1980)}",
            birthplace=f"Sample Town {source.randrange(1, 40)}",
            description=f"Author {number} was made up for this site and wrote nothing else.",
        )
        for number in range(1, AUTHOR_COUNT + 1)
    )


def make_quotations(seed: str) -> tuple[Quotation, ...]:
    """Return the quotations, no sentence twice."""
    source = open_source(seed, purpose="quotations")
    sentences = [f"{subject} {predicate}." for subject in SUBJECTS for predicate in PREDICATES]
    source.shuffle(sentences)
    authors = make_authors(seed)
    return tuple(
        Quotation(sentence, author=draw(source, authors), tags=draw_some(source, TAGS, source.randrange(1, 5)))
        for sentence in sentences[:QUOTATION_COUNT]
    )
