import json

import pytest
import yaml
from scrapy.settings import Settings

from scrapy_bt.commands.bt import BT
from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.treatments import Replace
from scrapy_bt.operations.trials.records import tag_text

PAGE = """<h1>新闻</h1>
<ul><li class="news"><a href="/n/1.html">一</a></li>
<li class="news"><a href="/n/2.html">二 &amp; 三</a></li></ul>
"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.encode("gb18030"))
    return str(path)


def suggest(*words):
    return BT.run("rules", ["suggest", *words], Settings())


def test_proposals_can_be_pasted_into_a_rule(page, capsys):
    assert suggest(page, "--take", "一", "--tag", "title", "--encoding", "gb18030", "--most", "1") == 0
    printed = capsys.readouterr().out
    assert "“一”  text at 2:42" in printed
    assert "1  takes 2  score" in printed
    lines = [line[5:] for line in printed.splitlines() if line.startswith("     ")]
    tag = yaml.safe_load(
        "\n".join(line for line in lines if line.lstrip().startswith(("- ", "start", "end", "treat", "with")))
    )
    assert tag[0]["tag"] == "title"
    assert "→ “二 & 三”" in printed


def test_json_has_everything(page, capsys):
    links = ["--take", "/n/1.html", "--take", "https://s.test/n/2.html"]
    assert suggest(page, *links, "--url", "https://s.test/", "--encoding", "gb18030", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert record["page"] == {"url": "https://s.test/", "encoding": "gb18030", "source": "rule"}
    assert record["examples"][0]["places"] == [{"line": 2, "column": 31, "kind": "attribute", "attribute": "href"}]
    best = record["proposals"][0]
    assert best["values"] == ["https://s.test/n/1.html", "https://s.test/n/2.html"]
    assert best["tag"]["link"] is True
    assert best["warnings"] == []


def test_what_is_not_on_the_page_is_told(page, capsys):
    assert suggest(page, "--take", "二 和 三", "--encoding", "gb18030") == 1
    assert "“二 和 三”  is not on the page\n  nearest, at 3:38: “二 & 三" in capsys.readouterr().out


def test_examples_of_different_kinds_have_no_tag(tmp_path, capsys):
    path = tmp_path / "page.html"
    path.write_text('<p title="x">y</p>')
    assert suggest(str(path), "--take", "x", "--take", "y") == 1
    assert "No code takes all of these" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--take", " "], "--take is empty"),
        (["--take", "…"], "all of it is `…`"),
        (["--take", "x", "--take", "... …"], "all of it is `…`"),
        (["--take", "x", "--tag", "a b"], "no name of a tag"),
        (["--take", "x", "--most", "0"], "at least 1"),
        ([], "--take"),
    ],
)
def test_wrong_commands_are_told(page, words, message, capsys):
    with pytest.raises(SystemExit, match="2"):
        suggest(page, *words)
    assert message in capsys.readouterr().err


def test_a_tag_is_written_as_in_a_rule_file():
    tag = Tag("t", start="<a>", start_offset=Offset(1, 2), treatments=(Replace("x"),))
    assert yaml.safe_load(tag_text(tag)) == [
        {"tag": "t", "start": "<a>", "start_offset": "1,2", "treatments": [{"replace": "x"}]}
    ]


@pytest.mark.parametrize("is_json", [False, True])
def test_it_gives_up_in_time_and_says_what_to_do(tmp_path, capsys, is_json):
    path = tmp_path / "large.html"
    path.write_text("<p>a</p>" * 2000)
    assert suggest(str(path), "--take", "a", "--seconds", "1e-9", *["--json"] * is_json) == 1
    printed = capsys.readouterr().out
    if is_json:
        record = json.loads(printed)
        assert (record["broken_off"], record["proposals"], record["examples"]) == ("reading the page", [], [])
    else:
        assert "Broken off after 1e-09 seconds, reading the page (16,000 characters)." in printed
        assert "Give a file with a part of the page" in printed
