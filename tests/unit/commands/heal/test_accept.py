"""Proposals come into their files."""

from dataclasses import replace
from pathlib import Path

from scrapy_bt.core.healing.proposals import Proposal, State
from tests.proposals import SPIDER, TREE


def test_python_is_edited_with_write_alone(heal, filing, capsys):
    one = filing.file()
    assert heal("accept", one.id) == 0
    shown = capsys.readouterr().out
    assert '-        yield response.css("h1::text").get()\n+        yield response.css("h2::text").get()' in shown
    assert "not written: say --write, and shop.py is edited" in shown
    assert Path("shop.py").read_text() == SPIDER
    assert filing.store.proposals.get(one.id).state is State.ACCEPTED
    assert heal("accept", one.id, "--write", "--choice", 2) == 0
    assert Path("shop.py").read_text() == SPIDER.replace("h1", "h3")
    after = filing.store.proposals.get(one.id)
    assert (after.written, after.selector) == (True, "h3::text")
    assert heal("accept", one.id) == 0, "who was interrupted may say it again"
    assert heal("accept", one.id, "--choice", 1) == 1
    assert "is accepted and written already" in capsys.readouterr().out
    Path("shop.py").write_text(SPIDER + "# by hand\n")
    assert heal("accept", one.id) == 1
    assert "is accepted and written already" in capsys.readouterr().out


def test_trees_are_edited_at_once_and_others_of_the_file_stay_possible(heal, filing, told):
    one, other = filing.file("shop.bt:1"), filing.file("shop.py:3")
    assert heal("accept", "--all", "--json", "--write") == 0
    assert {each["id"]: each["written"] for each in told()} == {one.id: True, other.id: True}
    assert Path("shop.bt").read_text() == TREE.replace("h1", "h2")


def test_all_that_is_accepted_and_in_no_file_yet_is_written_too(heal, filing, told):
    one, other = filing.file("shop.bt:1"), filing.file("shop.py:3")
    assert heal("accept", one.id, other.id, "--json") == 0
    assert [each["written"] for each in told()] == [True, False]
    assert heal("accept", "--all", "--write", "--json") == 0
    assert [(each["id"], each["written"]) for each in told()] == [(other.id, True)]
    assert Path("shop.py").read_text() == SPIDER.replace("h1", "h2")


def test_all_leaves_what_has_no_selector_or_is_unlikely_and_tells_so(heal, filing, capsys):
    sure, empty = filing.file("shop.bt:1"), Proposal("product", "price", "b", place="shop.bt:1")
    empty = filing.store.proposals.file("shop", empty, digest=sure.digest)
    assert heal("accept", "--all") == 0
    assert capsys.readouterr().out.endswith(f"Left to you, as unlikely, unusual, or without a selector: {empty.id}\n")
    heal("reject", empty.id, "--json")
    capsys.readouterr()
    assert heal("accept", "--all") == 0
    assert capsys.readouterr().out == "Nothing waits.\n"


def test_all_writes_what_a_person_has_chosen_however_unlikely_it_seemed(heal, filing):
    one = filing.store.proposals.file("shop", replace(filing.file().proposal, choices=()), digest=filing.file().digest)
    assert heal("accept", one.id, "--selector", "h4::text") == 0
    assert heal("accept", "--all", "--write") == 0
    assert Path("shop.py").read_text() == SPIDER.replace("h1", "h4")


def test_a_file_that_has_changed_since_is_a_conflict(heal, filing, capsys):
    one = filing.file()
    Path("shop.py").write_text(SPIDER + "\n")
    assert heal("accept", one.id, "--write") == 1
    assert "conflict: shop.py has changed since proposal 1" in capsys.readouterr().out
    assert Path("shop.py").read_text() == SPIDER + "\n"
    assert filing.store.proposals.get(one.id).state is State.OPEN


def test_what_cannot_be_edited_is_accepted_and_told(heal, filing, capsys):
    Path("shop.py").write_text("def parse(response): pass\n")
    one = filing.file()
    assert heal("accept", one.id, "--selector", "h4::text") == 0
    assert "no edit, change it by hand: Shop.parse has no css selector 'h1::text'" in capsys.readouterr().out
    assert filing.store.proposals.get(one.id).selector == "h4::text"


def test_mistakes_are_told(heal, filing, capsys):
    one = filing.file()
    for arguments, said in (
        ((), "name the number of a proposal"),
        ((one.id, "--selector", "h1["), "is no selector"),
        ((one.id, "--choice", 7), "has 2 choices, and no 7"),
        ((99,), "there is no proposal 99"),
        ((one.id, 2, "--choice", 1), "are for one proposal"),
    ):
        assert heal("accept", *arguments) == 1
        shown = capsys.readouterr()
        assert said in shown.out + shown.err
