"""What only recognisers know becomes provisional entities."""

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.mentions import Mention
from scrapy_bt.core.preference.names import Name, NameRecogniser
from scrapy_bt.core.preference.naming import new_entities, provisional_of

TEXT = "Ada Lovelace met Charles Babbage, and Charles  Babbage wrote. Ada"


def mention(text, score=0.9, start=0):
    at = TEXT.index(text, start)
    return Mention(at, at + len(text), "person", score)


def test_known_names_are_left_and_others_counted():
    known = NameRecogniser([Name("Ada Lovelace", "ada", "person")])
    found = [mention("Lovelace"), mention("Charles Babbage"), mention("Charles  Babbage"), mention("wrote", 0.1)]
    counts, new = new_entities(TEXT, found, known)
    assert counts == {"?charles babbage": 2}
    assert new == [Entity("?charles babbage", "Charles Babbage", "person")]


@pytest.mark.parametrize("text", ["", " ", "the", "1837", "…", "x" * 81])
def test_what_is_no_name_is_left_out(text):
    assert provisional_of(text, "person") is None


def test_marks_around_a_name_are_none_of_it():
    assert provisional_of("“巴贝奇”", "person") == Entity("?巴贝奇", "巴贝奇", "person")
