from __future__ import annotations

import pytest

from scrapy_bt.core.inference.findings import NeedsPerson
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.inference.sources.captcha import CaptchaSource
from scrapy_bt.core.samples.traffic import Event
from tests.recordings import ask, event, infer, record


def found(page: str, form: dict[str, str], *events: Event) -> list[tuple[str, str]]:
    known = infer([record(ask("/", page), ask("/go", form=form), events=events)], AlignmentSource(), CaptchaSource())
    return [(str(each.key), each.what) for each in known.findings(NeedsPerson)]


@pytest.mark.parametrize(
    ("page", "form", "expected"),
    [
        ("", {"user": "a", "g-recaptcha-response": "03AGd"}, [("form g-recaptcha-response", "captcha")]),
        ("", {"cf-turnstile-response": "0.x"}, [("form cf-turnstile-response", "captcha")]),
        ('<img src="/captcha.png"><input name="captcha">', {"captcha": "x7f2"}, [("form captcha", "captcha")]),
        ('<img src="/verifycode?1">', {"verify_code": "x7f2"}, [("form verify_code", "captcha")]),
        ('<img src="/kaptcha.jpg">', {"kaptcha": "x7f2"}, [("form kaptcha", "captcha")]),
        ("<p>no picture</p>", {"captcha": "x7f2"}, []),
        ("", {"otp": "123456"}, [("form otp", "one-time code")]),
        ("", {"two_factor": "123456"}, [("form two_factor", "one-time code")]),
        (
            '<input name="pinfield" autocomplete="one-time-code">',
            {"pinfield": "123456"},
            [("form pinfield", "one-time code")],
        ),
        ("", {"hotport": "1", "user": "a", "pass": "b", "tango": "c"}, []),
    ],
)
def test_fields_for_persons(page: str, form: dict[str, str], expected: list[tuple[str, str]]) -> None:
    assert found(page, form) == expected


def test_what_the_browser_knows_of_a_field() -> None:
    typed = event(0.5, "change", value="123456", name="x1", autocomplete="one-time-code")
    assert found("", {"x1": "123456"}, typed) == [("form x1", "one-time code")]
