"""Facts and values in words, without secrets."""

import pytest

from scrapy_bt.core.inference import findings as found
from scrapy_bt.core.inference.answers.rows.searched import SearchedRows
from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Value,
    Within,
)
from scrapy_bt.core.inference.finding_words import step_of, tell_finding, tell_value
from scrapy_bt.core.samples.parameters import Key

KEY = Key("form", "t")
MADE = "9f86d081884c7d659a2feaa0c55ad015"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Constant("wide"), "“wide”"),
        (Constant("x" * 70), f"“{'x' * 60}…”"),
        (Constant(MADE), "a constant of 32 characters"),
        (Argument("word"), "the argument word"),
        (Argument("pin", is_secret=True), "the secret argument pin"),
        (Taken(1, Extraction("css", "a")), "css `a` of step 2"),
        (Within(Argument("word"), Extraction("re", "b")), "re `b` within the argument word"),
        (Now("s"), "the time (s)"),
        (Random("hex", 8), "something random (hex, 8)"),
        (Each(2), "each of what step 3 lists"),
        (Joined((Constant("a"), Argument("b"))), "“a” + the argument b"),
        (Coded(Argument("b"), "md5"), "md5 of the argument b"),
        (Decoded(Argument("b"), "url"), "the argument b, url undone"),
    ],
)
def test_a_value_is_told(value: Value, text: str) -> None:
    assert str(tell_value(value)) == text


FINDINGS: list[tuple[found.Finding, int | None, str]] = [
    (found.Noise(0, 3, "a picture"), None, "request 4 of recording 1 is a picture"),
    (found.Step(1, (4, None)), 1, "step 2 is in 1 of 2 recordings"),
    (found.Target(1, "the last"), 1, "step 2 is the target: the last"),
    (found.Variability(1, KEY, True, (MADE, "b")), 1, "form t of step 2 varies"),
    (found.Typed(1, KEY, "word", ("hush", "b")), 1, "form t of step 2 is the argument word"),
    (found.Origin(1, KEY, Now("ms")), 1, "form t of step 2 is the time (ms)"),
    (found.SessionCookie(1, "sid"), 1, "step 2 sets the cookie sid, which is sent back"),
    (found.Caused(1, (2, None)), 1, "an act of the person caused step 2"),
    (found.EventClass("search", (1,), "submit"), None, "search is an act of the kind submit"),
    (found.LongPause(1, 12.3), 1, "the person paused 12 s before step 2"),
    (found.Weight(1, 0.25), 1, "step 2 takes 0.25 s"),
    (
        found.Loop(1, (2,), "counter", KEY, Each(1)),
        1,
        "step 2 is repeated by counter: form t is next each of what step 2 lists",
    ),
    (found.ListOf(1, 2, None, Extraction("css", "a")), 1, "step 2 lists what step 3 is visited with: css `a`"),
    (found.Records(1, None, (("a", Extraction("css", "a")),)), 1, "step 2 holds one record: a"),
    (
        found.Records(
            1, Extraction("css", "tr"), (), group=found.ChosenGroup("word", ("oak",), SearchedRows("//tr"), "")
        ),
        1,
        "step 2 holds records: ; the argument word says which",
    ),
    (found.Shareable((1, 2)), 2, "what step 2, step 3 did holds for other runs"),
    (found.Contended(1), 1, "two at once of step 2 fail"),
    (found.FindsNothing(1), 1, "where a search finds nothing, step 2 has no records"),
    (found.NeedsPerson(1, None, "captcha", "a picture"), 1, "step 2 needs a person: captcha, a picture"),
    (found.Unsteady(1, Extraction("css", "a")), 1, "css `a` of step 2 is another in another session"),
    (
        found.Unsteady(1, Extraction("css", "a"), Extraction("css", "b a")),
        1,
        "other pages of step 2 have css `a` by css `b a`",
    ),
    (found.StepNeed(1, is_needed=True), 1, "the target needs step 2"),
    (found.ParameterNeed(1, KEY, is_needed=False), 1, "the target does not need form t of step 2"),
]


@pytest.mark.parametrize(("finding", "step", "text"), FINDINGS, ids=lambda each: type(each).__name__)
def test_a_finding_is_told_without_its_values(finding: found.Finding, step: int | None, text: str) -> None:
    assert str(tell_finding(finding)) == text
    assert step_of(finding) == step


def test_every_kind_of_finding_is_told() -> None:
    assert {type(finding) for finding, _, _ in FINDINGS} == set(found.Finding.__args__)
