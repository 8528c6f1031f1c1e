"""Where a person or a service has to step in: captchas, and codes that come by other ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ....sentences import say
from ...samples.parameters import Key
from ...samples.requestparts import NAMED
from ...samples.traffic import Answer, Event, Recording
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import NeedsPerson, Step

_SERVICES = {
    "g-recaptcha-response": "reCAPTCHA",
    "h-captcha-response": "hCaptcha",
    "cf-turnstile-response": "Turnstile",
    "geetest_challenge": "GeeTest",
    "geetest_validate": "GeeTest",
    "geetest_seccode": "GeeTest",
    "frc-captcha-solution": "Friendly Captcha",
    "arkose_token": "Arkose Labs",
    "smart-token": "SmartCaptcha",
}
_CAPTCHA = re.compile(r"[ck]aptcha|verif(?:y|ication)_?(?:code|image|text)|checkcode|vcode|seccode|yzm", re.IGNORECASE)
"""In the name of a field, or in the tag of a picture."""
_ONE_TIME = re.compile(
    r"(?:^|[_.\-$])(?:otp|totp|mfa|2fa|tan|sms_?code|one_?time|two_?factor|passcode|otpcode|verification_?code|"
    r"auth_?code|security_?code)(?:$|[_.\-$])|otp_?token",
    re.IGNORECASE,
)


class CaptchaSource:
    """Knows the fields of captcha services, and looks for pictures and fields that ask for a code."""

    name = "captcha"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        codes = _fields_for_codes(knowledge.recordings)
        for step in workflow.numbers():
            keys = [key for key in values_of(workflow.first(step).sent) if key.where in NAMED]
            for key in keys:
                for finding in _of_key(workflow, step, key, codes):
                    yield Post(finding, finding.reason, (workflow.facts[step],))


def _of_key(workflow: Workflow, step: int, key: Key, codes: set[str]) -> Iterator[NeedsPerson]:
    name = key.name.rpartition("$")[2].rpartition(".")[2]
    if service := _SERVICES.get(name.lower()):
        yield NeedsPerson(step, key, "captcha", say("the field {} holds what {} gave", name, service))
    elif name in codes or _ONE_TIME.search(name):
        yield NeedsPerson(
            step, key, "one-time code", say("the field {} asks for a code that is sent by other ways", name)
        )
    elif _CAPTCHA.search(name) and _is_filled(workflow, step, key) and _shows_picture(workflow, step):
        yield NeedsPerson(step, key, "captcha", say("the field {} asks for what a picture shows", name))


def _is_filled(workflow: Workflow, step: int, key: Key) -> bool:
    return any(values_of(exchange.sent).get(key) for _, exchange in workflow.present(step))


def _shows_picture(workflow: Workflow, step: int) -> bool:
    """Whether a page before shows a picture that is called a captcha, or has a field for it."""
    for recording, exchange in workflow.present(step):
        for _, earlier in workflow.in_order(recording):
            if earlier.index >= exchange.index:
                break
            if earlier.answer is not None and _is_asked(earlier.answer):
                return True
    return False


def _is_asked(answer: Answer) -> bool:
    text = page_of(answer).text
    pictures = re.findall(r"<(?:img|canvas|audio|iframe|input|div)\b[^>]*>", text, re.IGNORECASE)
    return any(_CAPTCHA.search(tag) for tag in pictures)


def _fields_for_codes(recordings: Sequence[Recording]) -> set[str]:
    """The names of fields that the pages or the person's browser know for one-time codes."""
    names = set()
    for recording in recordings:
        for event in recording.events:
            names |= _code_field(event)
        for exchange in recording.exchanges:
            if exchange.answer is not None and b"one-time-code" in (exchange.answer.body or b""):
                for tag in re.findall(r"<input\b[^>]*one-time-code[^>]*>", page_of(exchange.answer).text):
                    names |= set(re.findall(r"\bname=[\"']?([\w.\-\[\]]+)", tag))
    return names


def _code_field(event: Event) -> set[str]:
    element = event.element
    if element is None or element.attributes.get("autocomplete") != "one-time-code":
        return set()
    return {name for name in (element.attributes.get("name"),) if name}
