"""What recordings lack, so that less can be found out from them than the person may think."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import urldefrag

from ...sentences import say
from ..samples.bodies import STRUCTURED, body_type, kind_of
from ..samples.traffic import Answer, Exchange, Recording, all_headers
from .answers.pages.contents import content_of, is_data, says_something, words_of
from .answers.requests.shapes import describe_request
from .blackboard.workflow import Workflow

FULL = range(200, 300)
"""Status of an answer that is what was asked for."""
_FEWEST, _MOST = 3, 0.5
"""Texts of a screen, and the share of its letters, from which on it is told that a script made them."""
_LEAST_DRAWN = 0.15
"""The share of the words that a screen shows, and no other does, below which data are not what it was drawn of."""
_SIGNATURE = re.compile(r"^\s*[\w-]+\s(?:.*[\s,])?(?:oauth_)?(?:signature|mac)=", re.IGNORECASE)
"""Credentials of OAuth 1, of AWS, of HTTP signatures, of Hawk."""
_CREDENTIALS = ("cookie", "authorization")


def doubts(
    recordings: Sequence[Recording],
    workflow: Workflow,
    kept: Collection[int],
    without_target: Collection[int],
    logins: Collection[int],
) -> Iterator[str]:
    """What is to be said of recordings from which something was inferred.

    *kept*: the steps of the path; *without_target*: the recordings that do not come to the target; *logins*: the steps
    that send a password, unless what they answered is sent later.
    """
    for number, recording in enumerate(recordings):
        if number in without_target and not recording.is_cut:
            yield say(
                "recording {} ({}) never asks for the target: is it of another workflow?", number + 1, recording.name
            )
        if recording.is_cut:
            yield say(
                "recording {} ({}) is cut off: what came after its request {} is not known; save it once more",
                number + 1,
                recording.name,
                len(recording.exchanges),
            )
    for sent in (workflow.first(step).sent for step in kept):
        if sent.body is None and (sent.header("content-length") or "0") != "0":
            yield (
                say(
                    "what {} sends was not recorded: write its fields into the tree, or record it with another tool",
                    describe_request(sent),
                )
            )
    if logins and not any(_tells_who(exchange) for recording in recordings for exchange in recording.exchanges):
        login = describe_request(workflow.first(min(logins)).sent)
        yield (
            say(
                "the login ({}) sets no cookie, and nothing that is sent later says who asks: were cookies left"
                " out of the recording? (in the developer tools: export the HAR with sensitive data)",
                login,
            )
        )


def signed(workflow: Workflow, kept: Collection[int]) -> Iterator[str]:
    """Headers and parameters of the path that sign one request and fit no other; *kept*: the steps of the path."""
    for sent in (workflow.first(step).sent for step in kept):
        for name, value in sent.headers:
            if _SIGNATURE.search(value) and name.lower() not in ("cookie", "referer"):
                yield say(
                    "the header {} of {} is signed for that one request: code has to make it anew for each",
                    name,
                    describe_request(sent),
                )


def made_by_script(recordings: Sequence[Recording], pages: Sequence[Sequence[Answer]]) -> str:
    """What was on the screen and in no page of the target, if that is most of it; *pages*: these, by recording.

    What all screens say, as a calendar to choose a date from, counts only where they say hardly anything else. Empty:
    the pages say what was to be seen, or nobody knows what that was.
    """
    screens = [frozenset(content_of(each.screen).texts) for each in recordings if each.screen is not None]
    common = frozenset[str]().union(*screens[:1]).intersection(*screens) if len(screens) > 1 else frozenset[str]()
    for recording, answers in zip(recordings, pages, strict=True):
        screen = recording.screen
        if screen is None or not any(_is_of(answer, screen) for answer in answers):
            continue
        said = " ".join(text for answer in answers for text in content_of(answer).texts)
        seen = [text for text in dict.fromkeys(content_of(screen).texts) if says_something(text) and not is_data(text)]
        own = [text for text in seen if text not in common]
        seen = own if len(own) >= _FEWEST else seen
        made = [text for text in seen if text not in said]
        if len(made) >= _FEWEST and sum(map(len, made)) > _MOST * sum(map(len, seen)):
            told = ", ".join(f"“{text[:60]}”" for text in sorted(made, key=len, reverse=True)[:3])
            return say(
                "most of what was on the screen in recording {} was made by a script of the page and is in no"
                " field, such as {}; a visit in a browser brings it (infer with --in-browser), or the data that"
                " the script reads",
                recordings.index(recording) + 1,
                told,
            )
    return ""


def drawn_of_others(
    recordings: Sequence[Recording], pages: Sequence[Sequence[Answer]], lists: Sequence[Sequence[Answer]]
) -> str:
    """What each recording alone showed at its end, if data of the target say hardly anything of it.

    *pages*: these, by recording; *lists*: what they were opened from, which may stand beside them. Words are compared,
    since a script writes out data in its own way. Empty: they say enough, or nobody knows what was to be seen.
    """
    shown = [words_of(recording.screen) if recording.screen is not None else frozenset() for recording in recordings]
    told = ""
    for number, answers in enumerate(pages):
        own = shown[number].difference(*(words for other, words in enumerate(shown) if other != number))
        if len(own) < _FEWEST or not answers or any(kind_of(answer) == "html" for answer in answers):
            return ""
        said = frozenset[str]().union(*map(words_of, answers))
        beside = own.difference(*map(words_of, lists[number]))
        # A table beside what was opened may say all but a word of it.
        if any(len(words & said) >= max(1, _LEAST_DRAWN * len(words)) for words in (own, beside)):
            return ""
        missing = own - said
        told = told or ", ".join(f"“{word[:60]}”" for word in sorted(missing, key=lambda word: (-len(word), word))[:3])
    if len(recordings) < 2:
        return ""
    return say(
        "hardly anything that each recording showed at its end, such as {}, is in the data of the target: it came from"
        " elsewhere (--want TEXT finds the answer that has it)",
        told,
    )


def _is_of(answer: Answer, screen: Answer) -> bool:
    return kind_of(answer) == "html" and urldefrag(answer.url).url == urldefrag(screen.url).url


def nothing_shown(recordings: Sequence[Recording]) -> str:
    """Why there is nothing to be wanted in recordings without a page and without data."""
    answers = [exchange.answer for recording in recordings for exchange in recording.exchanges]
    kinds = [kind_of(answer) for answer in answers if answer is not None]
    if {*kinds} - {"empty"} and not STRUCTURED.intersection(kinds) and not any(map(is_lost, answers)):
        return say(
            "there is no page and no data in the recordings, only such as styles, scripts and pictures;"
            " begin to record before the page is opened, and record all kinds of requests"
        )
    return say(
        "there is no page and no JSON answer in the recordings that could be the target; were the bodies"
        " recorded? (in the developer tools: “save all as HAR with content”)"
    )


def without_bodies(recordings: Sequence[Recording]) -> str:
    """Which recording has no body of any page and of any data, and what to do; empty if each has some, or had none."""
    for recording in recordings:
        answers = [
            each.answer
            for each in recording.exchanges
            if each.answer is not None and each.answer.status in FULL and each.sent.method != "HEAD"
        ]
        shown = [answer for answer in answers if any(kind in body_type(answer) for kind in STRUCTURED)]
        if shown and all(answer.body is None for answer in shown):
            return say(
                "{}: it tells what was asked for and not what was answered: none of its pages and data ({}) has a body."
                " Save it with content: in Chrome and Edge by “Export HAR” in the network tab, before another page is"
                " opened or with “Preserve log”; in Firefox by “Save All As HAR” with response bodies switched on; or"
                " record it by `scrapy bt record`",
                recording.name,
                len(shown),
            )
    return ""


def is_lost(answer: Answer | None) -> bool:
    """Whether it was a page or data, and its body was not recorded."""
    return answer is not None and answer.body is None and any(kind in body_type(answer) for kind in STRUCTURED)


def _tells_who(exchange: Exchange) -> bool:
    """Whether cookies or credentials are sent or set."""
    chain = (exchange, *exchange.hops)
    return any(each.sent.header(name) for each in chain for name in _CREDENTIALS) or any(
        all_headers(each.answer.headers, "set-cookie") for each in chain if each.answer is not None
    )
