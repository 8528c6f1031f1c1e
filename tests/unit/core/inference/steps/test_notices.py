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
        *("Accept & close", "Allow all cookies", "Strictly necessary cookies only", "Continue without accepting"),
        *("Alle Cookies akzeptieren", "J’accepte", "Aceptar y cerrar", "Принять все", "仅接受必要的 Cookie", "סגור"),
        *("Nur notwendige", "Tout refuser", "Rechazar todo", "Принять", "全部接受", "すべて同意する", "동의", "موافق"),
    ],
)
def test_what_notices_are_answered_with(text: str) -> None:
    assert answers_notice(click(text))


def test_a_button_may_be_called_so() -> None:
    assert answers_notice(click("Fine", id="cookie-yes"))
    assert answers_notice(click("", "a", **{"aria-label": "Accept cookies"}))


@pytest.mark.parametrize(
    "attributes", [{"class": "cookie-card"}, {"data-category": "cookies"}, {"data-topic": "privacy"}, {"id": "privacy"}]
)
def test_what_is_for_sale_may_be_called_nearly_so(attributes: dict[str, str]) -> None:
    assert not answers_notice(click("Ginger snaps", "a", **attributes))
    assert not answers_notice(click("Ginger snaps", "div", **attributes))


@pytest.mark.parametrize(
    "text",
    [
        *("Lamps", "Accepted", "Acceptance tests", "Rejected", "Okapi", "Closed", "接收", "12", "All cookies"),
        *("Essential oils", "Required reading", "Refuse bags", "Allow list", "OK Computer", "Close-up lenses"),
        *("必要经费", "Necessary", "Kabul", "Accord", "同意书", "Alle", "Accept 2"),
    ],
)
def test_other_texts_answer_none(text: str) -> None:
    assert not answers_notice(click(text))


def test_what_is_no_click_answers_none() -> None:
    assert not answers_notice(Event(1.0, "change", element=Element("input", text="Accept")))
