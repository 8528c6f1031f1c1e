"""Which answer is wanted: what the person says, or else what the last act brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from urllib.parse import urldefrag, urlsplit

from ....sentences import say
from ...samples.bodies import STRUCTURED, kind_of, text_of
from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ...samples.traffic import Answer, Exchange, Recording
from ..answers.pages.contents import content_of
from ..answers.requests.shapes import describe
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import Caused, ListOf, LongPause, Loop, Step, Target
from ..origins.typedinputs import is_searched_word
from .broughtbyacts import answer_of, brings_content, new_ones, seen, words_at_end
from .cachebusters import is_made_each_time
from .companions import companions, differs
from .datarows import has_rows
from .frames import is_framed
from .moments import timeless_values
from .openedentries import is_opened, opened_detail, tells
from .polling import polled_steps

ROWS_COUNT = 4
"""How much more a character in records counts than one of a page."""
_OPENED = say("what the last page or data lists, of which several were asked for")


class TargetSource:
    """Finds the step whose answer is wanted.

    *wanted*: a URL, a path, or a text that stands in the answer; *expect*: texts that have to stand in it. Both empty:
    the last page or JSON answer that the person's last act caused, the one that says most.
    """

    name = "target"
    watches: tuple[type, ...] = (Step, Caused, LongPause, Loop, ListOf)

    def __init__(self, wanted: str = "", expect: Sequence[str] = ()) -> None:
        self._wanted, self._expect = wanted, tuple(expect)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        """There is something to choose from."""
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        """The target, once for all; nothing where none fits."""
        workflow = workflow_of(knowledge)
        steps = [step for step in workflow.numbers() if workflow.answer(step, 0) is not None]
        if self._wanted:
            found = _by_address(workflow, steps, self._wanted) if _is_address(self._wanted) else None
            if found is None:
                found = _by_text(workflow, steps, (self._wanted,))
            reason: str = say("as the person said")
        elif self._expect:
            found = _by_text(workflow, steps, self._expect)
            reason = say("the last answer with the expected text")
        else:
            found, reason = _by_acts(knowledge, workflow, steps)
            found = found if found is None else _in_most_recordings(workflow, steps, found)
        if found is not None:
            named = describe(workflow.first(found))
            yield Post(Target(found, reason), say("{} is {}", named, reason), (workflow.facts[found],))


def _in_most_recordings(workflow: Workflow, steps: Sequence[int], found: int) -> int:
    """The step, or one that asked for the same before and is in more recordings, as where a page was loaded anew."""
    sent = {step: workflow.first(step).sent for step in steps if step <= found}
    asked = {step: (own.method, own.url, own.body) for step, own in sent.items()}
    same = [step for step, own in asked.items() if own == asked[found]]
    return max(same, key=lambda step: (sum(1 for _ in workflow.present(step)), step))


def _in_most(workflow: Workflow, steps: Sequence[int]) -> Sequence[int]:
    """Of the steps at one address, those that most recordings have: what one has alone a page asks for now and then."""
    count = {step: sum(1 for _ in workflow.present(step)) for step in steps}
    most = {_place(workflow, step): count[step] for step in sorted(steps, key=count.__getitem__)}
    return [step for step in steps if count[step] == most[_place(workflow, step)]]


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "/"))


def _by_address(workflow: Workflow, steps: Sequence[int], wanted: str) -> int | None:
    """The last that was asked for an address or redirected there: exactly that, its page, or one that holds it."""
    addresses = {step: _addresses(workflow.first(step), local=wanted.startswith("/")) for step in steps}
    page = wanted.partition("?")[0].rstrip("/")
    exact = [step for step in steps if wanted in addresses[step]]
    same_page = [step for step in steps if any(url.partition("?")[0].rstrip("/") == page for url in addresses[step])]
    holding = [step for step in steps if any(wanted in url for url in addresses[step])]
    return next((found[-1] for found in (exact, same_page, holding) if found), None)


def _addresses(exchange: Exchange, *, local: bool) -> list[str]:
    """What was asked for, and where redirects led; *local*: without the host."""
    urls = [exchange.sent.url, *([exchange.answer.url] if exchange.answer is not None and exchange.answer.url else [])]
    found = [urldefrag(url).url for url in urls]
    return [urlsplit(url)._replace(scheme="", netloc="").geturl() for url in found] if local else found


def _by_text(workflow: Workflow, steps: Sequence[int], wanted: Sequence[str]) -> int | None:
    """The last answer that says all of it; one that is data or a page before one that is a script."""
    answers = {step: answer for step in steps if (answer := workflow.answer(step, 0)) is not None and answer.body}
    holding = [step for step, answer in answers.items() if all(holds(answer, text) for text in wanted)]
    plain = [step for step in holding if _is_content(answers[step])]
    return plain[-1] if plain else holding[-1] if holding else None


def holds(answer: Answer, text: str) -> bool:
    """Whether an answer says a text, white space aside."""
    words = " ".join(text.split())
    return text in (text_of(answer) or "") or words in " ".join(content_of(answer).texts)


def _by_acts(knowledge: Knowledge, workflow: Workflow, steps: Sequence[int]) -> tuple[int | None, str]:
    content = [step for step in steps if _is_content(workflow.first(step).answer)]
    beside = companions(workflow, [step for step in content if kind_of(answer_of(workflow, step)) == "html"])
    shown = [step for step in content if step not in beside] or content
    if not shown:
        return None, ""
    polled = polled_steps(workflow, knowledge.recordings)
    caused: dict[int, list[int]] = {}
    for each in knowledge.findings(Caused):
        event = next((event for event in each.events if event is not None), None)
        if event is not None and each.step in shown and each.step not in polled:
            caused.setdefault(event, []).append(each.step)
    series = [(loop.step, *loop.repeats) for loop in knowledge.findings(Loop)]
    return (
        _by_last_act(knowledge, workflow, caused, series) if caused else _by_order(knowledge, workflow, shown, series)
    )


def _by_last_act(
    knowledge: Knowledge, workflow: Workflow, caused: Mapping[int, list[int]], series: Sequence[Sequence[int]]
) -> tuple[int, str]:
    """*caused*: by act, the steps that show something."""
    ending = words_at_end(knowledge.recordings[0].screen)
    acts = (act for act in sorted(caused, reverse=True) if brings_content(workflow, caused[act], ending))
    last_act = next(acts, max(caused))
    brought = new_ones(workflow, _in_most(workflow, caused[last_act]), ending)
    richest = _richest(workflow, seen(workflow, brought, ending), series)
    closed = {step for act, own in caused.items() if act > last_act for step in own}
    if (detail := opened_detail(knowledge, workflow, richest, closed)) is not None:
        return detail, _OPENED
    return richest, say("what the person's last act brought, and says most")


def _by_order(
    knowledge: Knowledge, workflow: Workflow, shown: Sequence[int], series: Sequence[Sequence[int]]
) -> tuple[int, str]:
    """Where nobody knows what the person did: the last page, or data that were loaded after it."""
    breaks = [each.step for each in knowledge.findings(LongPause) if each.step <= shown[-1]]
    last = [step for step in shown if not breaks or step >= breaks[-1]]
    html = [step for step in last if kind_of(answer_of(workflow, step)) == "html"]
    pages = [step for step in html if not _is_shell_again(workflow, step, html)] or html
    documents = _without_frames(workflow, pages, knowledge.recordings[0].exchanges)
    # Who went through the entries of a list wanted these.
    of_several = sorted((each for each in knowledge.findings(ListOf) if each.repeats), key=partial(tells, workflow))
    opened = {_place(workflow, each.step): each.detail for each in of_several}
    if not documents:
        richest = _richest(workflow, last)
        if (detail := opened.get(_place(workflow, richest))) is not None:
            return detail, _OPENED
        return richest, say("the last data, and says most")
    loaded = [step for step in last if step > documents[-1]]
    data = [step for step in loaded if has_rows(workflow.answers(step))]
    if not data and not differs(workflow, documents[-1]):
        # A page that is always the same is filled by what it loads.
        data = [step for step in loaded if differs(workflow, step)]
    # What is turned over pages was wanted; what a page loads by itself comes once.
    turned = set(chain.from_iterable(series))
    data = [step for step in data if step in turned] or data
    # So was what was asked for otherwise each time; what a page loads before anybody asks is the same.
    data = [step for step in data if _asks_otherwise(workflow, step) and differs(workflow, step)] or data
    data = [step for step in data if not _is_narrowed(workflow, step, data)] if workflow.recordings == 1 else data
    if data and ROWS_COUNT * _says(workflow, _richest(workflow, data)) >= _says(workflow, documents[-1]):
        richest = _richest(workflow, data)
        if (detail := opened.get(_place(workflow, richest))) in loaded and detail is not None:
            return detail, _OPENED
        return richest, say("what was loaded after the last page, and has the most records")
    of_pages = (each for each in knowledge.findings(ListOf) if each.step in documents)
    listed = [each for each in of_pages if not {each.detail, *each.repeats}.isdisjoint(loaded)]
    if found := next((each for each in listed if is_opened(workflow, each)), None):
        return found.detail, _OPENED
    if (detail := opened_detail(knowledge, workflow, documents[-1])) is not None:
        return detail, _OPENED
    return documents[-1], say("the last page")


def _is_shell_again(workflow: Workflow, step: int, pages: Iterable[int]) -> bool:
    """Whether a script asked for something and had a page that was there before, as a site gives it for any address."""
    exchange, answer = workflow.first(step), answer_of(workflow, step)
    before = (workflow.first(each) for each in pages if each < step)
    return exchange.kind not in ("", "document") and any(
        each.kind == "document" and each.answer is not None and each.answer.body == answer.body for each in before
    )


def _place(workflow: Workflow, step: int) -> str:
    """The address of a step without its query, which pages of one list share."""
    return workflow.first(step).sent.url.partition("?")[0]


def _without_frames(workflow: Workflow, documents: Sequence[int], all_of_it: Sequence[Exchange]) -> list[int]:
    """The pages; of a page with frames the one that says most, as of a frameset."""
    pages: list[int] = []
    for step in documents:
        own = workflow.exchanges[step][0]
        before = [exchange for earlier, exchange in workflow.in_order(0) if earlier < step]
        after = [exchange for exchange in all_of_it if own is not None and exchange.index > own.index]
        if not pages or not is_framed(workflow.first(step), before, after):
            pages.append(step)
        elif _says(workflow, step) > _says(workflow, pages[-1]):
            pages[-1] = step
    return pages


def _richest(workflow: Workflow, steps: Sequence[int], series: Sequence[Sequence[int]] = ()) -> int:
    """The step that says most; what a series loads bit by bit is told together, and is its first page's."""
    own = {step: pages for pages in series for step in pages}

    def told(step: int) -> int:
        return sum(_says(workflow, page) for page in own.get(step, [step]) if workflow.answer(page, 0) is not None)

    return max(steps, key=lambda step: (told(step), step))


