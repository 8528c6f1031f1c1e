import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.closers import closer_of
from scrapy_bt.core.regex.patterns import compile_pattern
from scrapy_bt.core.regex.syntax import parse
from scrapy_bt.core.rules.treatments import Replace
from tests.waiting import takes_at_most


@pytest.mark.parametrize(
    ("pattern", "sign"),
    [
        ("<[^>]*>", ">"),
        ("<[^>]+?>", ">"),
        ("<[a-z][^>]*>", ">"),
        ('class="[^"]*"', '"'),
        ("[^>]*>", None),
        ("<[^>]{2,}>", None),
        ("<[^>]{0,9}>", None),
        ('<[^>"]*>', None),
        ("<[^>]*>x", None),
        ("<a*[^>]*>", None),
        ("(?i)<[^x]*x", None),
        (r"<[^\d]*1", None),
        ("<.*>", None),
    ],
)
def test_the_sign_at_which_matches_end(pattern, sign):
    assert closer_of(parse(pattern, 0).body) == sign


@pytest.mark.parametrize("pattern", ["<[^>]*>", "<[^>]+>", "<a[^>]*?>", ">[^>]*>"])
@given(text=st.text("<>a b", max_size=30))
def test_what_is_found_is_what_re_finds(pattern, text):
    text = f"{text}{'<' * 150_000}"  # long enough that `re` alone might take long
    compiled = compile_pattern(pattern)
    expected = compiled._re.sub("", text[:31]) + text[31:] if ">" in text else text
    assert Replace(pattern).apply([text]) == [expected]


@pytest.mark.parametrize("text", ["<b>x</b>" * 300_000, "<" * 2_000_000, ">" + "<" * 2_000_000, "<" * 2_000_000 + ">"])
def test_long_pages_take_no_long_time(text):
    with takes_at_most(1):
        Replace("<[^>]*>").apply([text])
