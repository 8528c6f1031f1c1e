"""Sites made by chance that know what they need: judges of what an inference finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from scrapy_bt.core.inference.answers.requests.shapes import values_of
from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.blackboard.source import Knowledge, Post
from scrapy_bt.core.inference.findings import Finding, Origin, SessionCookie, Step, Typed, Variability
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Recording, Sent
from tests.pure_site import Browser, Keys, Site, cookies_of, form_of, page, query_of

RECORDINGS = 2


@dataclass(frozen=True)
class Field:
    """A field of a request. *source*: the step whose page gives it; none: it is typed or constant."""

    name: str
    is_needed: bool
    source: int | None = None
    is_typed: bool = False


@dataclass(frozen=True)
class Page:
    """A page. *after*: steps that have to be done before in the session; *headers*: those that it needs."""

    is_form: bool
    fields: tuple[Field, ...] = ()
    after: frozenset[int] = frozenset()
    needs_session: bool = False
    needs_header: bool = False


@dataclass(frozen=True)
class Blueprint:
    """A site: the pages in the order in which they are visited; the last is the target."""

    pages: tuple[Page, ...]

    @property
    def needed_steps(self) -> list[int]:
        """The smallest path."""
        target = len(self.pages) - 1
        found, waiting = {target}, [target]
        while waiting:
            own = self.pages[waiting.pop()]
            needs = {field.source for field in own.fields if field.is_needed and field.source is not None} | own.after
            needs |= {0} if own.needs_session or own.after else set()
            waiting += needs - found
            found |= needs
        return sorted(found)

    @property
    def needed_parameters(self) -> set[tuple[int, str]]:
        """The smallest parameters of the smallest path, those of addresses aside."""
        needed = set()
        for number in self.needed_steps:
            own = self.pages[number]
            where = "form" if own.is_form else "query"
            needed |= {(number, f"{where} {field.name}") for field in own.fields if field.is_needed}
            needed |= {(number, "header x-api")} if own.needs_header else set()
        return needed

    def site(self) -> Site:
        """The site itself. The first page begins a session; a session remembers what was done in it."""
        keys = Keys()
        done: dict[str, set[int]] = {}
        given: dict[int, set[str]] = {number: set() for number in range(len(self.pages))}

        def answer(sent: Sent) -> Answer:
            number = int(sent.url.partition("/p")[2].partition("?")[0])
            own = self.pages[number]
            session = cookies_of(sent).get("sid", "")
            if number and (own.needs_session or own.after) and session not in done:
                return page("who are you?", status=403)
            if not own.after <= done.get(session, set()):
                return page("not yet", status=409)
            fields = form_of(sent) if own.is_form else query_of(sent)
            for field in own.fields:
                text = fields.get(field.name, "")
                right = text in given[field.source] if field.source is not None else bool(text)
                if field.is_needed and not right:
                    return page("wrong", status=400)
            if own.needs_header and sent.header("x-api") != "1":
                return page("no api", status=400)
            if session in done:
                done[session].add(number)
            fresh = keys.make()
            given[number].add(fresh)
            cookies = {}
            if number == 0:
                session = keys.make()
                done[session] = {0}
                cookies = {"sid": session}
            typed = [fields.get(field.name, "") for field in own.fields if field.is_typed and field.is_needed]
            rows = "".join(f"<li>row {place} of {'-'.join(typed)}</li>" for place in range(6))
            return page(
                f'<input name="key{number}" value="{fresh}"><h1>page {number}</h1><ul>{rows}</ul>', cookies=cookies
            )

        return answer

    def record(self, site: Site, number: int) -> Recording:
        """A person's visit to all pages."""
        browser = Browser(site, f"recording {number}")
        keys: dict[int, str] = {}
        for place, own in enumerate(self.pages):
            fields = {field.name: self._text(field, number, keys) for field in own.fields}
            headers = (("X-Api", "1"),) if own.needs_header else (("X-Other", "1"),)
            visit = browser.post if own.is_form else browser.get
            answer = visit(f"/p{place}", headers=headers, **fields)
            assert answer.status == 200, (place, own, answer.body)
            keys[place] = (answer.body or b"").decode().partition('value="')[2].partition('"')[0]
        return browser.recording()

    def _text(self, field: Field, number: int, keys: dict[int, str]) -> str:
        if field.source is not None:
            return keys[field.source]
        return f"word{number}" if field.is_typed else "constant"

    def findings(self) -> Iterable[Finding]:
        """What sources find of it."""
        yield SessionCookie(0, "sid")
        for place, own in enumerate(self.pages):
            where = "form" if own.is_form else "query"
            for field in own.fields:
                key = Key(where, field.name)  # type: ignore[arg-type]  # form or query
                if field.source is not None:
                    taken = Taken(field.source, Extraction("css", f"input[name=key{field.source}]::attr(value)"))
                    yield Origin(place, key, taken, 0.9)
                elif field.is_typed:
                    yield Typed(place, key, f"{field.name}_{place}", tuple(f"word{n}" for n in range(RECORDINGS)))


class Told:
    """A source that knows the steps, compares their parameters, and posts what it was told."""

    name = "told"
    watches: tuple[type, ...] = ()

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self._findings = tuple(findings)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        """Always."""
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        """Everything at once."""
        recordings = knowledge.recordings
        for number in range(len(recordings[0].exchanges)):
            yield Post(Step(number, tuple(number for _ in recordings)), "in the same order")
            values = [values_of(recording.exchanges[number].sent) for recording in recordings]
            for key in dict.fromkeys(key for own in values for key in own):
                found = tuple(own.get(key) for own in values)
                yield Post(Variability(number, key, len(set(found)) > 1, found), "compared")
        for finding in self._findings:
            yield Post(finding, "told")


def made_by(random: Random, size: int) -> Blueprint:
    """A site made by a generator of chance."""
    pages: list[Page] = []
    for number in range(size):
        fields = []
        for place in range(random.randrange(6)):
            source = random.randrange(number) if number and random.random() < 0.5 else None
            is_typed = source is None and random.random() < 0.4
            fields.append(Field(f"f{place}", random.random() < 0.4, source, is_typed))
        forms = [place for place, own in enumerate(pages) if own.is_form]
        pages.append(
            Page(
                is_form=random.random() < 0.4,
                fields=tuple(fields),
                after=frozenset(random.sample(forms, 1)) if forms and random.random() < 0.25 else frozenset(),
                needs_session=number > 0 and random.random() < 0.4,
                needs_header=random.random() < 0.2,
            )
        )
    return Blueprint(tuple(pages))


blueprints = st.builds(made_by, st.randoms(use_true_random=False), st.integers(2, 7))
"""Sites, for hypothesis."""
