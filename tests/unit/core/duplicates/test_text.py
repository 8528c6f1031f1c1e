import pytest

from scrapy_bt.core.duplicates.text import KEY_BYTES, content_key, normalise, shingles, text_of_markup


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lamps  are\n cheap.", "lamps are cheap"),
        ("“Lamps” – cheap!", '"Lamps" - cheap'),
        ("ﬁne ５％", "fine 5%"),
        ("so\u00adft\u200b", "soft"),
        ("STRASSE", "straße"),
        ("今天，天气 很好。", "今天 天气很好"),
        ("<p>Lamps</p><p>are cheap</p>", "Lamps are cheap"),
        ("cafe\u0301", "café"),
    ],
)
def test_editions_of_one_text_are_the_same(one, other):
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3.14", "314"),
        ("-5 degrees", "5 degrees"),
        ("5 %", "5"),
        ("5 €", "5 $"),
        ("now here", "nowhere"),
        ("今天", "昨天"),
        ("1,000", "1.000"),
    ],
)
def test_texts_that_say_something_else_are_not(one, other):
    assert normalise(one) != normalise(other)


def test_what_stands_around_an_article_is_left_out():
    page = (
        "<head><title>t</title></head><nav>menu</nav><p>The text.</p><script>x()</script><!-- c --><footer>f</footer>"
    )
    assert normalise(page) == "the text"


def test_where_nothing_else_is_what_stands_around_counts():
    assert text_of_markup("<header>Only this</header><script>x</script>").strip() == "Only this"


def test_a_text_without_tags_is_taken_as_it_is():
    assert text_of_markup("a < b & c > d") == "a < b & c > d"


def test_keys_tell_kinds_fields_and_their_borders_apart():
    keys = {content_key("a", ["x", "y"]), content_key("b", ["x", "y"]), content_key("a", ["xy"]), content_key("a", [])}
    assert len(keys) == 4
    assert {len(key) for key in keys} == {KEY_BYTES}
    assert content_key("a", ["\ud800"]) != content_key("a", [])


def test_shingles_are_three_words_or_five_characters():
    assert list(shingles("a b c d")) == ["a b c", "b c d"]
    assert list(shingles("今天天气很好")) == ["今 天 天 气 很", "天 天 气 很 好"]
    assert list(shingles("用 python 写")) == []
    assert list(shingles("用 python 写 程 序")) == ["用 python 写 程", "python 写 程 序"]
    assert list(shingles("")) == []