def _says(workflow: Workflow, step: int) -> int:
    """How many characters an answer has for a reader."""
    return sum(map(len, content_of(answer_of(workflow, step)).texts))


def _asks_otherwise(workflow: Workflow, step: int) -> bool:
    """Whether a step sends another thing in another recording, beside what scripts make up, as against caches.

    That is the time of sending, and what looks like chance and comes from nowhere.
    """
    return len({_sent_for(step, exchange, workflow) for _, exchange in workflow.present(step)}) > 1


def _is_narrowed(workflow: Workflow, step: int, data: Sequence[int]) -> bool:
    """Whether the same was asked for later with another word, as what a list shows before anybody searches it."""
    own = timeless_values(workflow.first(step))
    for later in (each for each in data if each > step and _place(workflow, each) == _place(workflow, step)):
        told = timeless_values(workflow.first(later))
        other = [value for key, value in told.items() if key.where not in IN_HEADERS and own.get(key) != value]
        if other and own.keys() <= told.keys() and all(map(is_searched_word, other)):
            return True
    return False


def _sent_for(step: int, exchange: Exchange, workflow: Workflow) -> tuple[str, frozenset[tuple[Key, str]]]:
    told = frozenset(
        (key, value)
        for key, value in timeless_values(exchange).items()
        if key.where not in IN_HEADERS and not is_made_each_time(step, key, workflow)
    )
    return urlsplit(exchange.sent.url).netloc, told


def _is_content(answer: Answer | None) -> bool:
    return answer is not None and answer.status < 400 and kind_of(answer) in STRUCTURED
