"""Ways by which each name leads to one address alone, also names that nobody chose: a page may list some of them twice.

Where the first of several is another one's, the list itself tells them apart, or nothing is found for such a name. The
first one is right where it alone stands as the chosen ones do, or was chosen itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import literal
from ..answers.elements.classes import stable_classes
from ..answers.elements.markup import text_within
from ..answers.elements.wholetexts import xpath_of
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..origins.links import whole

Way = tuple[str, ...]
"""What stands around a name in an XPath of addresses."""
_HREF = "/@href"
NamesOf = Callable[[Element], Iterable[str]]
"""What a link may be called by."""
_MOST = 50
"""Names that are looked up by each way: those first that lead to several addresses."""


def said_by(link: Element) -> frozenset[str]:
    """What a link says, also in one of its parts, or without what stands in brackets behind it."""
    texts = (text_within(link), link.text or "", *map(text_within, link))
    return frozenset(" ".join(part.split()) for text in texts for part in (text, text.partition("(")[0]))


def sole_way(
    ways: Iterable[Way], is_right: Callable[[Way], bool], chosen: Sequence[tuple[Answer, str]], names_of: NamesOf
) -> Way:
    """The first way that is right, and by which each name of the pages leads to one address; empty if none is right.

    *chosen*: pages, each with the name that was chosen there; *names_of*: of any link to such an address. Where each
    way has a name with several addresses, it is one within what is around the chosen links, or else one of more
    pieces, that finds nothing for such a name.
    """
    right = [way for way in ways if is_right(way)]
    if not right:
        return ()
    urls = [_leads(page, right[0], name)[0] for page, name in chosen]
    pages = list(dict.fromkeys(page for page, _ in chosen))
    doubled = [(page, name, own) for page in pages for name, own in _doubled(page, urls, names_of).items()]
    doubled = sorted(doubled, key=lambda each: -len(each[2]))[:_MOST]

    def is_sole(way: Way) -> bool:
        return all(_is_of_one(_leads(page, way, name), own) for page, name, own in doubled)

    def is_first(way: Way) -> bool:
        several = [(page, name, own) for page, name, own in doubled if len(own) > 1]
        if any((page, name) in chosen for page, name, _ in several):
            return True
        listed = {page: _listed(page, urls, names_of) for page in pages}
        told = ((page, name) for page, name, _ in several if name in listed[page])
        return all(listed.values()) and all(listed[page][name] == {*_leads(page, way, name)[:1]} for page, name in told)

    if sole := next(filter(is_sole, right), ()):
        return sole
    around = list(dict.fromkeys(_around(pages[0], urls[0])))
    within = ((f"{path}{way[0]}", *way[1:]) for way in right for path in around)
    if told := next((way for way in within if is_right(way) and is_sole(way)), ()):
        return told
    return right[0] if is_first(right[0]) else next(filter(is_right, map(_alone, right)), right[0])


def _alone(way: Way) -> Way:
    """What finds nothing for a name with several addresses."""
    before, after = way[0], way[-1].removesuffix(_HREF)
    return before, f"{after}[not(@href != {before}", f"{after}{_HREF})]{_HREF}"


def _is_of_one(found: Sequence[str], own: Collection[str]) -> bool:
    """Whether what was found for a name begins with the only address of those that are its *own*, if it has any."""
    told = [each for each in dict.fromkeys(found) if each in own]
    return not told or (len(told) == 1 and found[0] == told[0])


def _doubled(page: Answer, urls: Sequence[str], names_of: NamesOf) -> Mapping[str, Collection[str]]:
    """The names of links to addresses like these that stand several times on a page, each with its addresses."""
    root = page_of(page).root
    if not is_element(root):
        return {}
    texts: Any = root.xpath("//text()[not(ancestor::a)]")
    said = Counter(" ".join(str(text).split()) for text in texts)
    said.update(name for link in root.iter("a") for name in said_by(link))
    doubled: dict[str, set[str]] = defaultdict(set)
    for link in root.iter("a"):
        url = _address(page, link.get("href") or "")
        for name in names_of(link) if url and _is_alike(url, urls) else ():
            if name and said[name] > 1:
                doubled[name].add(url)
    return doubled


def _listed(page: Answer, urls: Sequence[str], names_of: NamesOf) -> Mapping[str, Collection[str]]:
    """What links are called that stand in the list of the chosen ones as these do, each name with its addresses."""
    links = [(link, _address(page, link.get("href") or "")) for link in page_of(page).root.iter("a")]
    chosen = [next((link for link, url in links if url == own), None) for own in dict.fromkeys(urls)]
    first, *others = [link for link in chosen if link is not None]
    common = (each for each in first.iterancestors() if all(each in other.iterancestors() for other in others))
    around = next(common) if others else None
    listed: dict[str, set[str]] = defaultdict(set)
    if around is None:
        return listed
    places = {_tags(link, around) for link in (first, *others)}
    for link, url in links:
        is_own = url and around in link.iterancestors() and _tags(link, around) in places and _is_alike(url, urls)
        for name in names_of(link) if is_own else ():
            listed[name].add(url)
    return listed


def _tags(link: Element, around: Element) -> tuple[str, ...]:
    """The tags from a link up to what is around it."""
    return tuple(str(each.tag) for each in takewhile(lambda each: each is not around, link.iterancestors()))


def _is_alike(url: str, urls: Sequence[str]) -> bool:
    """Whether an address has all that these have in common, and the same parts."""
    told = [_parts(each) for each in urls]
    own = _parts(url)
    return all(own.keys() == each.keys() for each in told) and all(
        own[key] == text or len({each[key] for each in told}) > 1 or len(told) == 1 for key, text in told[0].items()
    )


def _parts(url: str) -> dict[str, str]:
    split = urlsplit(url)
    parts = {f"/{place}": text for place, text in enumerate(split.path.split("/"))}
    return (
        {"": split.netloc} | parts | {f"?{name}": text for name, text in parse_qsl(split.query, keep_blank_values=True)}
    )


def _leads(page: Answer, way: Way, name: str) -> list[str]:
    """Where the links lead that a way finds for a name, the first one first."""
    found: Any = page_of(page).root.xpath(literal(name).join(way))
    return [_address(page, str(href)) for href in found]


def _address(page: Answer, href: str) -> str:
    return whole(joined(page_of(page).base, href)) if href else ""


def _around(page: Answer, url: str) -> Iterator[str]:
    """The XPaths of what is around the links to an address, the nearest first."""
    for link in page_of(page).root.iter("a"):
        for around in link.iterancestors() if _address(page, link.get("href") or "") == url else ():
            name, identity = next(iter(stable_classes(around)), ""), around.get("id")
            css = f"{around.tag}.{name}" if name else f"#{identity}" if identity else str(around.tag)
            if (name or identity or around.tag == "main") and (path := xpath_of(css)):
                yield path
