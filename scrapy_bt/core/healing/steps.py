"""Selectors as steps from outside to inside: their CSS, how firm they are, and what they find on a page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..documents.elements import Element
from .concepts import concepts_of, words_of
from .outlines import Outline

_IDENTIFIER = re.compile(r"-?[A-Za-z_][\w-]*")
_LONGEST_NAME = 100
"""The most characters of a class or id that a person has written."""
_VOLATILE = re.compile(
    r"\d{3}|(?=[a-z-]*\d)[0-9a-f]{6}|^(?:css|sc|jsx|svelte|emotion|jss|makeStyles|chakra|astro|ng|v|data-v)-[\w-]*$"
    r"|^(?=\w*\d)(?=\w*[a-zA-Z])\w{5,8}$|^[a-z]?[A-Z][a-z]?[A-Z]\w{2,4}$|:|^(?:wp-|post-|page-id|tag-|category-)|^[a-zA-Z]{5,6}$"
)
_MODULE = re.compile(r"^(?P<name>[A-Za-z][\w-]*?[A-Za-z]{3}[\w-]*?(?:__|_|-))(?=\w*[A-Z0-9])\w{4,10}$")
_PRESENTATION = re.compile(
    r"^(?:[mp][trblxy]?-|w-|h-|text-|font-|flex|grid|col-|row|bg-|border|rounded|items-|justify-|gap-|space-|leading-"
    r"|d-|align|float|clear|hidden|block|inline|relative|absolute|sm|md|lg|xl|u-|is-|has-|js-|no-|first|last|even|odd|active|show)"
)
_FIRM, _HELD = 0.45, 0.7
"""What a tag alone costs less where it stands in something that is told so firmly."""
_ATTRIBUTES = (
    "itemprop",
    "data-testid",
    "data-test",
    "data-qa",
    "data-component",
    "data-type",
    "rel",
    "role",
    "property",
)


@dataclass(frozen=True, slots=True)
class PathStep:
    """The conditions on one element; *child*: it stands directly in the element of the step before."""

    tag: str = ""
    name: str = ""
    """Its id."""
    classes: tuple[str, ...] = ()
    prefix: str = ""
    """What one of its class names begins with: the part that tools which hash class names leave stable."""
    attribute: tuple[str, str] | None = None
    child: bool = False
    cost: float = 0.0
    """How much of it is chance; 0: it is firm."""

    @property
    def is_any(self) -> bool:
        """Whether it names only the tag, which tells little."""
        return self.css == self.tag and self.tag not in _SPEAKING

    @property
    def css(self) -> str:
        shown = self.tag
        if self.name:
            shown += f"#{self.name}"
        shown += "".join(f".{name}" for name in self.classes)
        if self.prefix:
            shown += f'[class*="{self.prefix}"]'
        if self.attribute:
            shown += f'[{self.attribute[0]}="{self.attribute[1]}"]'
        return shown or "*"


@dataclass(frozen=True, slots=True)
class Path:
    """Steps from outside to inside."""

    steps: tuple[PathStep, ...]

    @property
    def css(self) -> str:
        return "".join(
            (f" > {step.css}" if step.child else f" {step.css}") if at else step.css
            for at, step in enumerate(self.steps)
        )

    @property
    def cost(self) -> float:
        cost = sum(step.cost for step in self.steps) + 0.15 * len(self.steps)
        if len(self.steps) > 1 and self.steps[-1].is_any and self.steps[-2].cost <= _FIRM:
            cost -= _HELD
        return cost


class Finder:
    """Finds what steps lead to on a page: for each step the elements that fit, of these those inside the ones before.

    What a step fits, and where a path's first steps lead, is worked out once for all paths; it takes no longer than
    the page has elements, however deep they are.
    """

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._by: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._classes: list[tuple[int, str]] = []
        for number, element in enumerate(outline.elements):
            if not isinstance(element.tag, str):
                continue
            self._by["tag", element.tag].append(number)
            if name := element.get("id"):
                self._by["id", name].append(number)
            if names := element.get("class"):
                self._classes.append((number, f" {' '.join(names.split())} "))
            for attribute in _ATTRIBUTES:
                if value := element.get(attribute):
                    self._by[attribute, value].append(number)
        self._fitting: dict[PathStep, list[int]] = {}
        self._reached: dict[tuple[PathStep, ...], list[int]] = {}

    def find(self, path: Path, most: int = 200) -> list[Element]:
        """The first elements that the path leads to, in the order of the page."""
        return [self._outline.elements[number] for number in islice(self._reach(path.steps), most)]

    def _reach(self, steps: tuple[PathStep, ...]) -> Iterator[int]:
        if len(steps) == 1:
            yield from self._fits(steps[0])
            return
        before = self._reached.get(steps[:-1])
        if before is None:
            before = self._reached[steps[:-1]] = list(self._reach(steps[:-1]))
        fitting = self._fits(steps[-1])
        if steps[-1].child:
            parents, around = self._outline.parents, set(before)
            yield from (number for number in fitting if parents[number] in around)
            return
        end = -1
        for outer in before:
            if outer >= end:  # what stands in another one of them is inside of that
                end = self._outline.ends[outer]
                yield from fitting[bisect_right(fitting, outer) : bisect_left(fitting, end)]

    def _fits(self, step: PathStep) -> list[int]:
        """The elements that fit a step, whatever stands around them."""
        found = self._fitting.get(step)
        if found is None:
            keys = [("class", name) for name in step.classes]
            if step.prefix:
                keys.append(("prefix", step.prefix))
            if step.name:
                keys.append(("id", step.name))
            if step.attribute:
                keys.append(step.attribute)
            if step.tag:
                keys.append(("tag", step.tag))
            sets = sorted((set(self._named(*key)) for key in keys), key=len)
            found = self._fitting[step] = sorted(sets[0].intersection(*sets[1:])) if sets else []
        return found

    def _named(self, kind: str, value: str) -> list[int]:
        key = kind, value
        if kind in ("class", "prefix") and key not in self._by:
            part = f" {value} " if kind == "class" else value
            self._by[key] = [number for number, names in self._classes if part in names]
        return self._by.get(key, [])


def steps_to(element: Element, *, child: bool = False) -> list[PathStep]:
    """The steps that an element fits, firm ones first."""
    tag = element.tag
    found = [PathStep(tag, child=child, cost=0.9 if tag not in _SPEAKING else 0.35)]
    name = element.get("id")
    if name and _IDENTIFIER.fullmatch(name) and not is_volatile(name):
        found.append(PathStep(name=name, child=child, cost=0.1))
    for attribute in _ATTRIBUTES:
        value = element.get(attribute)
        if value and len(value) < 40 and not re.search(r"[\"\\\d]", value):
            found.append(PathStep(tag, attribute=(attribute, value), child=child, cost=0.1))
    written = (element.get("class") or "").split()
    names = [each for each in written if len(each) <= _LONGEST_NAME and _IDENTIFIER.fullmatch(each)][:10]
    for each in names:
        module = _MODULE.match(each)
        if module and is_volatile(each[module.end("name") :]):
            prefix = module["name"]
            found.append(PathStep(tag, prefix=prefix, child=child, cost=0.35 + _class_cost(prefix)))
        else:
            found.append(PathStep(tag, classes=(each,), child=child, cost=_class_cost(each)))
    stable = [each for each in names if not is_volatile(each)][:3]
    if len(stable) > 1:
        cost = min(map(_class_cost, stable)) + 0.2
        found.append(PathStep(tag, classes=tuple(stable[:2]), child=child, cost=cost))
    found.sort(key=lambda step: (step.cost, step.css))
    return found


_SPEAKING = frozenset({"h1", "article", "main", "time", "address", "figcaption", "header", "blockquote"})


def is_volatile(name: str) -> bool:
    """Whether a name looks as if it was made by a tool, or for this page alone."""
    if len(name) > _LONGEST_NAME:
        return True
    if concepts_of(name) and not re.search(r"\d{2}|:", name):
        return bool(_MODULE.match(name))
    return bool(_VOLATILE.search(name)) and not (name.isalpha() and name.islower())


def _class_cost(name: str) -> float:
    if is_volatile(name):
        return 1.6
    if _PRESENTATION.match(name):
        return 1.0
    return 0.2 if concepts_of(name) else 0.45 if len(words_of(name)) else 0.9
