"""Rules on pages of Debian's documentation packages, in several languages and encodings.

Python's in English, Apache's in Korean (EUC-KR), Japanese, Turkish, French and German, Debian's FAQ in Chinese. No
package of Debian has HTML pages in GB18030, so those are the FAQ's, written in GB18030 here; `zh-autoconvert` brings
texts in GB2312 as they are.
"""

import gzip
import sqlite3
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import pytest
from lxml import html

from scrapy_bt.core.rules.encoding import decode_page
from scrapy_bt.core.rules.rule import Layer, Rule
from scrapy_bt.core.rules.suggestion.matches import is_meant, normalised
from scrapy_bt.core.rules.suggestion.suggest import suggest
from scrapy_bt.core.rules.tags import run_tag
from scrapy_bt.core.rules.trials import try_layer
from tests.integration.projects import Project
from tests.integration.rules.sites import serving

DOCS = Path("/usr/share/doc")
PYTHON, APACHE, FAQ, GB = "python3-doc", "apache2-doc", "debian-faq-zh-cn", "zh-autoconvert"
PLACES = {
    PYTHON: "python3*-doc/html/tutorial/index.html",
    APACHE: "apache2-doc/manual/ko/glossary.html",
    FAQ: "debian/FAQ/zh-cn/index.zh-cn.html",
    GB: "zh-autoconvert/400gb.txt.gz",
}


def folder(package):
    """Where its pages are; without them a test says which package it needs."""
    found = sorted(DOCS.glob(PLACES[package]))
    if not found:
        pytest.skip(f"{package} is not installed: apt-get install {package}")
    return found[-1].resolve().parent


@cache
def read(path):
    return decode_page(path.read_bytes())


def pages(of, pattern="*.html"):
    return [path for path in sorted(of.glob(pattern)) if not path.is_symlink()]


def document(text):
    return html.fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))


def content(element, *, without=""):
    """The text of an element, without the sign that links to it."""
    return normalised("".join(element.itertext())).removesuffix(without)


def test_codes_from_one_chapter_take_the_titles_and_samples_of_all():
    of = folder(PYTHON)
    text = read(of / "introduction.html").text
    title = suggest(text, ["3. An Informal Introduction to Python"], name="title").proposals[0].tag
    code = suggest(text, [">>> # 5% tax…"], name="code")
    assert code.missing
    code = suggest(text, [">>> 17 / 3 # classic division returns a float …"], name="code").proposals[0].tag
    samples = 0
    for path in pages(of):
        text = read(path).text
        (heading,) = document(text).xpath("//h1")
        (found,) = run_tag(title, text).values
        assert is_meant(content(heading, without="¶"), found.replace("&amp;", "&")), path
        expected = [content(each) for each in document(text).xpath("//pre")]
        values = run_tag(code, text).values
        assert len(values) == len(expected), path
        samples += len(values)
        assert [normalised(value)[:8] for value in values if "&" not in value[:40]] == [
            each[:8] for each, value in zip(expected, values, strict=True) if "&" not in value[:40]
        ]
    assert samples > 300


def test_two_functions_give_the_functions_of_a_large_page():
    text = read(folder(PYTHON).parent / "library" / "os.html").text
    found = suggest(text, ["getcwd", "chdir"], name="function")
    names = {
        "".join(each.itertext())
        for each in document(text).xpath("//dl[contains(@class, 'function')]/dt//*[contains(@class, 'descname')]")
    }
    taken = set(found.proposals[0].values)
    assert len(names) > 150
    assert len(taken & names) > 0.95 * len(names)
    assert found.proposals[0].warnings or taken <= names


def test_chapters_of_a_documentation_site_become_two_related_tables(tmp_path):
    of = folder(PYTHON)

    def page(path):
        file = of.parent / path.lstrip("/")
        return file.read_bytes() if file.is_file() else None

    with serving(page) as site:
        project = Project(tmp_path)
        project.settings["BT_ALLOW_INTERNAL"] = True
        project.write("rules/python.yaml", PYTHON_RULE.format(url=site.url))
        database = tmp_path / "python.db"
        result = project.crawl("python", settings={"BT_STORE_URL": f"sqlite:///{database}"})
        assert result.code == 0, result.log
        expected = {}
        for link in document(read(of / "index.html").text).xpath("//li[@class='toctree-l1']/a/@href"):
            chapter = document(read(of / link).text)
            expected[urljoin(f"{site.url}/tutorial/index.html", link)] = (
                content(chapter.xpath("//h1")[0], without="¶"),
                sum(bool(content(each)) for each in chapter.xpath("//pre")),
            )
    connection = sqlite3.connect(database)
    rows = connection.execute(
        "SELECT url, title, (SELECT count(*) FROM samples WHERE samples.url = chapters.url) FROM chapters"
    ).fetchall()
    distinct = dict(connection.execute("SELECT url, count(*) FROM samples GROUP BY url"))
    connection.close()
    assert {url: normalised(title) for url, title, _ in rows} == {url: title for url, (title, _) in expected.items()}
    # The same sample twice in a chapter is one row.
    for url, (_, count) in expected.items():
        assert 0.9 * count <= distinct.get(url, 0) <= count, url


