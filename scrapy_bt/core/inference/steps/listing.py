"""A page that lists what other pages are about: the links or keys of all of them, found in one way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from ...documents.elements import Element
from ...samples.bodies import STRUCTURED, kind_of
from ...samples.parameters import Key
from ...samples.requestparts import PIECES
from ...samples.traffic import Answer, Exchange
from ..answers.elements.markup import Found, markup_of, selectors_for
from ..answers.extraction import extract, page_of
from ..answers.pages.addresses import joined
from ..answers.requests.shapes import values_of
from ..answers.rows.margins import is_in_margin
from ..answers.rows.rows import RowPattern, rows_of
from ..answers.values import Extraction
from ..blackboard.workflow import Workflow
from ..origins.links import local, spelled, whole
from .addresses import AddressKind, what_selects
from .besidelists import has_others_beside
from .datalistings import MOST_LINKS, Listing, in_data, is_fixed, only_differs_in, sent_alike
from .keysinpages import keys_in_page
from .moments import timeless_values
from .series import Series
from .stripes import are_stripes

_BESIDE = 0.4
"""How much less firm is a list in the margin of a page."""
_ALL_LINKS = 0.06
"""How much less firm are all links of a page, though there are no others: another page may lead on by one."""
_MOST_GROUPS = 15
"""Of rows, among which those are looked for that a link stands in."""
_FEWER = 0.1
"""How much less firm is a place in attributes than the one that has most keys."""
_LESS = 0.01
"""How much less firm than another way is one that finds more beside."""
_NO_FRAGMENT = ':not([href*="#"])'


def is_listed(workflow: Workflow, series: Series) -> bool:
    """Whether the pages of a series are details of lists rather than pages that lead to each other.

    They are if each is listed among others by a page before it that is none of them, and several in one way: pages of
    one detail are all listed as the same entry, and so are those of a list by what was chosen for it, whatever was
    shown before that was chosen. The numbers of pages are listed by nobody, though rows may hold such numbers.
    """
    entries: dict[Key | None, list[str]] = {}
    for _, exchange in series.pages:
        entry = _entry_of(workflow, series, exchange)
        if entry is None:
            return False
        entries.setdefault(entry[0], []).append(entry[1])
    ends = [listed[-2:] for listed in entries.values()]
    return any(len(set(listed)) > 1 for listed in entries.values()) and all(len(set(end)) == len(end) for end in ends)


def _entry_of(workflow: Workflow, series: Series, exchange: Exchange) -> tuple[Key | None, str] | None:
    """As which entry a page of a series is listed by one before it that is none of them, by a key or by a link."""
    own = set(series.steps) | set(series.again)
    for _, page in lists_before(workflow, series.recording, exchange, besides=own):
        for listing in listings(0, page.answer, [exchange]) if page.answer is not None else ():
            if listing.key is None:
                return None, whole(exchange.sent.url)
            if not _counts_on_from(page, listing.key, series):
                return listing.key, values_of(exchange.sent)[listing.key]
    return None


def _counts_on_from(page: Exchange, key: Key, series: Series) -> bool:
    """Whether the values of the pages count up in equal steps from what another page asked for itself."""
    texts = [values_of(each.sent).get(key, "") for each in (page, *(own for _, own in series.pages))]
    if not all(text.isascii() and text.isdigit() for text in texts):
        return False
    begun, *numbers = map(int, texts)
    step = numbers[1] - numbers[0]
    is_even = step > 0 and all(two - one == step for one, two in pairwise(numbers))
    return is_even and begun in (numbers[0] - step, *numbers)


def parted(workflow: Workflow, series: Series) -> list[Series]:
    """A series in its parts: a page that is listed by a page outside of it begins another one, as a thread does.

    Parts of one page are left out; empty if there is only one beginning.
    """
    own = set(series.steps) | set(series.again)
    parts: list[list[tuple[int, Exchange]]] = []
    for number, (step, exchange) in enumerate(series.pages):
        is_begun = number == 0 or any(
            listings(0, page.answer, [exchange])
            for _, page in lists_before(workflow, series.recording, exchange, besides=own)
            if page.answer is not None
        )
        if is_begun:
            parts.append([])
        parts[-1].append((step, exchange))
    if len(parts) < 2:
        return []
    return [*filter(None, (series.of(tuple(part)) for part in parts))]


def lists_before(
    workflow: Workflow, recording: int, exchange: Exchange, *, besides: Collection[int] = ()
) -> Iterator[tuple[int, Exchange]]:
    """The pages before a request that could list it, the latest first, besides those of some steps."""
    in_order = workflow.in_order(recording)
    earlier = [pair for pair in in_order if pair[1].index < exchange.index and pair[0] not in besides]
    return (pair for pair in reversed(earlier) if pair[1].answer is not None and kind_of(pair[1].answer) in STRUCTURED)


def listings(
    step: int,
    answer: Answer,
    details: Sequence[Exchange],
    alike: Sequence[Exchange] = (),
    *,
    by_attributes: bool = False,
) -> list[Listing]:
    """The ways in which an answer lists all of these requests, the best first.

    *alike*: all details that were opened, there and on other pages. They tell better than a few what an entry is.
    *by_attributes*: also by keys in attributes of a page, which scripts ask with; those of a pager are such keys, too.
    """
    if isinstance(page_of(answer).json, (dict, list)):
        found = list(in_data(step, answer, details, alike))
    else:
        found = list(_in_markup(step, answer, details, alike))
        if by_attributes and not found:
            found = list(_in_attributes(step, answer, details, alike))
    return sorted(found, key=lambda listing: (-listing.firmness, len(listing.each.text)))


def _in_markup(step: int, answer: Answer, details: Sequence[Exchange], alike: Sequence[Exchange]) -> Iterator[Listing]:
    urls = {whole(detail.sent.url) for detail in details}
    if any(detail.sent.method != "GET" for detail in details):
        return
    leading = _spelled(answer, details[0].sent.url)
    kind = (_kind_of([*details, *alike]) or _kind_of(details)) if leading else None
    if kind is None:
        return
    page = page_of(answer)
    groups = [(group, frozenset(page.elements(group.each))) for group in rows_of(answer)[:_MOST_GROUPS]]
    seen: set[str] = set()
    told: list[Listing] = []
    urls_of: dict[Listing, set[str]] = {}
    all_of = set[str]()
    """What rows lead to, some to other folders than what was opened."""
    rows: list[tuple[Listing, str]] = []
    """Those of rows, with what selects these."""
    for found in leading:
        of_rows = dict(_of_rows(groups, found))
        for extraction in (*of_rows, *(selector.extraction for selector in selectors_for(found))):
            if extraction.how != "css" or extraction.text in seen or ":nth-of-type" in extraction.text:
                continue
            seen.add(extraction.text)
            listed = _links(extract(answer, extraction), page.base, urls)
            own = {text: url for text, url in listed.items() if kind.has(url)}
            if extraction in of_rows and len(page.elements(Extraction("css", of_rows[extraction]))) == len(listed):
                # Each row has one link: entries of other folders are entries, too.
                wider = {text: url for text, url in listed.items() if url in own.values() or kind.has_elsewhere(url)}
                own, all_of = (
                    (wider, {*all_of, *wider.values()}) if len(wider) == len(listed) > len(own) else (own, all_of)
                )
            css = _narrowed(extraction.text, own, listed, alike)
            found_urls = set(own.values())
            if not css or not urls <= found_urls or len(found_urls) < 2:
                continue
            # What a page lists beside its content, as all chapters of a book, lists what others lead to as well.
            beside = _BESIDE if is_in_margin(found.element) else 0
            beside += _ALL_LINKS if css.startswith(("a::", "a[href]")) else 0
            firmness = 0.6 - beside + 0.3 * min(len(found_urls), 10) / 10 - 0.002 * len(css)
            told.append(Listing(step, None, Extraction("css", css, all=True), len(found_urls), firmness))
            urls_of[told[-1]] = found_urls
            rows += [(told[-1], of_rows[extraction])] if extraction in of_rows else []
    whole_ones = [listing for listing in told if not urls_of[listing] < all_of]
    for listing in whole_ones:
        led = urls_of[listing]
        more = ((each.each.text, len(urls_of[each])) for each in whole_ones if led < urls_of[each])
        twice = ((text, count) for text, count in more if abs(count - 2 * len(led)) < 2)
        if not any(are_stripes(answer, listing.each.text, text, count) for text, count in twice):
            yield _but_beside(answer, listing, rows)


def _narrowed(css: str, own: Mapping[str, str], listed: Mapping[str, str], alike: Sequence[Exchange]) -> str:
    """The selector of all *listed* links as one of its *own* alone, by how their addresses are spelled; empty: none."""
    if len(own) < len(listed):
        others = [text for text in listed if text not in own]
        elsewhere = [local(each.sent.url) for each in alike] if all(map(_is_local, own)) else ()
        wanted = what_selects(list(own), others, elsewhere)
        css = css.replace("[href]::", "::").replace("::attr(", f"{wanted}::attr(") if wanted else ""
    if (plain := _without_fragments(own)) and set(plain.values()) == set(own.values()):
        css = css.replace("::attr(", f"{_NO_FRAGMENT}::attr(")
    return css


def _but_beside(answer: Answer, listing: Listing, rows: Sequence[tuple[Listing, str]]) -> Listing:
    """A way of listing, with those of rows that find all that this does but for others beside them."""
    links = listing.each.text.rpartition("::")[0]
    better = [own for own, row in rows if own.count < listing.count and has_others_beside(answer, links, row)]
    firmness = min([listing.firmness, *(own.firmness - _LESS for own in better)])
    return replace(listing, firmness=firmness, better=tuple(own.each for own in better))


def _without_fragments(listed: Mapping[str, str]) -> dict[str, str]:
    """The links, without those to a place within a page, as `#comments` beside a heading; empty if there are no others.

    All of them lead to what the others lead to, too, where both are found.
    """
    plain = {text: url for text, url in listed.items() if "#" not in text}
    return plain if len(plain) < len(listed) else {}


def _in_attributes(
    step: int, answer: Answer, details: Sequence[Exchange], alike: Sequence[Exchange]
) -> Iterator[Listing]:
    """Keys that stand in attributes, as in `<li data-key="17">`, and are no address: what a script asks with.

    Or what a script makes of the texts of rows, as `brass-lamp` of “Brass lamp”.
    """
    sent, others = ([timeless_values(each) for each in own] for own in (details, alike))
    seen: set[Extraction] = set()
    for key in (key for key in sent[0] if key.where in PIECES):
        found: list[Listing] = []
        texts = [own.get(key, "") for own in sent]
        if not all(texts) or is_fixed(key, alike) or not only_differs_in(key, sent):
            continue
        for each, firmness in keys_in_page(answer, texts):
            listed = set() if each in seen else set(extract(answer, each))
            seen.add(each)
            if set(texts) <= listed and len(listed) > 1:
                also = sent_alike(key, [*sent, *others])
                found.append(Listing(step, key, each, len(listed), firmness, also))
        most = max((own.count for own in found if not own.each.coding), default=0)
        # A few of them may stand elsewhere, too, as favourites do.
        yield from (own if own.count >= most else replace(own, firmness=own.firmness - _FEWER) for own in found)


def _is_local(text: str) -> bool:
    return text.startswith("/") and not text.startswith("//")


def _kind_of(details: Sequence[Exchange]) -> AddressKind | None:
    return AddressKind.of([detail.sent.url for detail in details])


def _of_rows(
    groups: Sequence[tuple[RowPattern, Collection[Element]]], found: Found
) -> Iterator[tuple[Extraction, str]]:
    """Selectors by way of the rows that the element stands in, or is, each with what selects the rows."""
    taken = f"::attr({found.attribute})"
    around = [found.element, *found.element.iterancestors()]
    own = (rows for rows, elements in groups if any(each in elements for each in around))
    for rows in islice(own, 4):
        for _, extraction in rows.fields:
            if extraction.text.endswith(taken):
                is_row = rows.each.text.endswith(f" {extraction.text.removesuffix(taken)}")
                text = f"{rows.each.text}{taken}" if is_row else f"{rows.each.text} {extraction.text}"
                yield Extraction("css", text), rows.each.text


def _spelled(answer: Answer, url: str) -> list[Found]:
    markup = markup_of(answer)
    for text in spelled(url, answer):
        if text and (found := [each for each in markup.exact.get(text, ()) if each.attribute]):
            return found
    return []


def _links(texts: Sequence[str], base: str, wanted: Collection[str]) -> dict[str, str]:
    """Addresses by how they are spelled: the wanted ones, and of very many the first."""
    listed = {text: joined(base, text) for text in dict.fromkeys(texts)}
    if len(listed) <= MOST_LINKS:
        return listed
    first = set(islice(listed, MOST_LINKS))
    return {text: url for text, url in listed.items() if text in first or url in wanted}
