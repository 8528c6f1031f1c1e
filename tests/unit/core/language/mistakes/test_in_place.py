import pytest

from scrapy_bt.core.language.mistakes.in_place import IN_PLACE
from tests.checking import check, marked
from tests.shortforms import MISTAKES


@pytest.mark.parametrize(("_shown", "text", "place", "advice"), MISTAKES, ids=[text for text, *_ in MISTAKES])
def test_a_mistake_with_a_shorter_form_is_told_at_its_place_with_what_to_write(
    _shown: str, text: str, place: str, advice: str
) -> None:
    told = [(marked(fault), fault.advice) for fault in check(text)]
    assert any(where == place and advice in said for where, said in told), told


def test_there_are_enough_of_them() -> None:
    assert len({text for text, *_ in MISTAKES}) >= 30
    assert IN_PLACE
