import pytest

from scrapy_bt.core.rules.notes import Broken, Empty, LinkDenied, NoNumber, SeveralNumbers, TextCut
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.errors import PatternError

TAG, URL = TagRef("list", "title"), "https://a.test/"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Empty(TAG, URL), f"tag list.title took nothing on {URL}"),
        (Broken(TAG, URL, PatternError("(", "why")), f"tag list.title on {URL}: `(` is no regular expression: why"),
        (TextCut("g", "c", URL), f"group g: a text was too long for column c and was cut, on {URL}"),
        (LinkDenied(TAG, "b:c", URL, "why"), f"tag list.title: the link b:c on {URL} is not followed: why"),
        (
            NoNumber("g", "c", "sold\n out", URL),
            (
                f"group g: column c takes numbers, and “sold out” on {URL} has none, so it stays empty;"
                " take another part of the page, or make it a column of type text"
            ),
        ),
        (
            SeveralNumbers("g", "c", "2026-06-28", 3, 2026, URL),
            (
                f"group g: column c takes a number, and “2026-06-28” on {URL} has 3, of which 2026 is taken;"
                " let `rematch` take one, or make it a column of type text"
            ),
        ),
    ],
)
def test_each_says_which_tag_and_which_page(note, text):
    assert str(note) == text
