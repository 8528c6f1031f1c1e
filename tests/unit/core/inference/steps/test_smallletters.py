"""Whether a word is one of a list that is written in small letters throughout."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.steps.smallletters import are_of_small_letters
from tests.recordings import ask, record

_LIST = "<select name=of><option value=''>All<option>lamp<option>rope<option value=pot>{}</select>"


@pytest.mark.parametrize(
    ("answer", "is_so"),
    [
        (_LIST.format("kettle"), True),
        (_LIST.format("Kettle"), False),
        ([{"tag": "lamp"}, {"tag": "rope"}, {"tag": "kettle", "of": "Bo"}], True),
        ([{"tag": "lamp"}, {"tag": "rope"}, {"tag": "iPot"}], False),
        ([{"tag": "lamp"}, {"tag": "rope"}], False),
        ("<p>lamp, rope and kettle", False),
        (f"{_LIST.format('kettle')}<form action=/list><input name=tag></form>", False),
    ],
)
def test_all_words_of_the_list_tell_it(answer: Any, is_so: bool) -> None:
    recordings = [record(ask("/", answer), ask(f"/list?tag={word}", "<p>")) for word in ("lamp", "rope")]
    asked = [own.exchanges[-1] for own in recordings]
    assert are_of_small_letters("tag", ("lamp", "rope"), asked, recordings) is is_so
    assert not are_of_small_letters("tag", ("lamp", "Rope"), asked, recordings)
    assert not are_of_small_letters("tag", (None, None), asked, recordings)
