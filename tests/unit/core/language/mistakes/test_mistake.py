import re

import pytest

from scrapy_bt.core.language.mistakes import MISTAKES, Mistake


def test_all_examples_are_those_by_word_and_those_by_state() -> None:
    assert Mistake("code", "message", "advice", ("a", "b"), ("c",)).examples == ("a", "b", "c")


@pytest.mark.parametrize("mistake", MISTAKES, ids=[f"{mistake.code}-{n}" for n, mistake in enumerate(MISTAKES)])
def test_a_mistake_has_a_code_texts_and_examples(mistake: Mistake) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+|semicolon|dollar", mistake.code)
    assert mistake.examples
    for text in (mistake.message, mistake.advice):
        assert text.format(word="WORD", before="BEFORE")
        assert not text.endswith(".")
