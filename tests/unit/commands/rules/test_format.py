import json

from tests.rulefiles import NEWS


def test_files_are_rewritten(folder, rules, capsys):
    (folder / "a.yaml").write_bytes(b"layers: [] # none\r\nrule: 'a'\r\n")
    assert rules("format", ".") == 0
    assert (folder / "a.yaml").read_bytes() == b"rule: a\r\n\r\nlayers: [] # none\r\n"
    assert (folder / "news.yaml").read_text("utf-8") == NEWS
    assert capsys.readouterr().out == "1 file formatted, 1 left as it is\n"


def test_with_check_the_first_line_that_differs_is_named(folder, rules, capsys):
    (folder / "a.yaml").write_text('rule: a\nauthor: "b"\n')
    assert rules("format", "--check", "--json", "a.yaml") == 1
    (record,) = json.loads(capsys.readouterr().out)
    assert (record["line"], record["code"], record["advice"]) == (
        2,
        "not-formatted",
        "run: scrapy bt rules format a.yaml",
    )
    assert (folder / "a.yaml").read_text() == 'rule: a\nauthor: "b"\n'


def test_a_file_that_is_no_yaml_stays(folder, rules, capsys):
    (folder / "a.yaml").write_text("rule: [\n")
    assert rules("format", "a.yaml") == 1
    assert "a.yaml:1:7: the bracket that begins here is never closed" in capsys.readouterr().out
    assert (folder / "a.yaml").read_text() == "rule: [\n"
