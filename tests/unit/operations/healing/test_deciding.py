"""Who decides may be killed at any moment: nothing is half written, and the next one goes on."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import State
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.deciding import accept, roll_back
from tests.proposals import SPIDER

PROGRAM = """
import os, signal, sys
from scrapy_bt.operations.edits.plans import EditPlan
from scrapy_bt.operations.healing.deciding import accept, roll_back
from scrapy_bt.storage.healing import HealingStore
from scrapy_bt.storage.proposals import ProposalTable
from pathlib import Path

def killed_after(owner, name):
    original = getattr(owner, name)
    def killed(*arguments, **options):
        original(*arguments, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(owner, name, killed)

act, owner, name = sys.argv[1:]
store = HealingStore(Path(".scrapy/bt-healing.db").absolute())
killed_after(globals()[owner], name)
one = store.proposals.get(1)
accept(store, one, one.selector, write=True) if act == "accept" else roll_back(store, one, write=True)
"""
HEALED = SPIDER.replace("h1", "h2")


def killed(*arguments):
    done = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], check=False, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.process
@pytest.mark.parametrize(
    ("owner", "name", "is_there"),
    [
        ("ProposalTable", "decide", False),
        ("EditPlan", "apply", True),
        ("HealingStore", "forget_field", True),
        ("ProposalTable", "note_edit", True),
    ],
    ids=["decided", "edited", "forgotten", "noted"],
)
def test_who_accepts_is_killed(filing, owner, name, is_there):
    filing.file()
    killed("accept", owner, name)
    assert Path("shop.py").read_text() == (HEALED if is_there else SPIDER)
    stored = filing.store.proposals.get(1)
    assert stored.state is State.ACCEPTED
    assert accept(filing.store, stored, stored.selector, write=True).filed.written
    assert Path("shop.py").read_text() == HEALED
    assert roll_back(filing.store, filing.store.proposals.get(1), write=True).filed.state is State.ROLLED_BACK
    assert Path("shop.py").read_text() == SPIDER


@pytest.mark.process
def test_what_was_learned_outlives_who_is_killed_when_it_was_put_aside(filing):
    one = filing.file()
    watch = FieldWatch(one.proposal.node, one.proposal.field, one.proposal.old)
    watch.note(Observation(watch.node, watch.field, watch.selector, 1, 0, ("Lamp",)))
    filing.store.save("shop", [(watch, 1, 0)])
    before = filing.store.fields("shop")
    killed("accept", "HealingStore", "forget_field")
    assert accept(filing.store, filing.store.proposals.get(1), one.selector, write=True).filed.written
    roll_back(filing.store, filing.store.proposals.get(1), write=True)
    assert filing.store.fields("shop") == before


def test_other_proposals_for_the_same_file_go_on(filing):
    Path("shop.py").write_text(SPIDER + '        yield response.css("b.old::text").get()\n')
    one = filing.file()
    price = replace(one.proposal, field="css b.old::text", old="b.old::text")
    other = filing.store.proposals.file("shop", price, digest=one.digest)
    killed("accept", "EditPlan", "apply")
    assert accept(filing.store, other, "b.new::text", write=True).filed.written
    assert filing.store.proposals.get(1).written
    assert Path("shop.py").read_text() == HEALED + '        yield response.css("b.new::text").get()\n'


@pytest.mark.process
@pytest.mark.parametrize(
    ("owner", "name"), [("EditPlan", "apply"), ("ProposalTable", "note_edit")], ids=["edited", "noted"]
)
def test_who_rolls_back_is_killed(filing, owner, name):
    one = filing.file()
    accept(filing.store, one, one.selector, write=True)
    assert Path("shop.py").read_text() == HEALED
    killed("roll_back", owner, name)
    assert Path("shop.py").read_text() == SPIDER
    with pytest.raises(BTError, match="rolled back: there is nothing to roll back"):
        roll_back(filing.store, filing.store.proposals.get(1), write=True)
    assert not filing.store.proposals.get(1).written


def test_what_was_learned_comes_back_with_the_old_selector(filing):
    one = filing.file()
    watch = FieldWatch(one.proposal.node, one.proposal.field, one.proposal.old)
    for number in range(30):
        watch.note(Observation(watch.node, watch.field, watch.selector, 1, 0, (f"Lamp {number}",)))
    filing.store.save("shop", [(watch, 30, 0)])
    before = filing.store.fields("shop")
    accept(filing.store, one, one.selector, write=True)
    assert filing.store.fields("shop") == []
    watch.selector = one.selector
    filing.store.save("shop", [(watch, 5, 0)])
    roll_back(filing.store, filing.store.proposals.get(one.id), write=True)
    assert filing.store.fields("shop") == before
    accept(filing.store, filing.store.proposals.get(one.id), one.selector, write=True)
    filing.store.forget("shop")
    filing.store.remember_field("shop", watch.node, watch.field)
    assert filing.store.fields("shop") == []


def test_a_file_that_somebody_else_has_changed_stays_a_conflict(filing):
    one = filing.file()
    filing.store.proposals.decide(one.id, State.ACCEPTED)
    Path("shop.py").write_text(HEALED + "# mine\n")
    with pytest.raises(BTError, match="conflict"):
        accept(filing.store, filing.store.proposals.get(1), one.selector, write=True)
    assert not filing.store.proposals.get(1).written


def test_a_store_that_cannot_be_written_is_told_and_the_command_repeated(filing, heal, capsys):
    filing.file()
    with closing(sqlite3.connect(".scrapy/bt-healing.db")) as store:
        store.execute("CREATE TRIGGER cut BEFORE UPDATE ON proposals WHEN new.written BEGIN SELECT json('{'); END")
        assert heal("accept", 1, "--write") == 1
        assert "the store of healing cannot be used: malformed JSON" in capsys.readouterr().err
        assert Path("shop.py").read_text() == HEALED
        store.execute("DROP TRIGGER cut")
    assert heal("accept", 1, "--write") == 0
    assert filing.store.proposals.get(1).written
    assert heal("rollback", 1, "--write") == 0
    assert Path("shop.py").read_text() == SPIDER
