import pytest

from scrapy_bt.core.documents.names import LONGEST, NAME, is_name


@pytest.mark.parametrize("name", ["a", "_", "a-1", "Überschrift", "标题", "a" * LONGEST])
def test_names(name):
    assert is_name(name)
    assert NAME.complaint(name, "`layer`") is None


@pytest.mark.parametrize(
    "name", ["", "1", "-a", "a.b", "a b", "a\u3000b", "a:", "a\n", "<a>", "\ufeffa", "a" * (LONGEST + 1)]
)
def test_what_is_no_name(name):
    assert not is_name(name)


@pytest.mark.parametrize(("text", "proposed"), [("a b", "a_b"), ("1.5a", "_1_5a"), ("", "_"), ("-标题", "_-标题")])
def test_a_name_that_is_like_it_is_proposed(text, proposed):
    complaint = NAME.complaint(text, "`layer`")
    assert complaint is not None
    assert complaint.message.startswith("`layer` is a name of letters")
    assert complaint.advice == f"for example `{proposed}`"
    assert is_name(proposed)


def test_a_long_name_has_no_proposal():
    complaint = NAME.complaint("a" * 101, "`layer`")
    assert complaint is not None
    assert complaint.message == "this name has 101 characters; 100 are the most"
