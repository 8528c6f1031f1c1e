"""Texts that are written otherwise today: XPath functions that make of them what they were.

A label or a currency in front, a unit behind, several values in one text, another sign for decimals, another order of a
date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile

_RUNS = re.compile(r"\d+")
_SIGNS = re.compile(r"\s*[^\w\s]+\s*|\s{1,3}")
_DATE = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})")
_DATE_PATTERN = r"^(\d+)\D(\d+)\D(\d+)$"
_DATE_STEP = r"^\s*(\d+)\D(\d+)\D(\d+)\s*$"
_DECIMALS = ((",", "."), (".", ","), (",.", ".,"), (" ", ""), (",", ""), (", ", "."), (". ", ","))
_MOST_SIGNS = 8
_MOST_VALUES = 50
_LONGEST = 300
_LEAST = 3
"""The fewest texts of today, and the fewest values that all have the same number of digits."""
_MONTHS = 12
_ASIDE = "\ufdd0"
"""A placeholder for a sign; no text has it."""
_YEAR = 4
_NUMBERS_OF_DATE = 3


@dataclass(frozen=True)
class Rewriting:
    """A function that turns a text of today into what it was."""

    around: tuple[str, str]
    """What stands before and behind the XPath that gives the text."""
    values: tuple[str, ...]
    """The values that it makes of the texts."""
    cut: tuple[str, str] = ("", "")
    """What it first cuts off before and behind."""
    steps: tuple[tuple[str, str], ...] = ()
    """Its further steps, as patterns and their replacements."""


def find_rewritings(before: Sequence[str], now: Sequence[str], is_usual: Callable[[str], bool]) -> list[Rewriting]:
    """Rewritings that turn all texts of *now* into usual values, the simplest first; *before*: values before."""
    before, now = before[:_MOST_VALUES], now[:_MOST_VALUES]
    is_long = any(len(value) > _LONGEST for value in (*before, *now))
    if len(now) < _LEAST or not before or is_long or all(map(is_usual, now)):
        return []
    usual, ends = _Usual.of(before), _affixes(before)
    found: dict[tuple[str, ...], Rewriting] = {}
    for one in _possible(before, now):
        is_constant = len(set(one.values)) == 1 and len(set(before)) > 1
        if one.values in found or is_constant or not all(one.values) or _has_rest(one.values, ends):
            continue
        if all(is_usual(value) and usual.takes(value) for value in one.values):
            found[one.values] = one
    return list(found.values())


def _possible(before: Sequence[str], now: Sequence[str]) -> Iterator[Rewriting]:
    start = Rewriting(("normalize-space(", ")"), tuple(now))
    prefix, suffix = _affixes(now)
    ends = _affixes(before)
    heads = dict.fromkeys(("", prefix, prefix[: prefix.rfind(" ") + 1]))
    tails = dict.fromkeys(("", suffix, suffix[suffix.find(" ") :] if " " in suffix else ""))
    cuts = [
        replace(each, cut=ends_now, steps=())
        for ends_now in product(heads, tails)
        if (each := _cut(start, *ends_now)) is not None
    ]
    yield from cuts
    for one in cuts:
        yield from _translated(one)
        yield from _dated(one, before)
        for sign in _signs(one.values):
            yield from filter(None, (_cut(one, "", sign), _cut(one, sign, "")))
    if any(ends):
        for one in cuts:
            yield _wrapped(one, *ends)
            for each in _translated(one):
                yield _wrapped(each, *ends)


def _cut(one: Rewriting, head: str, tail: str) -> Rewriting | None:
    """The texts behind the first *head* and before the next *tail*; None where these cannot be written."""
    (left, right), values = one.around, one.values
    steps = [(rf"^{_first_of(head)}[\s\S]*?{spelling_pattern(head)}", "")] if head else []
    steps += [(rf"^({_first_of(tail)}[\s\S]*?){spelling_pattern(tail)}[\s\S]*$", r"\1")] if tail else []
    for name, sign, part in (("substring-after", head, 2), ("substring-before", tail, 0)):
        if sign:
            quoted = _quoted(sign)
            if quoted is None:
                return None
            left, right = f"{name}({left}", f"{right}, {quoted})"
            values = tuple(value.partition(sign)[part] if sign in value else "" for value in values)
    return replace(one, around=(left, right), values=values, steps=(*one.steps, *steps))


def _first_of(text: str) -> str:
    """A pattern for what comes before a text that begins with a space."""
    return r"\s*\S" if text[0].isspace() else ""


def spelling_pattern(text: str) -> str:
    """A pattern for a text, whatever spaces it has in the source."""
    return r"\s+" if text.isspace() else r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))


def _translated(one: Rewriting) -> Iterator[Rewriting]:
    """The texts with other signs for decimals and thousands, where these stand only between digits."""
    left, right = one.around
    for old, new in _DECIMALS:
        if any(re.search(rf"(?<!\d)[{old}]|[{old}](?!\d)", value) for value in one.values):
            continue
        pairs = list(zip(old, [*new, *[""] * (len(old) - len(new))], strict=True))
        values = tuple(value.translate(str.maketrans(dict(pairs))) for value in one.values)
        steps = (*one.steps, *_exchanged(pairs))
        around = (f"translate({left}", f'{right}, "{old}", "{new}")')
        yield replace(one, around=around, values=values, steps=steps)


def _exchanged(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Patterns that exchange signs one after another; a sign that another one becomes is put aside meanwhile."""
    (first, becomes), *rest = pairs
    is_aside = any(first == new for _, new in rest)
    yield spelling_pattern(first), _ASIDE if is_aside else becomes
    yield from ((spelling_pattern(old), new) for old, new in rest)
    if is_aside:
        yield _ASIDE, becomes


