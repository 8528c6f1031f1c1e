"""Made redesigns: a page whose fields suffer the seven kinds of change, so that what became of each is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random

from lxml import html

from ...core.documents.elements import Element
from ...core.healing.concepts import synonyms_of, words_of
from ...core.healing.kinds import ChangeKind
from ...core.healing.pages import Candidate, Page

KINDS = tuple(kind for kind in ChangeKind if kind is not ChangeKind.NONE)
_MARK = "data-made-redesign"
_TAGS = ("div", "section", "article", "p", "span", "h1", "h2", "h3", "b", "em", "header", "li", "dd", "time")
_LABELS = ("Now: ", "- ", "» ", "No. ", "By ", "About: ")
_ENDS = (" *", " (new)", " –", ".")
_ANY = 0.3
"""How often a name becomes one without a meaning."""


def redesign(
    page: Page, fields: Mapping[str, tuple[Candidate, ChangeKind]], random: Random
) -> tuple[Page, dict[str, Candidate | None]]:
    """The page with a change made to each field, and what became of each; None where the field is gone."""
    root = deepcopy(page.root)
    copies = dict(zip(page.root.iter(), root.iter(), strict=True))
    renaming = _Renaming(random)
    for number, (candidate, _) in enumerate(fields.values()):
        copies[candidate.inner].set(_MARK, f"{copies[candidate.inner].get(_MARK, '')} {number} ")
    for candidate, kind in fields.values():
        element = copies[candidate.inner]
        if element.getparent() is not None and element.tag not in ("body", "html"):
            _CHANGES[kind](element, root, renaming, random)
    made = Page(html.tostring(root, encoding="unicode"))
    found: dict[str, Candidate | None] = dict.fromkeys(fields)
    names = list(fields)
    for element in list(made.root.iter()):
        if isinstance(element.tag, str) and (marks := element.attrib.pop(_MARK, None)) is not None:
            for number in marks.split():
                found[names[int(number)]] = made.candidate_of(element)
    return made, found


class _Renaming:
    """Other names, the same one for the same name all over the page."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._known: dict[str, str] = {}
        self._join = random.choice(("-", "_", "__", "", "Camel"))
        self._head = random.choice(("", "c", "site", "ui", "o"))

    def of(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = self._new(words_of(name))
        return self._known[name]

    def _new(self, words: Sequence[str]) -> str:
        random = self._random
        if not words or random.random() < _ANY:
            return "".join(random.choices("abcdefghkmnprstuvwxyz", k=random.randint(4, 9)))
        kept = [random.choice(synonyms_of(word) or (word,)) for word in words[:3]]
        kept = [self._head, *kept] if self._head else kept
        if self._join == "Camel":
            return kept[0] + "".join(map(str.title, kept[1:]))
        return self._join.join(kept)


_Change = Callable[[Element, Element, _Renaming, Random], None]


def _rename_all(elements: Sequence[Element], renaming: _Renaming) -> None:
    for one in elements:
        if names := one.get("class"):
            one.set("class", " ".join(map(renaming.of, names.split())))
        if name := one.get("id"):
            one.set("id", renaming.of(name))


def _layout(element: Element, root: Element, renaming: _Renaming, random: Random) -> None:
    """The elements around it get other names and another structure."""
    around = [one for one in element.iterancestors() if one.tag not in ("html", "body")]
    for one in around[:4]:
        if one.tag in _TAGS:
            one.tag = random.choice(_TAGS[:3])
    _rename_all([one for one in root.iter() if isinstance(one.tag, str)], renaming)
    _level(element, root, renaming, random)


def _attributes(element: Element, root: Element, renaming: _Renaming, _random: Random) -> None:
    """All elements that are named as it is get another name."""
    wanted = (element.tag, element.get("class"), element.get("id"))
    _rename_all(
        [one for one in root.iter(element.tag) if (one.tag, one.get("class"), one.get("id")) == wanted], renaming
    )


def _tag(element: Element, root: Element, _renaming: _Renaming, random: Random) -> None:
    tag = random.choice([each for each in _TAGS if each != element.tag])
    wanted = (element.tag, element.get("class"))
    for one in [one for one in root.iter(element.tag) if (one.tag, one.get("class")) == wanted]:
        one.tag = tag


def _level(element: Element, root: Element, renaming: _Renaming, random: Random) -> None:
    """One element more is put around it, or the one around it is taken away."""
    parent, tail = element.getparent(), element.tail
    if random.random() < 0.5 or parent.tag in ("body", "html") or parent.getparent() is None:
        outer = root.makeelement(random.choice(("div", "section", "span")))
        if random.random() < 0.7:
            outer.set("class", renaming.of("inner"))
        parent.replace(element, outer)
        outer.append(element)
        outer.tail, element.tail = tail, None
        return
    before = element.getprevious()
    if tail and before is not None:
        before.tail = (before.tail or "") + tail
    elif tail:
        parent.text = (parent.text or "") + tail
    parent.addprevious(element)
    element.tail = None


def _siblings(element: Element, _root: Element, _renaming: _Renaming, random: Random) -> None:
    parent = element.getparent()
    parent.insert(random.randrange(len(parent)), element)


def _format(element: Element, _root: Element, _renaming: _Renaming, random: Random) -> None:
    if random.random() < 0.5:
        element.text = random.choice(_LABELS) + (element.text or "")
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + random.choice(_ENDS)
    else:
        element.text = (element.text or "") + random.choice(_ENDS)


def _gone(element: Element, _root: Element, _renaming: _Renaming, _random: Random) -> None:
    element.drop_tree()


_CHANGES: Mapping[ChangeKind, _Change] = {
    ChangeKind.LAYOUT: _layout,
    ChangeKind.SIBLINGS: _siblings,
    ChangeKind.LEVEL: _level,
    ChangeKind.TAG: _tag,
    ChangeKind.ATTRIBUTES: _attributes,
    ChangeKind.FORMAT: _format,
    ChangeKind.GONE: _gone,
}
