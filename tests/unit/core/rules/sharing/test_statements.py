from base64 import b64encode

import pytest

from scrapy_bt.core.rules.sharing.statements import (
    LogOrigin,
    NewKey,
    Release,
    Signed,
    StatementError,
    Withdrawal,
    chain,
    is_name,
    message_of,
    read_base64,
    read_statement,
    write_statement,
)

ORIGIN = "0" * 32
KEY = b64encode(bytes(32)).decode()
OTHER = b64encode(bytes([1]) * 32).decode()
SHA = "a" * 64
GOOD = [
    LogOrigin(ORIGIN),
    NewKey(ORIGIN, "ann", KEY),
    NewKey(ORIGIN, "ann", OTHER, KEY),
    Release(ORIGIN, "ann", "news", 1, SHA, "MIT"),
    Release(ORIGIN, "ann", "news", 2, SHA, "自由", "b" * 64),
    Withdrawal(ORIGIN, "ann", "news", 1, "it takes too much"),
]


@pytest.mark.parametrize("statement", GOOD, ids=lambda one: type(one).__name__)
def test_a_statement_is_read_as_it_was_written(statement):
    assert read_statement(write_statement(statement)) == statement


@pytest.mark.parametrize(
    "statement",
    [
        LogOrigin("A" * 32),
        LogOrigin(""),
        NewKey(ORIGIN, "ann", ""),
        NewKey(ORIGIN, "ann", KEY, KEY),
        NewKey(ORIGIN, "ann", KEY[:-1]),
        NewKey(ORIGIN, "../ann", KEY),
        Release(ORIGIN, "ann", "../../etc/passwd", 1, SHA, "MIT"),
        Release(ORIGIN, "ann", "news", 0, SHA, "MIT"),
        Release(ORIGIN, "ann", "news", 1, "short", "MIT"),
        Release(ORIGIN, "ann", "news", 1, SHA, "MIT", SHA),
        Release(ORIGIN, "ann", "news", 2, SHA, "MIT"),
        Withdrawal(ORIGIN, "ann", "news", 1, "  "),
        Withdrawal(ORIGIN, "ann", "news", 1, "x" * 1001),
    ],
)
def test_nobody_can_say_what_means_nothing(statement):
    with pytest.raises(StatementError):
        write_statement(statement)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + " ",
        lambda text: text.replace(":", ": ", 1),
        lambda text: text.replace("{", '{"account":"eve",', 1),
        lambda text: text.replace("}", ',"more":1}'),
        lambda text: text.replace('"version":1', '"version":1.0'),
        lambda text: text.replace("ann", "\\u0061nn"),
        lambda text: "[" * 5000,
        lambda text: "x" * 20_000,
        lambda text: "",
    ],
)
def test_there_is_only_one_way_to_write_a_statement(change):
    with pytest.raises(StatementError):
        read_statement(change(write_statement(GOOD[3])))


@pytest.mark.parametrize("name", ["a", "a-b", "0", "a" * 60])
def test_names(name):
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", "-a", "a-", "A", "a.b", "a/b", "..", "a" * 61, "a\n", "аnn", "con ", "a_b", "%2e%2e", "ann\x00"]
)
def test_names_are_no_paths_and_no_lookalikes(name):
    assert not is_name(name)


def test_what_is_signed_names_its_kind():
    text = write_statement(GOOD[0])
    assert message_of(text) == b"bt-statement 1\n" + text.encode()


def test_a_line_of_the_log_holds_all_before_it():
    first, second = Signed("a"), Signed("b", "c")
    one = chain("", first)
    assert chain(one, second) != chain("", second)
    assert chain(one, second) == chain(chain("", Signed("a")), Signed("b", "c"))


def test_base64_has_one_form():
    assert read_base64(KEY, 32) == bytes(32)
    for text in (KEY + "\n", KEY[:-2] + "B=", "", "Å"):
        with pytest.raises(StatementError):
            read_base64(text, 32)
