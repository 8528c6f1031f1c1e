"""Answers to notices, which are no part of what was wanted."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.notices import answers_notice
from scrapy_bt.core.samples.traffic import Element, Event


def click(text: str, tag: str = "button", **attributes: str) -> Event:
    return Event(1.0, "click", element=Element(tag, "body > button", attributes, text))


@pytest.mark.parametrize(
    "text",
    [
        *("Accept all", "I agree", "Reject all cookies", "Only necessary", "OK", "Got it!", "No, thanks"),
        *("Nur notwendige", "Tout refuser", "Rechazar todo", "Принять", "全部接受", "すべて同意する", "동의", "موافق"),
    ],
)
def test_what_notices_are_answered_with(text: str) -> None:
    assert answers_notice(click(text))


def test_a_button_may_be_called_so() -> None:
    assert answers_notice(click("Fine", id="cookie-yes"))
    assert answers_notice(click("", "span", **{"data-consent": "all"}))


@pytest.mark.parametrize("text", ["Lamps", "Accepted", "Acceptance tests", "Rejected", "Okapi", "Closed", "接收", "12"])
def test_other_texts_answer_none(text: str) -> None:
    assert not answers_notice(click(text))


def test_what_is_no_click_answers_none() -> None:
    assert not answers_notice(Event(1.0, "change", element=Element("input", text="Accept")))
