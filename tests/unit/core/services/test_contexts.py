import pytest

from scrapy_bt.core.services.contexts import context_at


@pytest.mark.parametrize(
    ("text", "block", "owner"),
    [
        ("", "document", ""),
        ("a :: visit 'u' { ", "attributes", "visit"),
        ("a :: visit 'u' { form = { ", "attributes", "value"),
        ("a :: item each css 'x' { ", "fields", "item"),
        ("a :: and (b) { ", "body", "and"),
        ("a :: and (b) { while b { if c { } ", "body", "while"),
        ("a :: and { item { ", "fields", "item"),
        ("a :: and { } state a | b { ", "rows", "state"),
        ("a :: and { } ", "document", ""),
    ],
)
def test_the_block_is_seen_from_what_stands_before_it(text, block, owner):
    context = context_at(text, len(text))
    assert (context.block, context.owner) == (block, owner)


def test_the_word_that_is_being_written_is_told_apart():
    context = context_at("a :: and { :pa", 14)
    assert (context.words[-1], context.begun) == (":", "pa")
    assert context_at('x = "a {b', 9).is_in_string
    assert context_at("a # b", 5).is_in_comment
    assert not context_at("a # b\nc", 7).is_in_comment
