import pytest

from scrapy_bt.core.rules.files.shape import LONGEST_NAME, RULE, TAG, is_name, split_reference
from scrapy_bt.core.rules.rule import Tag


@pytest.mark.parametrize("name", ["a", "_", "a-1", "Überschrift", "标题", "a" * LONGEST_NAME])
def test_names(name):
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", "1", "-a", "a.b", "a b", "a\u3000b", "a:", "a\n", "<a>", "\ufeffa", "a" * (LONGEST_NAME + 1)]
)
def test_what_is_no_name(name):
    assert not is_name(name)


def test_a_reference_is_split():
    assert split_reference("list.标题") == ("list", "标题")
    assert split_reference("list") is split_reference("a.b.c") is split_reference(".b") is None


def test_a_record_gives_its_fields():
    assert RULE.names[0] == "rule"
    field = RULE.field("layers")
    assert field is not None
    assert field.is_needed
    assert RULE.field("layer") is None


def test_every_part_of_a_tag_can_be_written():
    assert {*TAG.names} - {"tag"} == {*Tag.__dataclass_fields__} - {"name", "_"}
