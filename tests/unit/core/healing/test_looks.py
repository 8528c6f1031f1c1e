"""Numbers of a candidate have names."""

import pytest

from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.looks import DENSE, NAMES
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import OLD


@pytest.fixture(scope="module")
def survey():
    return Survey(Page(OLD))


def test_every_number_has_a_name(survey):
    assert {len(one.vector()) for one in survey.looks} == {len(NAMES)}
    assert len(survey.looks[0].dense) == len(DENSE)


def test_one_number_is_asked_for_by_its_name(survey):
    first = survey.looks[0]
    assert first.number("depth") == first.dense[DENSE.index("depth")]