def _wrapped(one: Rewriting, prefix: str, suffix: str) -> Rewriting:
    """The texts with what all values had around them; empty where there is no value."""
    left, right = one.around
    quoted = _quoted(f"{prefix}\\1{suffix}")
    if quoted is None or "\\" in prefix + suffix:
        return one
    values = tuple(f"{prefix}{value}{suffix}" for value in one.values)
    around = (f"re:replace({left}", f'{right}, "(.+)", "", {quoted})')
    step = (r"^\s*(\S[\s\S]*?)\s*$", f"{prefix}\\1{suffix}")
    return replace(one, around=around, values=values, steps=(*one.steps, step))


def _dated(one: Rewriting, before: Sequence[str]) -> Iterator[Rewriting]:
    """The texts with dates in their old order, where it is clear which number is the day."""
    was, now = _order_of(before), _order_of(one.values)
    found = _DATE.fullmatch(before[0])
    if was is None or now is None or found is None:
        return
    wanted = [now.index(part) + 1 for part in was]
    left, right = one.around
    new = found[2].join(f"\\{number}" for number in wanted)
    values = tuple(re.sub(_DATE_PATTERN, new, value) for value in one.values)
    around = (f"re:replace({left}", f'{right}, "{_DATE_PATTERN}", "", "{new}")')
    yield replace(one, around=around, values=values, steps=(*one.steps, (_DATE_STEP, new)))


def _has_rest(values: Sequence[str], ends: tuple[str, str]) -> bool:
    """Whether all texts have something before or behind that the values did not have."""
    (head, tail), (first, last) = _affixes(values), ends
    return bool((head and first[: len(head)] != head) or (tail and not last.endswith(tail)))


def _order_of(values: Sequence[str]) -> str | None:
    """`ymd`, `dmy` or `mdy`; None where the texts are not dates, or the order is not clear."""
    dates = [_DATE.fullmatch(value) for value in values]
    if not all(dates):
        return None
    parts = [(one[1], one[3], one[4]) for one in dates if one is not None]
    if all(len(first) == _YEAR for first, _, _ in parts):
        return "ymd"
    if not all(len(last) == _YEAR for _, _, last in parts):
        return None
    days = [any(int(one[at]) > _MONTHS for one in parts) for at in (0, 1)]
    return {(True, False): "dmy", (False, True): "mdy"}.get((days[0], days[1]))


def _affixes(values: Sequence[str]) -> tuple[str, str]:
    """The common beginning and end of all texts, without parts of words or numbers."""
    if len(set(values)) == 1:
        return "", ""
    back = [value[::-1] for value in values]
    return _whole(values), _whole(back)[::-1]


def _whole(values: Sequence[str]) -> str:
    """The common beginning, without the first part of a word or number."""
    same = takewhile(lambda signs: len(set(signs)) == 1, zip(*values, strict=False))
    prefix = "".join(signs[0] for signs in same)
    following = {value[len(prefix) : len(prefix) + 1] for value in values}
    while prefix and any(_goes_on(prefix[-1], each) for each in following):
        following = {prefix[-1]}
        prefix = prefix[:-1]
    return prefix


def _goes_on(sign: str, following: str) -> bool:
    if sign.isdigit():
        return not following or following.isdigit() or following in ".,"
    return (sign.isalpha() and following.isalpha()) or (sign in ".," and following.isdigit())


def _signs(values: Sequence[str]) -> list[str]:
    """The signs between the words of all texts."""
    first = dict.fromkeys(_SIGNS.findall(values[0].strip()))
    return [sign for sign in first if all(sign in value.strip() for value in values)][:_MOST_SIGNS]


@dataclass(frozen=True)
class _Usual:
    """What is known of usual values beside their form."""

    digits: tuple[int, ...]
    """The number of digits in each value; 0 if it differs, None if not known."""
    signs: frozenset[str]
    words: tuple[int, int]
    """The fewest and the most words of a value."""
    has_numbers: bool

    @classmethod
    def of(cls, values: Sequence[str]) -> _Usual:
        runs = [[len(run) for run in _RUNS.findall(value)] for value in dict.fromkeys(values)]
        digits: tuple[int, ...] = ()
        if len(runs) >= _LEAST and len({len(each) for each in runs}) == 1:
            digits = tuple(lengths[0] if len(set(lengths)) == 1 else 0 for lengths in zip(*runs, strict=True))
        if len(digits) < _NUMBERS_OF_DATE and not any(map(str.isalpha, "".join(values))):
            digits = (0, *digits[1:])  # a price may become longer in front
        counts = [len(value.split()) for value in values]
        return cls(digits, _signs_in(values), (min(counts), max(counts)), any(runs))

    def takes(self, value: str) -> bool:
        runs = [len(run) for run in _RUNS.findall(value)]
        if runs and not self.has_numbers:
            return False
        if len(runs) == len(self.digits) and any(
            have != want for want, have in zip(self.digits, runs, strict=True) if want
        ):
            return False
        return _signs_in([value]) <= self.signs and self.words[0] <= len(value.split()) <= self.words[1] + 1


def _signs_in(values: Sequence[str]) -> frozenset[str]:
    return frozenset(sign for sign in "".join(values) if not sign.isalnum() and not sign.isspace())


def _quoted(text: str) -> str | None:
    return f'"{text}"' if '"' not in text else f"'{text}'" if "'" not in text else None
