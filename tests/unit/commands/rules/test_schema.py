from scrapy_bt.core.rules.files.schema import schema_text


def test_the_schema_is_printed_or_written(folder, rules, capsys):
    assert rules("schema") == 0
    assert capsys.readouterr().out == schema_text()
    assert rules("schema", "-o", "s.json") == 0
    assert (folder / "s.json").read_text() == schema_text()
    assert "# yaml-language-server: $schema=s.json" in capsys.readouterr().out


def test_where_it_cannot_be_written_is_told(rules, capsys):
    assert rules("schema", "-o", "none/s.json") == 1
    assert capsys.readouterr().err.startswith("none/s.json: the schema cannot be written: ")
