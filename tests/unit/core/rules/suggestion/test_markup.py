import re

import pytest

from scrapy_bt.core.rules.suggestion.markup import render_tags, render_value_edges


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (["<h1>"], "<h1>"),
        (['<a class="x" href="/1">', '<a class="x" href="/2">'], 'class="x"[^>]*>'),
        (['<li class="a b">', '<li class="a">'], '<li class="a(?:\\s[^"]*)?">'),
        (["<h2 id=x1>", "<h3 id=x2>"], r"<(?:h2|h3)\s[^>]*>"),
        (["<p>", "<p id=a>"], r"<p(?:\s[^>]*)?>"),
        (["</td>", "</td>"], "</td>"),
        (["<!-- a -->", "<!-- b -->"], "<!--.*?-->"),
    ],
)
def test_what_tags_have_in_common_is_kept(tags, expected):
    assert expected in [each.code for each in render_tags(tags)]


def test_classes_are_cheaper_than_ids_and_ids_than_what_a_program_made():
    def cheapest(tag, part):
        return min(each.cost for each in render_tags([tag]) if part in each.code)

    by_class, by_id = cheapest('<p class="lead">', "lead"), cheapest('<p id="lead">', "lead")
    made = cheapest('<p class="x9f3a1b">', "x9f3a1b")
    assert by_class < by_id
    assert by_class < made


def test_every_rendering_of_tags_ends_with_the_tag():
    tags = ['<a class="b c" data-x="1" href="/x">', '<a class="b" data-x="1" href="/y">']
    for each in render_tags(tags):
        assert all(list(re.finditer(each.code, tag))[-1].end() == len(tag) for tag in tags), each


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        (['<a class="t" href="', '<a class="t" href="'], 'class="t" href="'),
        (['<a href="', '<a href="'], '<a href="'),
        (['<img src="/i/', '<img src="/i/'], '<img src="/i/'),
    ],
)
def test_codes_before_values(inside, code):
    found = [each.code for each in render_value_edges(inside, "left")]
    assert code in found
    assert all(re.search(f"(?:{each})$", text) for each in found for text in inside)


def test_codes_behind_values():
    found = [each.code for each in render_value_edges(['" class="t">', '" class="t">'], "right")]
    assert found[:2] == ['"', '"[^>]*>']
    assert '" class="t"' in found
    assert [each.code for each in render_value_edges([">", " id=x>"], "right")] == [r"[\s>]"]


def test_an_attribute_without_end_takes_no_time():
    (first, *_) = render_tags([f"<p class='a' id='{'A' * 300_000}'>", f"<p class='a' id='{'B' * 300_000}'>"])
    assert "class" in first.code