PYTHON_RULE = """rule: Python Tutorial
site:
  url: {url}/tutorial/index.html
layers:
  - layer: contents
    tags:
      - tag: link
        start: 'class="toctree-l1"><a class="reference internal" href="'
        end: '"'
        link: chapter
  - layer: chapter
    tags:
      - tag: title
        start: '<h1>'
        end: '<a class="headerlink"'
        treatments:
          - replace: '<[^>]*>'
      - tag: code
        start: '<pre>'
        end: '</pre>'
        treatments:
          - replace: '<[^>]*>'
groups:
  - group: chapters
    columns:
      - name: url
        tag: contents.link
      - name: title
        tag: chapter.title
  - group: samples
    columns:
      - name: url
        tag: contents.link
      - name: code
        tag: chapter.code
"""


@pytest.mark.parametrize(
    ("language", "encoding"),
    [("ko", "cp949"), ("ja", "utf-8"), ("tr", "utf-8"), ("fr", "utf-8"), ("de", "utf-8")],
)
def test_titles_and_links_of_apache_in_many_languages(language, encoding):
    of = folder(APACHE).parent / language
    titles = links = 0
    for path in pages(of)[:12]:
        page = read(path)
        assert page.replaced == 0
        assert page.encoding in (encoding, "utf-8")
        tree = document(page.text)
        headings = tree.xpath("//div[@id='page-content']//h1")
        if headings and content(headings[0]):
            found = suggest(page.text, [content(headings[0])])
            assert found.proposals, path
            assert any(is_meant(content(headings[0]), value) for value in found.proposals[0].values), path
            titles += 1
        hrefs = tree.xpath("//ul[@id='toc']/li/a/@href")
        if len(hrefs) > 2:
            found = suggest(page.text, [hrefs[0], hrefs[-1]], base_url=f"https://a.test/{path.name}")
            expected = [urljoin(f"https://a.test/{path.name}", href) for href in hrefs]
            assert set(expected) <= set(found.proposals[0].values), path
            links += 1
    assert titles > 2
    assert links > 1


def faq_in_gb18030():
    """The pages by their names, as an old site would send them."""
    return {
        path.name: read(path)
        .text.replace('encoding="UTF-8"', 'encoding="gb2312"')
        .replace("charset=UTF-8", "charset=gb2312")
        .encode("gb18030")
        for path in pages(folder(FAQ))
    }


def test_pages_in_gb18030_are_read_as_those_in_utf8():
    for name, body in faq_in_gb18030().items():
        page = decode_page(body)
        assert page.encoding == "gb18030", name
        assert page.replaced == 0
        titles = [content(each) for each in document(page.text).xpath("//h3[@class='title']")]
        if len(titles) < 2:
            continue
        found = suggest(page.text, [titles[0], titles[-1]], name="question").proposals[0]
        assert [normalised(value) for value in found.values] == titles, name


def test_a_rule_takes_every_question_of_a_chinese_site_in_gb18030(tmp_path):
    bodies = faq_in_gb18030()
    bodies["index.html"] = bodies["index.zh-cn.html"]
    with serving(lambda path: bodies.get(path.lstrip("/"))) as site:
        project = Project(tmp_path)
        project.settings["BT_ALLOW_INTERNAL"] = True
        project.write("rules/faq.yaml", FAQ_RULE.format(url=site.url))
        result = project.crawl("faq")
        assert result.code == 0, result.log
    expected = {
        content(title)
        for name, body in bodies.items()
        if name not in ("index.html", "index.zh-cn.html")
        for title in document(decode_page(body).text).xpath("//h2[@class='title'] | //h3[@class='title']")
    }
    found = {normalised(item["question"]) for item in result.items}
    assert len(expected) > 40
    assert {question for question in found if question[0].isdigit()} == {each for each in expected if each[0].isdigit()}


FAQ_RULE = """rule: Debian FAQ
site:
  url: {url}/index.html
layers:
  - layer: contents
    tags:
      - tag: link
        start: '<span class="chapter"><a href="'
        end: '"'
        link: chapter
  - layer: chapter
    tags:
      - tag: question
        start: '<h[23] class="title">'
        end: '</h[23]>'
        treatments:
          - replace: '<[^>]*>'
          - replace: '&lt;'
            with: '<'
          - replace: '&gt;'
            with: '>'
          - replace: '&amp;'
            with: '&'
groups:
  - group: questions
    columns:
      - name: question
        tag: chapter.question
"""


def test_a_text_in_gb2312_is_read_and_cut():
    body = gzip.decompress((folder(GB) / "400gb.txt.gz").read_bytes())
    page = decode_page(body)
    assert (page.encoding, page.replaced) == ("gb18030", 0)
    found = suggest(page.text, ["的", "我"], name="character")
    layer = Layer("list", tags=(found.proposals[0].tag,))
    values = try_layer(Rule("gb", layers=(layer,)), layer, page.text, "https://a.test/").tags[0].values
    assert {"的", "一", "是", "不", "我"} <= {normalised(value) for value in values}
