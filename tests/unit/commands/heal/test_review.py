"""Proposals with their evidence."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.commands.shared.healing_reviews import told
from scrapy_bt.commands.shared.tables import as_text
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.operations.healing.facts import facts_of
from tests.proposals import SPIDER


class Terminal(io.StringIO):
    """Somebody who answers."""

    def isatty(self):
        return True


def test_evidence_values_and_diff_are_shown(heal, filing, capsys):
    filing.file()
    assert heal("review") == 1
    shown = " ".join(capsys.readouterr().out.split())
    for part in (
        "1: shop, Shop.parse/css h1::text at shop.py:3 (open)",
        "tag renamed; cosine 1.00, tree edits 0.00; changed: how often something is found",
        "; nothing tells whether pages of today speak of the same things as before",
        "1 h2::text 0.90 4 of 4 4 of 4",
        "/1 before A",
        "/9 now B",
        '+ yield response.css("h2::text").get()',
        "Undecided: 1. At a terminal it asks about each; elsewhere `scrapy bt heal accept ID` or `reject ID` decides.",
    ):
        assert part in shown
    assert heal("review", "nothing") == 1


def test_all_that_a_console_needs(heal, filing, told):
    one = filing.file()
    assert heal("review", "--json") == 1
    (facts,) = told()
    assert facts["choices"][0]["values"][1] == {"url": "/9", "state": "failing", "before": "", "after": "B"}
    assert (facts["id"], facts["state"], facts["kind"], facts["hindrance"]) == (one.id, "open", "tag renamed", "")
    assert facts["diff"].startswith("--- a/shop.py")
    filing.store.proposals.decide(one.id, State.REJECTED)
    assert heal("review", "--json") == 0
    assert told() == []
    assert heal("review", "--json", "--all") == 0
    assert told()[0]["state"] == "rejected"


def test_somebody_at_a_terminal_is_asked(heal, filing, monkeypatch, capsys):
    first, second, third = filing.file(), filing.file("shop.bt:1"), filing.file("shop.bt:2", "h9")
    monkeypatch.setattr(sys, "stdin", Terminal("7\n2\n\n"))
    assert heal("review") == 1
    shown = capsys.readouterr().out
    assert "has 2 choices, and no 7" in shown
    assert "[1-2] accept that choice, [w] accept and write it" in shown
    assert "not written: say --write, and shop.py is edited" in shown, "who has accepted knows what is left to do"
    assert filing.store.proposals.get(first.id).selector == "h3::text"
    assert third.id == second.id  # for one selector of one field
    monkeypatch.setattr(sys, "stdin", Terminal("r\n"))
    assert heal("review") == 0
    assert filing.store.proposals.get(second.id).state is State.REJECTED
    assert Path("shop.py").read_text() == SPIDER
    other = filing.file()
    monkeypatch.setattr(sys, "stdin", Terminal("e\nh5::text\n"))
    assert heal("review") == 0
    assert filing.store.proposals.get(other.id).written
    assert Path("shop.py").read_text() == SPIDER.replace("h1", "h5")


def test_several_fields_of_one_file_are_written_one_after_another(heal, filing, monkeypatch, capsys):
    spider = SPIDER + '        yield response.css("h4::text").get()\n'
    Path("shop.py").write_text(spider)
    first = filing.file()
    beside = replace(first.proposal, field="css h4::text", old="h4::text", place="shop.py:4")
    second = filing.store.proposals.file("shop", beside, digest=first.digest)
    monkeypatch.setattr(sys, "stdin", Terminal("w\nw\n"))
    assert heal("review") == 0
    assert "conflict" not in capsys.readouterr().out
    assert filing.store.proposals.get(first.id).written
    assert filing.store.proposals.get(second.id).written
    assert Path("shop.py").read_text() == spider.replace("h1::", "h2::").replace("h4::", "h2::")


def test_what_has_no_choice_asks_for_none(heal, filing, monkeypatch, capsys):
    filing.store.proposals.file("shop", replace(filing.file().proposal, field="css b", old="b", choices=()), digest="")
    monkeypatch.setattr(sys, "stdin", Terminal("\n\n"))
    assert heal("review") == 1
    assert capsys.readouterr().out.count("accept that choice") == 1


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_who_ends_the_input_leaves_all_for_later(heal, filing, monkeypatch, end):
    one = filing.file()

    def stop(question):
        raise end

    monkeypatch.setattr(sys, "stdin", Terminal(""))
    monkeypatch.setattr("builtins.input", stop)
    assert heal("review") == 1
    assert filing.store.proposals.get(one.id).state is State.OPEN


def test_a_proposal_without_choices_or_without_an_edit(filing):
    one = filing.file()
    Path("shop.py").write_text("# mine\n")
    assert facts_of(one)["hindrance"].startswith("conflict: shop.py has changed")
    assert "no edit: conflict" in as_text(told(one))


"""Several proposals are decided on at once."""


def test_it_is_refused_from_now_on(heal, filing, told):
    one = filing.file()
    assert heal("reject", one.id, "--json") == 0
    assert told()[0]["state"] == "rejected"
    assert filing.store.proposals.is_refused("shop", "Shop.parse", "css h1::text", "h2::text", ("h2",))
    assert heal("reject", one.id) == 1
    filing.store.proposals.decide(one.id, State.ACCEPTED)
    assert heal("reject", one.id) == 1
