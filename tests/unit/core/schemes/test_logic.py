import pytest

from scrapy_bt.core.schemes.logic import All, LogicError, One, read_logic

NAMES = ("place", "person", "event")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("and", All(NAMES)),
        (" or ", One(NAMES)),
        ("place and (person or event)", All(("place", One(("person", "event"))))),
        ("place and person or event", One((All(("place", "person")), "event"))),
        ("((event))or person or(place)", One(("event", "person", "place"))),
    ],
)
def test_what_is_written_says_how_classes_go_together(text, expected):
    assert read_logic(text, NAMES) == expected


@pytest.mark.parametrize(
    ("text", "message", "about"),
    [
        ("place and", "the name of a class is missing here", ""),
        ("place and or event", "the name of a class is missing here", "or"),
        ("place person", "`person` does not belong here", "person"),
        ("place and (person or event", r"here a `\)` is missing", ""),
        ("place and person) or event", r"`\)` does not belong here", ")"),
        ("place and persons or event", "there is no class `persons`", "persons"),
        ("place and person", "the class `event` stands nowhere in it", "place and person"),
        ("place and (person or place)", "the class `place` stands in it already", "place"),
        ("(" * 30 + "place", "more than 20 parentheses", "("),
        ("", "the name of a class is missing here", ""),
    ],
)
def test_what_means_nothing_is_told_with_its_place(text, message, about):
    with pytest.raises(LogicError, match=message) as caught:
        read_logic(text, NAMES)
    assert text[caught.value.start : caught.value.end] == about
    assert caught.value.advice
