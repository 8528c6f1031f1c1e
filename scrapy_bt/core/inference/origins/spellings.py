"""One text that is sent in two ways, as `Brass Lamps` and `brass-lamps`: how the one is written of the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from ...documents.lettering import slug
from ..answers.codings import encode
from ..answers.values import Coded, Coding, Constant, Extraction, Joined, Value, Within

Texts = tuple[str | None, ...]
"""By recording."""
_WAYS: Mapping[tuple[Coding, ...], str] = {
    ("lower",): "in small letters",
    ("upper",): "in capitals",
    ("strip",): "without blanks around it",
    ("slug",): "as a name in addresses",
    ("hyphens",): "with hyphens for blanks",
    ("underscores",): "with underscores for blanks",
    ("lower", "underscores"): "in small letters with underscores for blanks",
    ("unspaced",): "without blanks",
    ("lower", "unspaced"): "in small letters without blanks",
    ("url",): "percent-coded",
}
RESPELLED: frozenset[Coding] = frozenset(coding for way in _WAYS for coding in way) - {"url"}
"""Codings after which a text is spelled as it is to be, so that once more changes nothing."""
_SIGNS = re.compile(r"[\W_\d]+")
_SHORTEST = 3
"""Letters by which two texts may be told to say the same."""


@dataclass(frozen=True)
class SentSpelling:
    """How a text is written where it is sent: one coding after the other, and what stands around that."""

    way: tuple[Coding, ...] = ()
    before: str = ""
    after: str = ""
    may_be_given: bool = False
    """What stands around it may be given, too, and stands there once all the same."""

    def value(self, text: Value) -> Value:
        """The whole value, made of the text's."""
        for coding in self.way:
            text = Coded(text, coding)
        if self.may_be_given and (self.before or self.after):
            before, after = (_maybe(sign) for sign in (self.before, self.after))
            text = Within(text, Extraction("re", f"^{before}(.*?){after}$"))
        parts = [part for part in (Constant(self.before), text, Constant(self.after)) if part != Constant("")]
        return parts[0] if len(parts) == 1 else Joined(tuple(parts))

    def __str__(self) -> str:
        around = "with more around it" if self.before or self.after else ""
        return ", ".join(filter(None, (_WAYS.get(self.way, ""), around)))


def _maybe(sign: str) -> str:
    """The pattern of a sign that may be there."""
    return f"{re.escape(sign)}?" if len(sign) == 1 else f"(?:{re.escape(sign)})?" if sign else ""


PLAIN = SentSpelling()
"""As the text itself."""


def spelling(values: Texts, texts: Texts) -> SentSpelling | None:
    """How each value is written of the text of its recording; none: as the text itself, or in no way that is known.

    Where all values are the same nothing tells.
    """
    pairs = [(value, text or "") for value, text in zip(values, texts, strict=True) if value is not None]
    if len(set(filter(None, values))) < 2 or values == texts or not all(text for _, text in pairs):
        return None
    if way := written(pairs):
        return SentSpelling(way)
    if any(len(_bare(text)) < _SHORTEST for _, text in pairs):
        return None
    for way in ((), *_WAYS):
        spelled = tuple(text and _spelled(text, way) for text in texts)
        if (found := around(values, spelled)) is not None:
            return SentSpelling(way, *found)
    return None


def written(pairs: Sequence[tuple[str, str]]) -> tuple[Coding, ...]:
    """The way in which each first one of the pairs is the whole second one; empty: none, or all are the same."""
    if all(value == text for value, text in pairs):
        return ()
    return next((way for way in _WAYS if all(value == _spelled(text, way) for value, text in pairs)), ())


def spelled_alike(entries: Collection[tuple[str, str]]) -> tuple[Coding, ...]:
    """The way in which each value is written both of its label and of itself; *entries*: values, each with its label.

    Empty if there is none, or fewer than two entries.
    """
    pairs = [(value, text) for value, label in entries if value for text in (value, label)]
    return written(pairs) if len(set(entries)) > 1 else ()


def around(values: Texts, texts: Texts) -> tuple[str, str] | None:
    """What stands around each text in its value; None if it varies, or if there is only one text."""
    found = set(_around(values, texts))
    return found.pop() if len(found) == 1 and len(set(filter(None, texts))) > 1 else None


def _around(values: Texts, texts: Texts) -> Iterator[tuple[str, str]]:
    """What stands before and after each text in its value; one that is not just once in it has several."""
    for value, text in zip(values, texts, strict=True):
        if value is None and text is None:
            continue
        before, found, after = (value or "").partition(text or "\0")
        yield from [(before, after)] if found else [("", ""), ("\0", "")]


def fullest(given: Iterable[Texts]) -> Mapping[Texts, tuple[Texts, SentSpelling]]:
    """Of texts that are written of others: these, and how; of two that each can be had of the other, the later ones."""
    known = list(dict.fromkeys(given))
    ways = {(one, other): way for one in known for other in known if one != other and (way := spelling(one, other))}
    told = {other: sum(source == other for _, source in ways) for other in known}
    roots: list[Texts] = []
    found: dict[Texts, tuple[Texts, SentSpelling]] = {}
    for each in sorted(known, key=lambda texts: -told[texts]):
        root = next((root for root in roots if (each, root) in ways), None)
        if root is None:
            roots.append(each)
        else:
            found[each] = root, ways[each, root]
    return found


def say_the_same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether each text says what the other of its recording does, whatever signs, numbers and words are around it."""
    pairs = [(_bare(left), _bare(right)) for left, right in zip(one, other, strict=True)]
    is_told = all(min(map(len, pair)) >= _SHORTEST for pair in pairs)
    return is_told and len(set(pairs)) > 1 and all(left in right or right in left for left, right in pairs)


def _bare(text: str) -> str:
    return _SIGNS.sub("", slug(unquote(text)))


def _spelled(text: str, way: Iterable[Coding]) -> str:
    for coding in way:
        text = encode(text, coding)
    return text
