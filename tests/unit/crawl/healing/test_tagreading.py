"""What a rule makes of what its tags take."""

from scrapy_bt.crawl.healing.tagreading import reading_of_tag, tag_of
from tests.rulefiles import NEWS


def test_treatments_and_links_are_those_of_the_file(tmp_path):
    path = tmp_path / "news.yaml"
    path.write_text(NEWS, encoding="utf-8")
    title = tag_of(path, "article", "title")
    assert reading_of_tag(title, "https://news.test/")("A \n storm") == "# A storm"
    link = tag_of(path, "news.yaml:list", "headline")
    assert reading_of_tag(link, "https://news.test/a/")("b.html") == "https://news.test/a/b.html"
    assert tag_of(path, "article", "nothing") is None
    assert tag_of(path, "nothing", "title") is None
    assert tag_of(tmp_path / "none.yaml", "article", "title") is None
