"""The tables of mistakes: every entry is whole, and every example is explained by the mistake that it stands at."""

import re
from collections import Counter

import pytest

from scrapy_bt.core.language.mistakes import MISTAKES, Mistake
from scrapy_bt.core.language.parser import read
from scrapy_bt.errors import Fault
from tests.checking import first_syntax_fault

EXAMPLES = [(mistake.code, example) for mistake in MISTAKES for example in mistake.examples]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[f"{mistake.code}-{n}" for n, mistake in enumerate(MISTAKES)])
def test_a_mistake_has_a_code_texts_and_examples(mistake: Mistake) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+|semicolon|dollar", mistake.code)
    assert mistake.examples
    for text in (mistake.message, mistake.advice):
        assert text.format(word="WORD", before="BEFORE", met="`WORD`", last="`BEFORE`")
        assert not text.endswith(".")


@pytest.mark.parametrize(("code", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_an_example_is_explained_by_its_mistake(code: str, example: str) -> None:
    assert first_syntax_fault(example).code == code


def test_all_of_them_in_one_file_are_told_at_once() -> None:
    plain = [(mistake.code, next((e for e in mistake.examples if "\n" not in e), "")) for mistake in MISTAKES]
    alone = [(code, example) for code, example in plain if [fault.code for fault in _faults(example)] == [code]]
    told = Counter(fault.code for fault in _faults("\n\n".join(example for _, example in alone)))
    # A keyword and a call at the beginning of a line may go on with what stands before, so these two are not told.
    assert Counter(code for code, _ in alone) - told == Counter(["missing-name", "statement-outside"])


def _faults(text: str) -> list[Fault]:
    return read(text).report.in_order()
