"""Heads of preformatted texts."""

from lxml import html

from scrapy_bt.core.inference.answers.details.headlines import headlines_of


def _read(text: str) -> dict[str, str]:
    root = html.fromstring(f"<html><body><pre id=a>{text}</pre></body></html>")
    (own,) = root.iter("pre")
    return {name: str(root.xpath(f"normalize-space({path})")) for name, path in headlines_of(own, '//*[@id="a"]')}


def test_each_line_of_a_label_and_a_value_is_read_and_what_follows_them():
    assert _read("To: all\nTopic: <a href=/>Old  mills</a>\n\nIt's far.\n\nBye: now\n") == {
        "To": "all",
        "Topic": "Old mills",
        "text": "It's far. Bye: now",
    }


def test_a_text_that_begins_in_another_way_has_no_head():
    assert _read("It is far.\nTopic: mills\nTo: all\n\nBye.") == {}
    assert _read("Topic: mills\n\nIt is far.") == {}
    assert _read("Topic: mills\nTopic: huts\n\nIt is far.") == {}
    assert _read("\n\n  To: all\nTopic: mills\n\nIt is far.") == {}
