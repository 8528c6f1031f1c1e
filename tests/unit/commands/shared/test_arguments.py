import pytest

from scrapy_bt.commands.shared.arguments import telling
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry


def test_what_does_not_let_a_command_work_is_one_line_and_1(capsys):
    def run(options, settings):
        raise BTError("no work today")

    assert telling(run)(None, None) == 1
    assert capsys.readouterr().err == "no work today\n"


def test_settings_of_another_name_for_the_queue_are_heeded(bt, client, frontier, tasks):
    assert bt("status", "shop", "-s", "SCHEDULER_QUEUE_KEY=%(spider)s:other")[0] == 1
    assert bt("status", "shop:requests", "-s", "SCHEDULER_QUEUE_KEY=%(spider)s:other")[0] == 0
    with pytest.raises(SystemExit):
        bt("status", "-s", "nothing")


def test_without_terms_a_queue_can_be_looked_at_all_the_same(bt, client, frontier, tasks):
    client.delete("{shop:requests}:texts")
    frontier.put([Requeue(Entry(Bucket("shop", "main"), b""))])
    assert bt("pause", "shop")[1].startswith("shop: 4 tasks paused")


def test_terms_that_cannot_be_read_are_told(bt, frontier, tasks):
    frontier.remember("configuration", "[]")
    status, _, err = bt("pause", "shop")
    assert (status, "cannot be read" in err) == (1, True)
