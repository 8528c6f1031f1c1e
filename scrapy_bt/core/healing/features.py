"""Features of the candidates of a page, each by itself: text, tags, words, surroundings, structured data, place."""

from __future__ import annotations

from collections import defaultdict
from math import log1p

from ..documents.elements import Element
from .concepts import concepts_of
from .looks import KEY_OF, ROOM_BIT, TAG_BIT, Look, occurrences, signed
from .pages import Candidate, Page
from .shapes import shape_of, tokens_of, width_of
from .siblings import SiblingRuns
from .surroundings import Surrounding, Surroundings

_PARAGRAPH = 80
_MOST_OF_ARTICLE = 100_000
_MOST_KEYS = 50
"""The most keys of structured data that hold one text."""


class Survey:
    """Works out the features of the candidates of a page; what they share is worked out once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._around, self._runs = Surroundings(), SiblingRuns()
        candidates = page.candidates
        self._tag_words = {candidate.number: self._around.of(candidate.inner) for candidate in candidates}
        self.ways = [self._path(candidate) for candidate in candidates]
        self._paths, self._path_index = occurrences(self.ways)
        self._coarse, self._coarse_index = occurrences([self._coarse_path(candidate) for candidate in candidates])
        self._alike, self._alike_index = occurrences([candidate.text.casefold() for candidate in candidates])
        self._linked, self._pictures = self._sums()
        self._link_share = [self._share_of_links(candidate) for candidate in candidates]
        self._head_words = self._title_words()
        self.title = self._find_title()
        self._around_title = self._way_up(self.title)
        self._container, self._body_first = self._find_body()
        self._in_body: list[int] = []
        self._paragraphs: list[int] = []
        article = page.structured.first("newsarticle.articlebody", "article.articlebody", "articlebody")
        self._article = article[:_MOST_OF_ARTICLE]
        self._describe = page.structured.first(
            "meta.og:description", "meta.description", "newsarticle.description", "recipe.description"
        )
        self.looks: list[Look] = []
        self._headings()
        inside = paragraphs = 0
        for candidate in candidates:
            self._in_body.append(inside)
            self._paragraphs.append(paragraphs)
            if self._is_in_body(candidate):
                inside += 1
                paragraphs += self.is_paragraph(candidate)
        self._inside_total = max(1, inside)
        for candidate in candidates:
            self.looks.append(self._look(candidate))

    def look_of(self, candidate: Candidate) -> Look:
        """What is known of one of the page's candidates."""
        return self.looks[candidate.number]

    def _path(self, candidate: Candidate) -> tuple[str, ...]:
        path = []
        at = candidate.outer
        for _ in range(4):
            if at is None:
                break
            path.append(f"{at.tag}.{at.get('class') or ''}")
            at = at.getparent()
        return (candidate.inner.tag, *path)

    def _coarse_path(self, candidate: Candidate) -> tuple[str, ...]:
        return self._around.of(candidate.inner).tags[:3]

    def _title_words(self) -> frozenset[str]:
        said = self.page.structured
        names = ("meta.og:title", "newsarticle.headline", "recipe.name", "meta.twitter:title", "title")
        return frozenset(word for name in names[:1] + names[4:] for word in tokens_of(said.first(name))) or frozenset(
            tokens_of(said.first(*names))
        )

    def _overlap(self, candidate: Candidate) -> tuple[float, float]:
        """Shares of the candidate's words in the title, and of the title's words in the candidate."""
        if len(candidate.text) > 400 or not self._head_words:
            return 0.0, 0.0
        own = set(tokens_of(candidate.text))
        both = len(own & self._head_words)
        return both / len(own), both / len(self._head_words)

    def _find_title(self) -> Candidate | None:
        best, most = None, 0.0
        for candidate in self.page.candidates:
            own, all_of = self._overlap(candidate)
            around = self._tag_words[candidate.number]
            heading = {"h1": 0.6, "h2": 0.15}.get(next((t for t in around.tags[:4] if t in ("h1", "h2")), ""), 0.0)
            remote = 0.3 * bool(around.rooms & (ROOM_BIT["nav"] | ROOM_BIT["footer"] | ROOM_BIT["aside"]))
            worth = 2 * own * all_of / (own + all_of + 1e-9) + heading - remote
            if worth > most:
                best, most = candidate, worth
        return best

    def is_paragraph(self, candidate: Candidate) -> bool:
        """Whether it is a long text without many links."""
        return width_of(candidate.text) >= _PARAGRAPH and self._link_share[candidate.number] < 0.3

    def _find_body(self) -> tuple[Element | None, Candidate | None]:
        weights: dict[Element, float] = defaultdict(float)
        leaves = [each for each in self.page.candidates if self.is_paragraph(each) and _is_leaf(each)]
        for candidate in leaves:
            at, share = candidate.outer.getparent(), 1.0
            for _ in range(3):
                if at is None:
                    break
                weights[at] += share * min(width_of(candidate.text), 1_000)
                at, share = at.getparent(), share * 0.7
        if not weights:
            return None, None
        container = max(weights, key=weights.__getitem__)
        first = next((each for each in leaves if self.page.outline.is_within(each.inner, container)), None)
        return container, first

    def _is_in_body(self, candidate: Candidate) -> bool:
        return self._container is not None and self.page.outline.is_within(candidate.inner, self._container)

    def _headings(self) -> None:
        """The last heading before each candidate, and the short text right before it."""
        self._heading: list[Candidate | None] = []
        self._before: list[Candidate | None] = []
        heading: Candidate | None = None
        leaf: Candidate | None = None
        for candidate in self.page.candidates:
            self._heading.append(heading)
            self._before.append(leaf if leaf is not None and not self._contains(candidate, leaf) else None)
            tags = self._tag_words[candidate.number].tags[: len(candidate.chain)]
            if any(tag in ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "dt") for tag in tags):
                heading = candidate
            if len(candidate.inner) == 0 or _is_leaf(candidate):
                leaf = candidate

    def _contains(self, outer: Candidate, inner: Candidate) -> bool:
        return (
            outer.start <= inner.start
            and outer.start + len(outer.text) >= inner.start + len(inner.text)
            and (self.page.outline.is_within(inner.inner, outer.inner))
        )

    def _look(self, candidate: Candidate) -> Look:
        page, number = self.page, candidate.number
        around = self._tag_words[number]
        outer = self._around.of(candidate.outer)
        parent = candidate.outer.getparent()
        keys = page.structured.keys_of(candidate.text)[:_MOST_KEYS]
        key_bits = 0
        for key in keys:
            last = key.name.removeprefix("meta.")
            at = KEY_OF.get(last, KEY_OF.get(last.rpartition(".")[2]))
            if at is not None:
                key_bits |= 1 << at
        before, heading = self._before[number], self._heading[number]
        label = before.text.casefold()[:60] if before is not None and len(before.text) <= 60 else ""
        own, words = around.own, around.words
        for element in candidate.chain[:-1]:
            each = self._around.of(element)
            own, words = own | each.own, words | each.words
        above = self._around.of(parent)
        return Look(
            candidate,
            (
                *shape_of(candidate.text),
                *self._numbers(candidate, outer, key_bits and keys[0].index, len(keys)),
            ),
            (
                _tag_bits(candidate.inner),
                _tag_bits(candidate.outer),
                around.rooms,
                key_bits,
                own,
                above.own,
                above.above,
                concepts_of(label),
                concepts_of(heading.text[:80]) if heading is not None else 0,
            ),
            words,
            above.words | above.words_above,
            around.tags,
            label,
            frozenset((key.name, key.index) for key in keys),
        )

    def _numbers(self, candidate: Candidate, outer: Surrounding, key_index: int, keys: int) -> tuple[float, ...]:
        page, number, outline = self.page, candidate.number, self.page.outline
        run, at_run = self._runs.widest(candidate.inner, len(candidate.chain) + 1)
        path, at_path = self._paths[number], self._path_index[number]
        coarse, at_coarse = self._coarse[number], self._coarse_index[number]
        parent = candidate.outer.getparent()
        own, cover = self._overlap(candidate)
        title, first = self.title, self._body_first
        before, heading = self._before[number], self._heading[number]
        after = page.candidates[number + 1] if number + 1 < len(page.candidates) else None
        small = candidate.text.casefold()
        found = self._article.find(small) if self._article and len(small) > 30 else -1
        title_text = title.text if title is not None else ""
        return (
            outer.depth,
            len(candidate.chain),
            log1p(outline.children[outline.numbers[candidate.inner]]),
            self._link_share[number],
            float(outline.count(self._pictures, candidate.outer) > 0),
            log1p(run),
            log1p(at_run),
            at_run / run,
            log1p(path),
            log1p(at_path),
            log1p(coarse),
            log1p(at_coarse),
            float(candidate.outer.getprevious() is None),
            float(candidate.outer.getnext() is None),
            log1p(outline.children[outline.numbers[parent]]) if parent is not None else 0.0,
            log1p(self._alike[number]),
            log1p(self._alike_index[number]),
            candidate.start / max(1, page.length),
            number / max(1, len(page.candidates)),
            own,
            cover,
            float(title is not None and small == title_text.casefold()),
            signed(candidate.start - title.start) if title is not None else 0.0,
            signed(number - title.number) if title is not None else 0.0,
            self._steps_to_title(candidate) if title is not None else 30.0,
            signed(candidate.start - first.start) if first is not None else 0.0,
            signed(number - first.number) if first is not None else 0.0,
            float(self._is_in_body(candidate)),
            self._in_body[number] / self._inside_total,
            log1p(self._in_body[number]),
            log1p(self._paragraphs[number]),
            log1p(max(0, candidate.start - heading.start)) if heading is not None else 12.0,
            float(heading.inner.tag[1]) if heading is not None and heading.inner.tag[1:].isdigit() else 0.0,
            log1p(len(before.text)) if before is not None else 0.0,
            log1p(len(after.text)) if after is not None else 0.0,
            log1p(max(0, candidate.start - before.start - len(before.text))) if before is not None else 0.0,
            log1p(keys),
            log1p(key_index),
            float(found >= 0),
            found / max(1, len(self._article)) if found >= 0 else 1.0,
            float(len(small) > 20 and bool(self._describe) and _starts_alike(small, self._describe)),
            float(any(element.get("datetime") for element in candidate.chain)),
            float(any(element.get("id") for element in candidate.chain)),
        )

    def _steps_to_title(self, candidate: Candidate) -> float:
        """Steps up until the title is inside too."""
        at, steps = candidate.inner, 0
        while at is not None and at not in self._around_title:
            at, steps = at.getparent(), steps + 1
        return float(steps)

    def _way_up(self, candidate: Candidate | None) -> frozenset[Element]:
        """The element of a candidate and all around it."""
        return frozenset() if candidate is None else frozenset((candidate.inner, *candidate.inner.iterancestors()))

    def _sums(self) -> tuple[list[int], list[int]]:
        """Running sums over the elements by number: characters of links, and pictures."""
        linked, pictures = [0], [0]
        for element in self.page.outline.elements:
            candidate = self.page.candidate_of(element) if element.tag == "a" else None
            linked.append(linked[-1] + (len(candidate.text) if candidate is not None else 0))
            pictures.append(pictures[-1] + (element.tag in _PICTURES))
        return linked, pictures

    def _share_of_links(self, candidate: Candidate) -> float:
        if any(element.tag == "a" for element in candidate.chain):
            return 1.0
        return min(1.0, self.page.outline.count(self._linked, candidate.inner) / len(candidate.text))


def _tag_bits(element: Element) -> int:
    return TAG_BIT.get(element.tag, 0)


def _is_leaf(candidate: Candidate) -> bool:
    """Whether an element holds only text and inline markup."""
    return all(child.tag in _INLINE for child in candidate.inner)


_PICTURES = frozenset({"img", "picture", "svg"})
_INLINE = frozenset({"a", "b", "strong", "em", "i", "span", "br", "sup", "sub", "small", "mark", "abbr", "time", "img"})


def _starts_alike(one: str, other: str) -> bool:
    size = min(len(one), len(other), 60)
    return one[:size] == other[:size]
