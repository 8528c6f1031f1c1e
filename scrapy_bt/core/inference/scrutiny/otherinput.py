"""Input that nobody recorded, as the recorded pages offer it, and what speaks against a tree that was run with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from urllib.parse import parse_qsl, urljoin, urlsplit

from ....sentences import say
from ...documents.elements import Element, is_element
from ...samples.parameters import WHOLE_URL, Key
from ...samples.requestparts import IN_ADDRESS
from ...samples.traffic import Answer, Sent
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..answers.rows.searched import SEARCHED
from ..answers.values import Argument, Coded, Value, arguments_in, takes_keys
from ..conclusion import Conclusion
from ..findings import Records
from ..origins.spellings import RESPELLED
from ..recordedpages import RecordedPages, values_in
from ..rehearsal import Rehearsal
from ..replay.planning import SAFE
from ..steps.choicelists import OfferedChoice, choices_of
from ..steps.spokennames import without_count
from .searches import NOWHERE, WORD, common_words, searched_words, share

MOST = 2
"""Inputs that are tried; where something is searched for, some more words."""
_NEARLY_ALL, _HARDLY_ANY = 0.95, 0.1
_FEWEST, _FEWEST_FOUND = 5, 4
"""Records from which it is told what nearly all of them have; and that what they hold was searched for, as where two
entries of a list were opened in each of two recordings."""
_SCOPE = re.compile(r"^[A-Za-z][\w-]*:(?=\w)")
"""What a search may say before a word: in which field it is to stand, as `tag:lamp`."""


def other_inputs(
    conclusion: Conclusion, recorded: RecordedPages, inputs: Sequence[Mapping[str, str]], *, may_be_empty: bool = False
) -> list[tuple[str, dict[str, str]]]:
    """Some inputs like the recorded ones; none where what is given is sent by requests that may change something.

    *inputs*: by recording, what the tree is given. Only one argument is another, which comes first: a word of the
    recorded rows, another entry of a list of choices, what another link to the same page has. What nearly all rows
    hold that came was searched for, by whatever method. *may_be_empty*: what was given has found nothing in a
    recording, so that a word that nothing holds is tried in any case, the last one. So it is for rows that a script of
    the page searches.
    """
    sent = _sent_inputs(conclusion, recorded, inputs, may_be_empty=may_be_empty)
    groups = (found.group for found in conclusion.of(Records) if found.group is not None)
    names = [group.argument for group in groups if group.grouping.key == SEARCHED]
    return [*sent, *((NOWHERE, {**inputs[0], name: NOWHERE}) for name in names)]


def _sent_inputs(
    conclusion: Conclusion, recorded: RecordedPages, inputs: Sequence[Mapping[str, str]], *, may_be_empty: bool
) -> list[tuple[str, dict[str, str]]]:
    """Those of an argument that is sent."""
    for name in _searched(conclusion, recorded, inputs):
        known = {given[name] for given in inputs if name in given}
        pages = [page for number, _ in enumerate(inputs) for page in recorded.all_answers(number)]
        offered = [text for text in _offered(conclusion, name, pages, known) if text not in known]
        is_of_words = all(WORD.search(text) for text in known)
        found = offered[:MOST]
        # A link that is looked up by its text leads to what it was chosen for, any other word to any page.
        is_linked = all(key == WHOLE_URL for _, key, _ in _places(conclusion, name))
        if is_of_words and not found and not is_linked:
            rows = [
                [row for page in recorded.pages(number) for row in recorded.rows(page)]
                for number, _ in enumerate(inputs)
            ]
            is_search = _is_found(recorded, [own.get(name, "") for own in inputs])
            found = searched_words(rows, known) if is_search else common_words(rows, known)[:MOST]
        if may_be_empty and not offered and NOWHERE not in found and any(map(WORD.search, known)):
            found = [*found, NOWHERE]
        if found:
            return [(text, {**inputs[0], name: text}) for text in found]
    return []


def _searched(conclusion: Conclusion, recorded: RecordedPages, inputs: Sequence[Mapping[str, str]]) -> list[str]:
    """The arguments that differ between recordings and are sent, only by requests that change nothing, or search.

    One recording alone has those that its rows tell to be searched for.
    """
    names = dict.fromkeys(given.name for given in conclusion.arguments)
    found = {name for name in names if _is_found(recorded, [own.get(name, "") for own in inputs])}
    varying = [
        name for name in names if len({own.get(name) for own in inputs}) > 1 or (len(inputs) == 1 and name in found)
    ]
    sent = [
        (argument, planned.sent.method.upper() in SAFE)
        for planned in conclusion.plan.steps
        for value in planned.bound.values()
        for argument in arguments_in(value)
    ]
    unsafe = {own.name for own, is_safe in sent if own.is_secret or not (is_safe or own.name in found)}
    tried = {own.name for own, _ in sent} - unsafe
    return [name for name in varying if name in tried]


def _is_found(recorded: RecordedPages, texts: Sequence[str]) -> bool:
    """Whether nearly all rows of each recording hold what was given there; one without rows has found nothing."""
    rows = [{row for page in recorded.pages(number) for row in recorded.rows(page)} for number, _ in enumerate(texts)]
    are_found = all(
        text and (not own or share(own, text) >= _NEARLY_ALL) for own, text in zip(rows, texts, strict=True)
    )
    return are_found and sum(map(len, rows)) >= _FEWEST_FOUND


def _places(conclusion: Conclusion, name: str) -> Iterator[tuple[Sent, Key, Value]]:
    """Where an argument is sent, and what is made of it there."""
    for planned in conclusion.plan.steps:
        for key, value in planned.bound.items():
            if any(argument.name == name for argument in arguments_in(value)):
                yield planned.sent, key, value


def _takes_what_is_sent(value: Value) -> bool:
    """Whether what is sent may be given: it is looked up by itself, too, or spelled once more."""
    while isinstance(value, Coded) and value.coding in RESPELLED:
        value = value.value
    return isinstance(value, Argument) or takes_keys(value)


def _offered(conclusion: Conclusion, name: str, pages: Sequence[Answer], known: AbstractSet[str]) -> list[str]:
    """What else pages offer for an argument: by lists of choices, and by links; *known*: what was given."""
    found: dict[str, None] = {}
    begun: set[str] = set()
    for sent, key, made in _places(conclusion, name):
        # What the person began with and turned away from stands for all, or for nothing.
        begun |= {text for page in pages for each, text in parse_qsl(urlsplit(page.url).query) if each == key.name}
        for page in pages:
            root = page_of(page).root
            if not is_element(root):
                continue
            linked = list(_linked(page, root, sent, key))
            if _takes_what_is_sent(made):
                found |= dict.fromkeys(_other_choices(page, sent, key.name, known))
            if isinstance(made, Argument):
                found |= dict.fromkeys(value for value, _ in linked)
            elif not known.isdisjoint(text for _, text in linked):
                found |= dict.fromkeys(_alike(linked, known) if key == WHOLE_URL else (text for _, text in linked))
    return [text for text in found if text.strip() and text not in begun]


def _other_choices(page: Answer, sent: Sent, name: str, known: AbstractSet[str]) -> Iterator[str]:
    """What stands for entries of a list of choices that were not given, as it was given; for a blank one nothing."""
    choices = [choice for choice in choices_of(page, [name], sent) if choice.kind == "select"]
    ways: list[Callable[[OfferedChoice], str]] = [
        lambda choice: choice.value,
        lambda choice: choice.label,
        lambda choice: without_count(choice.label),
    ]
    own = next((way for way in ways if not known.isdisjoint(map(way, choices))), ways[0])
    for choice in choices:
        if choice.value and known.isdisjoint(way(choice) for way in ways):
            yield own(choice)


def _linked(page: Answer, root: Element, sent: Sent, key: Key) -> Iterator[tuple[str, str]]:
    """What links to the same page send in that place, each with the text of its link.

    Of a whole address, these are links to addresses of as many parts.
    """
    if key != WHOLE_URL and key.where not in IN_ADDRESS:
        return
    parts, asked = urlsplit(sent.url), _in_address(sent.url)
    links = {element.get("href") or "": element for element in root.iter("a")}
    for address, element in links.items():
        if address.startswith("#"):
            continue
        try:
            url = urljoin(page_of(page).base, address)
            other = urlsplit(url)
        except ValueError:
            continue
        is_elsewhere = other.path != parts.path if key.where == "query" else not other.path
        own = {} if other.netloc != parts.netloc or is_elsewhere else _in_address(url)
        if own.keys() == asked.keys():
            if key == WHOLE_URL:
                yield url, text_within(element)
            elif all(own[each] == asked[each] for each in own.keys() - {key}):
                yield own[key], text_within(element)


def _alike(linked: Sequence[tuple[str, str]], known: AbstractSet[str]) -> Iterator[str]:
    """What links say whose addresses have all that the addresses have in common that are called as is *known*."""
    told = [(set(_in_address(url).items()), text) for url, text in linked]
    common = set.intersection(*(parts for parts, text in told if text in known))
    return (text for parts, text in told if common <= parts)


def _in_address(url: str) -> dict[Key, str]:
    return {each: text for each, text in values_of(Sent("GET", url, ())).items() if each.where in IN_ADDRESS}


def against(rehearsal: Rehearsal, known: Sequence[Rehearsal], inputs: Sequence[str]) -> Iterator[str]:
    """What speaks against a tree that was run with other input; *known*: what it brought for the recorded *inputs*."""
    given = rehearsal.other
    if len(rehearsal.records) < _FEWEST or any(len(each.records) < _FEWEST for each in known):
        return
    brought = [{values_in(record) for record in each.records} for each in (*known, rehearsal)]
    is_same = len(set(map(frozenset, brought[:-1]))) > 1 and any(brought[-1] == each for each in brought[:-1])
    # Where all of them hold what was given, the same is to be found for both.
    if is_same and share(brought[-1], given) < _NEARLY_ALL:
        yield say("brought the same as with an input that was recorded")
    are_found = all(share(each, text) >= _NEARLY_ALL for each, text in zip(brought, inputs, strict=False))
    if are_found and " " not in given and share(brought[-1], _SCOPE.sub("", given)) < 1 - _NEARLY_ALL:
        yield say("brought records of which none holds “{}”, where each recorded one holds what was given", given[:40])
    names = dict.fromkeys(name for each in known for record in each.records for name in record)
    empty = [
        name
        for name in names
        if all(_filled(each, name) >= _NEARLY_ALL for each in known) and _filled(rehearsal, name) <= _HARDLY_ANY
    ]
    if empty:
        yield say("brought records without {}", ", ".join(empty[:5]))


def _filled(rehearsal: Rehearsal, name: str) -> float:
    return sum(record.get(name) not in (None, "", []) for record in rehearsal.records) / len(rehearsal.records)
