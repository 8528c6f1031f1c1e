"""The knowledge base of a project."""


def test_without_one_it_says_how_to_make_it(entities, capsys):
    assert entities("list") == 2
    assert "make one by `scrapy bt entities import FILE`" in capsys.readouterr().err
