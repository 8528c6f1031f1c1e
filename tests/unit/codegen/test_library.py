import pytest

from scrapy_bt.codegen.library import TemplateLibrary, as_python
from scrapy_bt.errors import BTError


def test_the_first_template_that_is_there_is_taken_the_projects_own_before_ours(tmp_path):
    tmp_path.joinpath("data").mkdir()
    tmp_path.joinpath("data", "md5.py.jinja").write_text("{% block body %}\nreturn {{ name }}\n{% endblock %}")
    library = TemplateLibrary([tmp_path])
    assert library.find(["data/nothing", "data/md5", "data/sha1"]) == "data/md5"
    assert library.find(["data/nothing"]) is None
    assert library.parts("data/md5", {"name": "x"}) == {"body": "return x"}
    assert "hashlib.sha1" in library.parts("data/sha1", {"name": "x"})["body"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{% block body %}\n{{ nothing }}{% endblock %}", "data/x.py.jinja cannot be filled: 'nothing' is undefined"),
        ("\n{% block body %}", "data/x.py.jinja, line 2 cannot be filled: Unexpected end of template"),
    ],
)
def test_a_template_that_is_wrong_is_named_with_its_line(tmp_path, text, message):
    tmp_path.joinpath("data").mkdir()
    tmp_path.joinpath("data", "x.py.jinja").write_text(text)
    with pytest.raises(BTError, match=message):
        TemplateLibrary([tmp_path]).parts("data/x", {})


def test_docstrings_are_wrapped_and_cannot_end_early():
    library = TemplateLibrary()
    short = library.fill("package", {"summary": 'Say """ and \\ and "quoted"'})
    assert short == '"""Say \'\'\' and \\\\ and "quoted" """\n'
    long = library.fill("package", {"summary": "One sentence. " + "word " * 30})
    assert long.startswith('"""One sentence.\n\nword word')
    assert max(map(len, long.splitlines())) <= 88


def test_values_are_written_as_formatters_write_them():
    assert [as_python(value) for value in ("a", 'b"c', "it's", 3, "\n")] == ['"a"', "'b\"c'", '"it\'s"', "3", '"\\n"']
