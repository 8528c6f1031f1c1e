import pytest

from scrapy_bt.core.inference.answers.elements.labels import LABELLED, ends_with_colon, without_colon


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Price: 5.00", ("Price", "5.00")),
        ("Reply-To:  a@b.test", ("Reply-To", "a@b.test")),
        ("Number of all pages: 7 in 2", ("Number of all pages", "7 in 2")),
        ("价格：12 元", ("价格", "12 元")),
        ("السعر: 12", ("السعر", "12")),
        ("मूल्य: 12", ("मूल्य", "12")),
        ("Prix : 12", ("Prix", "12")),
        ("10:30", None),
        ("Price:", None),
        ("On Monday, Ann wrote: yes", None),
        ("What one would call a sentence: yes", None),
    ],
)
def test_a_label_is_few_words_before_a_colon(text, found):
    match = LABELLED.fullmatch(text)
    assert (match.groups() if match else None) == found


@pytest.mark.parametrize("label", ["Price:", "价格：", "Prix :", "價格︰"])
def test_a_label_ends_with_a_colon_of_any_script(label):
    assert ends_with_colon(label)
    assert without_colon(label).isalpha()
