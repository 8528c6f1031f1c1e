"""What a person read and chose, also where it is sent with something around it, or written otherwise: `tag:lamp`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...samples.traffic import Event, Recording, have_events
from ..answers.extraction import page_of
from ..answers.values import Argument, Extraction, Value
from ..blackboard.workflow import Workflow
from ..findings import Variability
from ..origins.links import whole
from ..origins.spellings import PLAIN, SentSpelling, Texts, around, spelling
from ..origins.splitting import shared_beginning
from .causes import cause_of
from .linkedtexts import linked_texts
from .offeredchoices import acts_for
from .smallletters import are_of_small_letters
from .spokennames import ENDING, without_count

_ROWS = frozenset({"tr", "li", "article", "dd", "dt"})
_CHOSEN = frozenset({"click", "dblclick"})
_SIGNS = re.compile(r"[*:~%^$=\"'()\[\]{}|<>]")
"""What stands around a word in an expression, and in no word."""
_COUNT_BEFORE = re.compile(r"^[(\[]?\d+(?:[.,']\d+)*[)\]]?\s*(?=[^\W\d_]{2})")
"""What stands before a name to say how many there are of it, as in “72 failed”."""
_OF_HOSTS = frozenset({".com", ".org", ".net", ".edu", ".gov", ".info", ".test"})
"""What names of hosts end with."""
_WORDS = re.compile(r"[^\W\d_][\w-]*(?: [\w-]+)*")


@dataclass(frozen=True)
class Chosen:
    """The texts that were chosen, with what is sent around them, or as they are written when sent, each time."""

    texts: Texts
    spelling: SentSpelling = PLAIN

    def value(self, name: str, *, is_secret: bool = False) -> Value:
        """The whole value, made of an argument."""
        return self.spelling.value(Argument(name, is_secret))

    @property
    def is_direct(self) -> bool:
        return self.spelling == PLAIN

    @property
    def is_respelled(self) -> bool:
        """Whether it is sent with other signs than it was read with."""
        return bool(self.spelling.way)


def chosen_in(found: Variability, workflow: Workflow, recordings: Sequence[Recording]) -> Chosen:
    """What was clicked before the request was sent, or the value without blanks around it; else the value itself.

    Of a link that says the same in each row, as “show”, it is what else its row says; how many there are of it is left
    out.
    """
    values, numbers = found.values, range(len(found.values))
    clicks = [_click(found.step, number, workflow, recordings) for number in numbers]
    clicked = tuple(map(_said_by, clicks))
    said = [_said_beside(click, number, workflow) for number, click in enumerate(clicks)]
    beside = _alike(values, said) if len(set(clicked)) == 1 else clicked
    counted = tuple(text and without_count(text) for text in clicked)
    behind = tuple(text and _COUNT_BEFORE.sub("", text) for text in clicked)
    for texts in (clicked, beside, counted, behind):
        if (beside_it := around(values, texts)) is not None:
            return Chosen(texts, SentSpelling((), *beside_it))
    for texts in (clicked, counted, behind):
        if (spelled := spelling(values, texts)) is not None:
            return Chosen(texts, spelled)
    has_events = have_events(recordings)
    stripped = tuple(value and value.strip() for value in values) if has_events else _words_between(values)
    stripped = _without_ending(stripped) if found.key.where == "path" else stripped
    beside_it = around(values, stripped)
    if beside_it is None or not any(beside_it):
        asked = workflow.exchanges[found.step]
        if found.key.where == "path" and found.key.name.isdigit():
            linked, way = linked_texts(int(found.key.name), values, asked, recordings)
            if way:
                return Chosen(linked, SentSpelling(way))
        is_small = not has_events and are_of_small_letters(found.key.name, values, asked, recordings)
        return Chosen(values, SentSpelling(("lower",)) if is_small else PLAIN)
    # Without events nobody tells whether a sign was typed, or is the application's own.
    is_doubtful = any(map(str.strip, beside_it)) and not has_events
    return Chosen(stripped, SentSpelling((), *beside_it, may_be_given=is_doubtful))


def _words_between(values: Texts) -> Texts:
    """The words that differ between signs that all values have, as `lamp` of `ilike.*lamp*`; else without blanks.

    In what a person has written whole, as a question to a database, blanks stand around them.
    """
    plain = [value.strip() for value in values if value]
    before = _to_sign(plain)
    after = _to_sign([value[len(before) :][::-1] for value in plain])
    own = [value[len(before) : len(value) - len(after)] for value in plain]
    is_sign = bool(before or after) and not any(map(str.isspace, before + after))
    if not is_sign or not all(map(_WORDS.fullmatch, own)):
        return tuple(value and value.strip() for value in values)
    words = iter(own)
    return tuple(value and next(words) for value in values)


def _without_ending(values: Texts) -> Texts:
    """Names of files, without the ending that all of them have: `hills` of `hills.json`."""
    endings = {found[0] if (found := ENDING.search(value)) is not None else "" for value in values if value}
    # Addresses of hosts, and of people there, end as files do: `north@example.org`.
    is_of_file = (
        len(endings) == 1 and endings.isdisjoint(_OF_HOSTS) and not any("@" in (value or "") for value in values)
    )
    ending = next(iter(endings)) if is_of_file else ""
    return tuple(value and value.removesuffix(ending) for value in values)


def _to_sign(texts: Sequence[str]) -> str:
    """What all of the texts begin with, up to a sign; empty if there is nothing."""
    text = texts[0][: shared_beginning(texts)] if texts else ""
    return text[: max((found.end() for found in _SIGNS.finditer(text)), default=0)]


def _click(step: int, recording: int, workflow: Workflow, recordings: Sequence[Recording]) -> Event | None:
    """The click that caused a request; None if something else did."""
    exchange = workflow.exchanges[step][recording]
    events = acts_for("", exchange, recordings[recording])
    place = cause_of(exchange, events) if exchange is not None else None
    event = events[place] if place is not None else None
    return event if event is not None and event.type in _CHOSEN and event.element is not None else None


def _said_by(click: Event | None) -> str | None:
    """The text of what was clicked; of a box to tick, what it stands for."""
    if click is None or click.element is None:
        return None
    stands_for = click.element.attributes.get("value", "") if click.element.tag == "input" else ""
    return " ".join((click.element.text or stands_for).split()) or None


def _said_beside(click: Event | None, recording: int, workflow: Workflow) -> list[str]:
    """The texts of the row in which a link that was clicked stands, on the page as it was answered."""
    if click is None or click.element is None or not (address := click.element.attributes.get("href")):
        return []
    pages = (exchange.answer for _, exchange in workflow.in_order(recording) if exchange.answer is not None)
    page = next((page for page in pages if whole(page.url) == whole(click.url)), None)
    links = page_of(page).elements(Extraction("css", "a")) if page is not None else []
    link = next((link for link in links if link.get("href") == address), None)
    row = next((each for each in link.iterancestors() if each.tag in _ROWS), None) if link is not None else None
    return [" ".join(str(text).split()) for text in row.itertext() if str(text).strip()] if row is not None else []


def _alike(values: Texts, said: Sequence[Sequence[str]]) -> Texts:
    """Of each recording a said text that stands in its value, with the same around it; empty if there is none."""
    for text in sorted(said[0], key=len, reverse=True):
        before, found, after = (values[0] or "").partition(text)
        texts = [(value or "").removeprefix(before).removesuffix(after) for value in values]
        if found and all(own in told for own, told in zip(texts, said, strict=True)):
            return tuple(texts)
    return tuple(None for _ in values)
