from scrapy_bt.core.language.expression_builder import in_field
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import nodes


def value_of(text):
    """Of the only field of an item."""
    (item,) = (each for each in parse(f"part :: item {{ a = {text} }}").entries if isinstance(each, nodes.Item))
    (field,) = item.fields
    return field.value


def test_a_source_in_a_field_reads_what_the_item_reads_wherever_it_stands_in_an_expression():
    assert isinstance(value_of('css "b"'), nodes.Source)
    joined = value_of('css "b" + [css "i", "x"]')
    assert isinstance(joined.left, nodes.Source)
    assert isinstance(joined.right.values[0], nodes.Source)


def test_a_source_with_an_origin_of_its_own_stays_a_call():
    value = value_of('css "b" from x')
    assert isinstance(value, nodes.Call)
    assert in_field(value) is value
