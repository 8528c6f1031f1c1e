import pytest

from scrapy_bt.core.inference.answers.elements.labels import LABELLED


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Price: 5.00", ("Price", "5.00")),
        ("Reply-To:  a@b.test", ("Reply-To", "a@b.test")),
        ("Number of all pages: 7 in 2", ("Number of all pages", "7 in 2")),
        ("10:30", None),
        ("Price:", None),
        ("On Monday, Ann wrote: yes", None),
        ("What one would call a sentence: yes", None),
    ],
)
def test_a_label_is_few_words_before_a_colon(text, found):
    match = LABELLED.fullmatch(text)
    assert (match.groups() if match else None) == found
