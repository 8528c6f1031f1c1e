import pytest

from scrapy_bt.core.rules.notes import Broken, Cut, Denied, Empty
from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.errors import PatternError

TAG, URL = TagRef("list", "title"), "https://a.test/"


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Empty(TAG, URL), f"tag list.title took nothing on {URL}"),
        (Broken(TAG, URL, PatternError("(", "why")), f"tag list.title on {URL}: `(` is no regular expression: why"),
        (Cut("g", "c", URL), f"group g: a text was too long for column c and was cut, on {URL}"),
        (Denied(TAG, "b:c", URL, "why"), f"tag list.title: the link b:c on {URL} is not followed: why"),
    ],
)
def test_each_says_which_tag_and_which_page(note, text):
    assert str(note) == text
