"""Names in Chinese texts."""

import pytest

from scrapy_bt.crawl.preference.recognisers.jieba import JiebaRecogniser
from scrapy_bt.errors import BTError

TEXT = "李小龙出生于旧金山，后来回到香港。"


def test_persons_and_places_are_found_where_they_stand():
    pytest.importorskip("jieba", reason="needs the extra jieba")
    recogniser = JiebaRecogniser()
    found = {(TEXT[one.start : one.end], one.kind) for one in recogniser.recognise(TEXT, "zh")}
    assert found >= {("李小龙", "person"), ("旧金山", "place"), ("香港", "place")}
    assert recogniser.recognise(TEXT, "en") == []


def test_a_dictionary_of_ones_own_is_read(tmp_path):
    pytest.importorskip("jieba", reason="needs the extra jieba")
    path = tmp_path / "words.txt"
    path.write_text("差分机一号 100 nz\n", encoding="utf-8")
    text = "他造了差分机一号。"
    [found] = JiebaRecogniser(str(path)).recognise(text, "zh")
    assert (text[found.start : found.end], found.kind) == ("差分机一号", "work")
    with pytest.raises(BTError, match="cannot be read"):
        JiebaRecogniser(str(tmp_path / "none.txt"))


def test_without_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jieba", None)
    with pytest.raises(BTError, match=r"scrapy_bt\[jieba\]"):
        JiebaRecogniser()
