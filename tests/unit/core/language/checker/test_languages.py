import pytest

from scrapy_bt.core.language.checker.languages import LANGUAGES, advise


@pytest.mark.parametrize(
    ("how", "text", "said"),
    [
        ("css", "//a/@href", 'xpath "//a/@href"'),
        ("css", "a@href", "a::attr(href)"),
        ("css", "a::href", "a::attr(href)"),
        ("xpath", "a.next::attr(href)", "/@href"),
        ("json", "$.items[*].name", 'json "items[*].name"'),
        ("css", "a[href^='//", ""),
    ],
)
def test_a_text_of_another_language_is_told_as_what_it_was_meant(how: str, text: str, said: str) -> None:
    _, find = LANGUAGES[how]
    assert find(text) is not None
    assert said in advise(how, text)


@pytest.mark.parametrize("text", ["//a[matches(., 'b')]", "lower-case(@a)", "//a[ends-with(@href, '.pdf')]"])
def test_functions_of_xpath_2_are_no_functions(text: str) -> None:
    reason = LANGUAGES["xpath"][1](text)
    assert reason is not None
    assert "in XPath 1.0, write `" in reason


@pytest.mark.parametrize(
    "text",
    [
        "//a[re:test(@href, 'x')][not(contains(., 'matches(1)'))]",
        "a[position() = last() and (b or (c))]/following-sibling::node()",
        "child::text() | //processing-instruction() | $x",
        "//*[has-class('a')]//comment()",
    ],
)
def test_functions_of_xpath_1_are_known(text: str) -> None:
    assert "no function" not in (LANGUAGES["xpath"][1](text) or "")
