import pytest
import sqlalchemy as sa

from scrapy_bt.storage.migrations import upgrade
from scrapy_bt.storage.rows import KEY, Row, StoreError
from scrapy_bt.storage.tables import Tables, kind_of_column


@pytest.fixture
def engine(tmp_path):
    made = sa.create_engine(f"sqlite:///{tmp_path}/a.db")
    upgrade(made)
    yield made
    made.dispose()


def row(record, known_by=(), **declared):
    return Row.of("t", record, declared, key="k", known_by=known_by)


def types(engine):
    return {each["name"]: str(each["type"]) for each in sa.inspect(engine).get_columns("t")}


def test_a_table_is_made_and_gets_columns(engine):
    tables = Tables(engine)
    assert set(tables.get(row({"a": 1})).c.keys()) == {KEY, "a"}
    assert set(tables.get(row({"b": "x"})).c.keys()) == {KEY, "a", "b"}
    assert types(engine) == {KEY: "VARCHAR(32)", "a": "NUMERIC", "b": "TEXT"}
    assert tables.find("t") is tables.get(row({"a": 1}))
    assert tables.find("u") is None


def test_another_worker_finds_what_is_there(engine):
    Tables(engine).get(row({"a": 1}, ["a"]))
    later = Tables(engine)
    assert set(later.find("t").c.keys()) == {KEY, "a"}
    assert later.get(row({"a": 1}, ["a"])) is later.find("t")


def test_declared_texts_may_get_longer_and_no_shorter(engine):
    Tables(engine).get(row({}, name=("text", 5), note=("text", 5), code=("text", 5)))
    Tables(engine).get(row({}, name=("text", 9), note=("text", 0), code=("text", 3)))
    assert types(engine) == {KEY: "VARCHAR(32)", "name": "VARCHAR(9)", "note": "TEXT", "code": "VARCHAR(5)"}


def test_widening_keeps_rows(engine):
    table = Tables(engine).get(row({}, name=("text", 5)))
    with engine.begin() as connection:
        connection.execute(sa.insert(table).values({KEY: "k", "name": "abc"}))
    table = Tables(engine).get(row({}, name=("text", 50)))
    with engine.connect() as connection:
        assert connection.execute(sa.select(table.c.name)).scalars().all() == ["abc"]


def test_a_text_without_declaration_leaves_a_column_as_it_is(engine):
    Tables(engine).get(row({}, name=("text", 5)))
    assert Tables(engine).get(row({"name": "longer than five"})).c["name"].type.length == 5


def test_what_is_no_addition_is_refused(engine):
    Tables(engine).get(row({"price": True, "text": "x"}))
    reason = Tables(engine).check(row({}, price=("number", 0)))
    advice = ": let the rule say the same, set BT_STORE_PREFIX, or rename the table"
    assert reason == "the column 'price' of the table 't' takes a flag, and the rule says number" + advice
    assert Tables(engine).check(row({}, text=("text", 0), new=("text", 9))) == ""


@pytest.mark.parametrize(("first", "then"), [("text", "number"), ("number", "text")])
def test_a_rule_that_changed_the_type_of_a_column_is_told(engine, first, then):
    Tables(engine).get(row({}, price=(first, 0)))
    reason = Tables(engine).check(row({}, price=(then, 0)))
    assert reason.startswith(f"the column 'price' of the table 't' takes a {first}, and the rule says {then}: let")


def test_rows_of_a_table_are_known_by_the_same_columns_for_ever(engine):
    Tables(engine).get(row({"a": 1}, ["a"]))
    words = "the rows of the table 't' are known by a, and BT_STORE_KEY says all columns"
    with pytest.raises(StoreError, match=words):
        Tables(engine).get(row({"a": 1}))
    assert words in Tables(engine).check(row({"a": 1}))


def test_a_table_of_somebody_else_is_left_alone(engine):
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE t (a)"))
    with pytest.raises(ValueError, match="is there already and has no column bt_key"):
        Tables(engine).get(row({"a": 1}))
    assert "BT_STORE_PREFIX" in Tables(engine).check(row({"a": 1}))


def test_addresses_have_a_table_of_their_own(engine):
    tables = Tables(engine)
    made = tables.addresses(tables.get(row({"a": 1})))
    assert made.name == "t_urls"
    assert {each["name"] for each in sa.inspect(engine).get_columns("t_urls")} == {KEY, "bt_url", "url"}
    other = Tables(engine)
    assert other.addresses(other.find("t")).name == "t_urls"


@pytest.mark.parametrize(
    ("type_", "kind"),
    [(sa.Boolean(), "flag"), (sa.Integer(), "number"), (sa.Date(), "day"), (sa.String(3), "text"), (sa.Uuid(), "text")],
)
def test_a_column_takes_a_kind_of_values(type_, kind):
    assert kind_of_column(type_) == kind
