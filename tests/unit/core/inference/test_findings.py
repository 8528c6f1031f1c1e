"""Findings as data: equal ones are one on the blackboard."""

from scrapy_bt.core.inference.findings import Finding, ListOf, Loop, Origin, Typed, Variability
from scrapy_bt.core.inference.values import Extraction, Taken
from scrapy_bt.core.samples.parameters import Key

KEY = Key("form", "t")
LINK = Extraction("css", "a::attr(href)")


def test_equal_findings_are_one() -> None:
    def findings() -> list[Finding]:
        return [
            Origin(1, KEY, Taken(0, LINK)),
            Variability(1, KEY, True, ("a", None)),
            Loop(1, (2,), "link", None, Taken(1, LINK)),
            ListOf(0, 1, None, LINK),
            Typed(1, KEY, "word", ("a",)),
        ]

    assert len({*findings(), *findings()}) == len(findings())


def test_what_is_typed_is_no_secret_and_direct_unless_told() -> None:
    typed = Typed(1, KEY, "word", ("a",))
    assert (typed.is_secret, typed.is_direct) == (False, True)
