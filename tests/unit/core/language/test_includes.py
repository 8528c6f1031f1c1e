from collections.abc import Callable

import pytest

from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program
from scrapy_bt.errors import BTError, Fault, RuleError

LOGIN = """
login_page :: visit "{site}/login"
[[ session = 30m ]]
session :: and { :login_page }
state { 5xx = wait 3 }
main :: and (site) { :session }
"""


def among(**files: str) -> Callable[[str], str]:
    """Gives the texts of files, by their names without the suffix."""

    def find(file: str) -> str:
        try:
            return files[file.removesuffix(".bt").replace("/", "_")]
        except KeyError:
            raise BTError(f"{file}: no such file") from None

    return find


def faults(text: str, **files: str) -> list[Fault]:
    return check(text, file="shop.bt", includes=among(**files))


def test_the_declarations_of_another_file_are_there_but_its_main() -> None:
    text = 'include "login.bt" main :: and (site) { :session }'
    assert faults(text, login=LOGIN) == []
    document = parse(text, file="shop.bt", includes=among(login=LOGIN))
    assert set(document.declarations) == {"login_page", "session", "main"}
    assert document.declarations["main"].place is not None
    assert document.declarations["main"].place.file == "shop.bt"


def test_a_clash_of_names_is_a_fault_with_both_places() -> None:
    (fault,) = faults('include "login.bt"\nsession :: and { true }\nmain :: and (site) { :session }', login=LOGIN)
    assert fault.code == "double-declaration"
    assert (fault.place.file, fault.place.line) == ("shop.bt", 2)
    assert "first at login.bt:4:1" in fault.message


def test_shared_values_belong_to_the_included_file() -> None:
    def keys(name: str, text: str) -> str:
        return Program(parse(text, file=f"{name}.bt", includes=among(login=LOGIN)), name=name).owner_of("session")

    assert keys("shop", 'include "login.bt" main :: and (site) { :session }') == "login"
    assert keys("news", 'include "login.bt" main :: and (site) { :session :session }') == "login"
    assert keys("login", LOGIN) == "login"
    assert keys("own", "[[ session ]] session :: and { true } main :: and { :session }") == "own"


def test_the_table_of_all_visits_is_that_of_its_file() -> None:
    text = 'include "login.bt" page :: visit "{site}/" state { 404 = end } main :: and (site) { :session :page }'
    assert faults(text, login=LOGIN) == []
    states = parse(text, file="shop.bt", includes=among(login=LOGIN)).states
    assert [row.outcomes for row in states["page"]] == [("404",)]
    assert [row.outcomes for row in states["login_page"]] == [("5xx",)]


def test_faults_of_another_file_have_their_place_there() -> None:
    found = faults(
        'include "login.bt" main :: and (site) { :session }', login='session :: and { :pgae }\na :: visit "\n'
    )
    assert {(fault.place.file, fault.code) for fault in found} == {
        ("login.bt", "unknown-name"),
        ("login.bt", "unclosed-string"),
    }
    assert {fault.text for fault in found} == {"session :: and { :pgae }", 'a :: visit "'}


def test_what_another_file_declares_need_not_be_used() -> None:
    assert faults('include "login.bt" main :: and (site) { :login_page }', login=LOGIN) == []


def test_paths_are_from_the_folder_of_the_file_that_includes() -> None:
    files = {"parts_a": 'include "b.bt" include "../c.bt"', "parts_b": "b :: and { true }", "c": "c :: and { true }"}
    assert faults('include "parts/a.bt" main :: and { :b :c }', **files) == []


def test_each_file_is_included_once() -> None:
    text = 'include "a.bt" include "b.bt" include "./b.bt" main :: and { :b }'
    assert faults(text, a='include "b.bt" include "shop.bt"', b='include "a.bt" b :: and { true }') == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('include "shop.bt" main :: and { true }', "include-itself"),
        ('include "x.bt" main :: and { true }', "not-included"),
        ('include "/etc/passwd" main :: and { true }', "not-included"),
    ],
)
def test_what_cannot_be_included_is_told_at_its_place(text: str, code: str) -> None:
    (fault,) = faults(text)
    assert (fault.code, fault.place.column) == (code, 1)


def test_without_files_nothing_can_be_included() -> None:
    assert [fault.code for fault in check('include "a.bt" main :: and { true }')] == ["not-included"]


def test_a_file_whose_name_is_made_of_variables_is_a_fault() -> None:
    with pytest.raises(RuleError, match="a file that is included has a fixed name"):
        parse('include "{name}.bt" main :: and { true }')


def test_include_is_a_name_elsewhere() -> None:
    text = 'include :: visit "https://a.test/" main :: and { include = 1 :include item { x = include } }'
    assert check(text) == []


def test_the_formatter_puts_each_on_a_line() -> None:
    text = 'include "a.bt" include  "b.bt" # two\nmain :: and { true }'
    assert format_text(text) == 'include "a.bt"\ninclude "b.bt" # two\nmain :: and { true }\n'
    assert parse(format_text(text)) == parse(text)


def test_the_digest_of_a_program_is_of_all_its_files() -> None:
    text = 'include "a.bt" main :: and { :a }'
    programs = [
        Program(parse(text, includes=among(a=other)), text=text) for other in ("a :: and { true }", "a :: and { 1 }")
    ]
    assert programs[0].digest != programs[1].digest
    assert programs[0].includes == {"a.bt": "a :: and { true }"}


def test_how_an_included_file_is_healed_is_left_there() -> None:
    text = 'include "login.bt" main :: and (site) { :session }'
    assert parse(text, file="shop.bt", includes=among(login=f"heal = auto\n{LOGIN}")).heal == {}
