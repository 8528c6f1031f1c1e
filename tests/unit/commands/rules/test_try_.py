import json
from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT

RULE = """rule: news
encoding: gb18030
site:
  url: https://s.test/
layers:
  - layer: list
    entries: ['/list_<1,3,1,false>.html']
    tags:
      - tag: row
        start: '<li>'
        end: '</li>'
      - tag: title
        parent: row
        start: '<a[^>]*>'
        end: '</a>'
      - tag: link
        parent: row
        start: 'href="'
        end: '"'
        link: page
  - layer: page
    tags:
      - tag: text
        start: '<p>'
        end: '</p>'
        include: '天'
groups:
  - group: news
    columns:
      - name: title
        tag: list.title
"""
LIST = '<ul>\n<li><a href="/1.html">今天</a></li>\n<li><a href="/2.html">明天</a></li>\n</ul>'


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "news.yaml").write_text(RULE, "utf-8")
    (tmp_path / "list.html").write_bytes(LIST.encode("gb18030"))
    (tmp_path / "page.html").write_bytes("<p>昨日</p>".encode("gb18030"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def attempt(*words):
    return BT.run("rules", ["try", *words], Settings())


def test_everything_is_shown_from_codes_to_rows(files, capsys):
    assert attempt("list.html", "news.yaml", "--url", "https://s.test/list_1.html") == 0
    printed = capsys.readouterr().out
    assert "https://s.test/list_1.html  gb18030 by its rule, 82 bytes\nrule news (news.yaml), layer list\n" in printed
    assert (
        "row  takes 2\n  start    <li>  2 matches at 2:1, 3:1\n  end      </li>  2 matches at 2:29, 3:29\n" in printed
    )
    assert "    title  takes 2 in 2 of 2 pieces of row\n" in printed
    assert "      → “今天”\n" in printed
    assert "link     2 → 2  from https://s.test/list_1.html\n" in printed
    assert "“/1.html” → “https://s.test/1.html”" in printed
    assert "group news  2 rows" in printed


def test_what_takes_nothing_is_told_with_its_reason(files, capsys):
    assert attempt("page.html", "news.yaml", "--layer", "page") == 1
    printed = capsys.readouterr().out
    assert "text  takes nothing" in printed
    assert "include  1 → 0\n           without “昨日”\n" in printed
    assert "nothing: include 天 does not match in the piece “昨日”" in printed


def test_json_has_everything(files, capsys):
    assert attempt("list.html", "news.yaml", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert record["layer"] == "list"
    (row,) = record["tags"]
    assert row["start"] == {
        "code": "<li>",
        "offset": "0,0",
        "places": [
            {"line": 2, "column": 1, "end_line": 2, "end_column": 5},
            {"line": 3, "column": 1, "end_line": 3, "end_column": 5},
        ],
    }
    assert [child["tag"] for child in row["children"]] == ["title", "link"]
    assert row["children"][0]["values"] == ["今天", "明天"]
    assert row["children"][0]["successes"] == 2
    assert record["groups"][0]["rows"] == [["今天"], ["明天"]]


def test_one_tag_can_be_looked_at(files, capsys):
    assert attempt("list.html", "news.yaml", "--tag", "title", "--most", "1") == 0
    printed = capsys.readouterr().out
    assert "link" not in printed.replace("list", "")
    assert "… 1 more" in printed
    assert "group" not in printed


def test_a_rule_of_a_project_is_found_by_its_name(files, capsys, monkeypatch):
    (files / "scrapy.cfg").write_text("[settings]\n")
    (files / "rules").mkdir()
    Path("news.yaml").rename(files / "rules" / "news.yaml")
    assert attempt("list.html", "news") == 0
    with pytest.raises(SystemExit, match="2"):
        attempt("list.html", "olds")
    assert "no such rule in rules/; there are: news" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["list.html", "no.yaml"], "there is no rule file no.yaml"),
        (["list.html", "news.yaml", "--layer", "x"], "no layer x; there are: list, page"),
        (["list.html", "news.yaml", "--tag", "x"], "the rule has no tag x; there are: "),
        (["list.html", "news.yaml", "--layer", "page", "--tag", "row"], "the layer page has no tag row; there are: "),
        (["no.html", "news.yaml"], "there is no file no.html"),
        (["list.html", "news.yaml", "--most", "-1"], "at least 0"),
    ],
)
def test_wrong_commands_are_told(files, words, message, capsys):
    with pytest.raises(SystemExit, match="2"):
        attempt(*words)
    assert message in capsys.readouterr().err


def test_faults_of_the_rule_are_told_with_their_places(files, capsys):
    Path("news.yaml").write_text(RULE.replace("'<p>'", "'<p'(").replace("link: page", "link: pages"), "utf-8")
    assert attempt("list.html", "news.yaml") == 2
    assert "news.yaml:" in capsys.readouterr().err


def test_columns_show_what_becomes_of_texts(files, capsys):
    columns = "      - {name: title, tag: list.title, length: 5}\n      - {name: day, tag: list.title, type: number}\n"
    head, _, _ = RULE.partition("      - name: title\n        tag: list.title\n")
    (files / "news.yaml").write_text(head + columns, "utf-8")
    page = "".join(f"<li><a href='/1'>{text}</a></li>" for text in ("2026-06-28", "sold out", "7", "1 200"))
    (files / "list.html").write_text(page, "gb18030")
    assert attempt("list.html", "news.yaml", "--url", "https://s.test/list_1.html", "--layer", "list") == 1  # no link
    shown = " ".join(capsys.readouterr().out.split())
    for part in (
        "2026- “2026-06-28” → 2026 sold “sold out” → nothing 7 7 1 200 “1 200” → 1200",
        "careful: a text is longer than column title takes, and is cut to 5 characters (and 1 more)",
        "“2026-06-28” on https://s.test/list_1.html has 3, of which 2026 is taken",
        "“sold out” on https://s.test/list_1.html has none, so it stays empty",
    ):
        assert part in shown
    attempt("list.html", "news.yaml", "--json")
    (group,) = json.loads(capsys.readouterr().out)["groups"]
    assert [row[1] for row in group["typed"]] == [2026, None, 7, 1200]
    assert len(group["notes"]) == 3
