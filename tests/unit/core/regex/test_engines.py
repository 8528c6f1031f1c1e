import pytest

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.regex.engines import Re2Engine, RegexEngine, check
from scrapy_bt.errors import PatternTimeout


def test_re2_counts_characters() -> None:
    engine = Re2Engine("(é)(x)?", 2, {"e": 1})
    found = list(engine.finditer("äéx你é", None, ""))
    assert [(match.start(), match.end(), match.group("e"), match.group(2)) for match in found] == [
        (1, 3, "é", "x"),
        (4, 5, "é", None),
    ]
    assert found[1].start(2) == -1


def test_re2_says_at_once_what_it_cannot_read() -> None:
    with pytest.raises(UnicodeEncodeError):
        Re2Engine("a", 1, {}).finditer("\ud800", None, "")


def test_re2_takes_longer_for_more_text() -> None:
    engine = Re2Engine("a", 1, {})
    assert engine.seconds("a" * 1000) < engine.seconds("ä" * 1000) < engine.seconds("ä" * 2000)
    assert Re2Engine("[ab]{500}c", 501, {}).seconds("a") > engine.seconds("a")


def test_regex_has_groups_with_names() -> None:
    engine = RegexEngine("(?<a>x)")
    assert (engine.groups, dict(engine.names)) == (1, {"a": 1})
    assert [match.group("a") for match in engine.finditer("xx", None, "")] == ["x", "x"]


def test_the_deadline_is_looked_at_for_each_match() -> None:
    for engine in (Re2Engine("a", 1, {}), RegexEngine("a")):
        ticks = iter(range(100))
        deadline = Timeout(10, lambda ticks=ticks: float(next(ticks))).begin("tag")
        with pytest.raises(PatternTimeout, match="tag: `a` took longer than 10 s"):
            list(engine.finditer("a" * 50, deadline, "a"))


def test_there_may_be_no_deadline() -> None:
    check(None, "a")
