import pytest

from scrapy_bt.core.tree.program import Program
from scrapy_bt.errors import ArgumentsError
from tests.trees import program as program_of

COUNTED = 'main :: and (most = 3, page = 1) { n = 0 while n < most { n = n + 1 print "{page}" } }'


@pytest.fixture
def program() -> Program:
    return program_of(COUNTED)


@pytest.mark.parametrize("most", ["2", "2.5", 2, 2.5])
def test_a_number_is_taken_as_it_is_given(program: Program, most: str | float) -> None:
    assert program.arguments({"most": most})["most"] == most


@pytest.mark.parametrize("most", ["two", "", None, ["2"]])
def test_what_is_compared_as_a_number_and_is_none_is_refused(program: Program, most: object) -> None:
    with pytest.raises(ArgumentsError, match="'most' is compared as a number"):
        program.arguments({"most": most})


def test_what_is_not_compared_may_be_any_text(program: Program) -> None:
    assert program.arguments({"page": "last"})["page"] == "last"
