import pytest

from scrapy_bt.core.language.mistakes.states import STATES
from tests.checking import first_syntax_fault

EXAMPLES = [(mistake.code, example) for mistake in STATES for example in mistake.examples]


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_an_example_is_explained_by_its_mistake(code: str, example: str) -> None:
    assert first_syntax_fault(example).code == code
