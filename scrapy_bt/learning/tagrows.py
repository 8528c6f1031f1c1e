"""Tags of a rule that work on what another tag takes: the pieces of that one are the rows in which they look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.healing.pages import Page
from ..core.healing.parsing import page_of
from ..core.healing.perception.observations import Observation
from ..core.healing.rows import heal_rows
from ..core.rules.tagcodes import codes_of, with_codes
from ..core.rules.taglines import line_of_tags, read_tag_line
from .blocks import heal_block
from .cases import Case
from .healing import Healed, models_of
from .rowtruth import general_path
from .tagproposals import codes_for, find_codes, place_of
from .trials import KeptPage, rows_of

_MOST_PAGES = 4
_MOST_ROWS = 6
_LONGEST = 20_000
"""Characters of a row."""


def tag_above(within: str, tags: Sequence[Observation]) -> Observation | None:
    """Of *tags* the one on whose pieces others work, whose line is *within*."""
    *above, tag = read_tag_line(within)
    outer, codes = line_of_tags(above) if above else "", codes_of(tag)
    return next((one for one in tags if one.within == outer and one.selector == codes), None)


def line_today(within: str, codes: str, outer: Mapping[str, str]) -> str:
    """The line of today: its last tag looks as *codes* say, those above as *outer* tells by their line of before."""
    *above, tag = read_tag_line(within)
    line = line_of_tags(above) if above else ""
    known = read_tag_line(outer.get(line, line)) if line else ()
    return line_of_tags([*known, with_codes(tag, codes) if codes else tag])


def find_pieces(above: Observation, within: str, inner: Sequence[Observation], case: Case) -> list[Healed]:
    """Codes of the tag above that take today's pieces, told by what its child tags took in those of before."""
    old, pieces = page_of(case.before.markup), rows_of(case.before.markup, within)
    place = _place_of_pieces(old, pieces)
    if not place:
        return []
    best = _best_row(pieces, inner, case.before)
    row = page_of(best.markup)
    selectors = [told[0] for told in (place_of(row, one, best) for one in inner) if told is not None]
    inside = [f".{selector.removeprefix('/html/body')}" for selector in selectors]
    now = case.now[-_MOST_PAGES:]
    single, lists, _ = models_of(case.files)
    pages = [page_of(page.markup) for page in now]
    if len(pieces) == 1:
        found = heal_block(old, place, inside, pages, single)
    else:
        found = heal_rows(old, place, inside, pages, lists)
    return list(codes_for(above, [found], now, _examples_on)) if found is not None else []


def _examples_on(selector: str, markup: str) -> list[str]:
    """What elements hold, from their first text to their last one."""
    texts = [
        [text.strip() for text in page_of(row).root.itertext() if text.strip()] for row in rows_of(markup, selector)
    ]
    return ["…".join(dict.fromkeys((each[0], each[-1]))) for each in texts if each]


def find_in_pieces(inner: Sequence[Observation], within: str, today: str, case: Case) -> dict[str, list[Healed]]:
    """Of each child tag codes that take of today's pieces what it took of those of before."""
    before = _best_row(rows_of(case.before.markup, within), inner, case.before)
    pages = [[KeptPage(page.url, page.state, row) for row in rows_of(page.markup, today)] for page in case.now]
    now = [row for turn in zip(*pages[-_MOST_PAGES:], strict=False) for row in turn][:_MOST_ROWS]
    return find_codes(inner, before, now, models_of(case.files)) if before.markup and now else {}


def _place_of_pieces(page: Page, pieces: Sequence[str]) -> str:
    """A path to the elements whose contents the pieces are; empty if there is no such path."""
    texts = {text for piece in pieces if (text := _letters(page_of(piece).root.itertext()))}
    longest = max(map(len, texts), default=0)
    found = {}
    for element in page.outline.elements:
        if isinstance(element.tag, str) and (text := _letters(element.itertext(), longest)) in texts:
            found[text] = element  # the innermost, which comes last
    paths = {general_path(element) if len(pieces) > 1 else page.tree.getpath(element) for element in found.values()}
    return paths.pop() if len(paths) == 1 and len(found) == len(texts) else ""


def _letters(texts: Iterable[str], most: int = _LONGEST) -> str:
    """A text without its spaces, which stand otherwise where elements meet; empty for what is longer than *most*."""
    text = ""
    for piece in texts:
        text += "".join(piece.split())
        if len(text) > most:
            return ""
    return text


def _best_row(rows: Sequence[str], inner: Sequence[Observation], page: KeptPage) -> KeptPage:
    """The piece in which most child tags take something."""
    pages = [KeptPage(page.url, page.state, row) for row in rows]
    return max(
        pages,
        key=lambda row: sum(place_of(page_of(row.markup), one, row) is not None for one in inner),
        default=KeptPage(page.url, page.state, ""),
    )
