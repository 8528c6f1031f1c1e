"""Recognisers are bounded: one that raises, or never comes back, costs its text and no more."""

import asyncio
import threading

import pytest

from scrapy_bt.core.preference.mentions import Mention
from scrapy_bt.crawl.preference import recognising as module
from scrapy_bt.crawl.preference.recognising import Recognising


class Ada:
    def recognise(self, text, language):
        assert threading.current_thread().daemon
        self.language = language
        at = text.find("Ada")
        return [Mention(at, at + 3, "person", 1.0)] if at >= 0 else []


class Beyond:
    def recognise(self, text, language):
        return [Mention(0, 1, "person", 1.0), Mention(5, 5000, "person", 1.0)]


class Broken:
    def recognise(self, text, language):
        raise RuntimeError(text)


class Held:
    """Comes back when it is let go."""

    def __init__(self):
        self.let_go = threading.Event()

    def recognise(self, text, language):
        if text == "hold":
            self.let_go.wait()
        return [Mention(0, 1, "thing", 1.0)]


@pytest.fixture
def told():
    return []


def run(recognisers, texts, told, seconds=60.0):
    async def all_of():
        recognising = Recognising(recognisers, seconds, lambda *said: told.append(said))
        found = await asyncio.gather(*(recognising.recognise(text) for text in texts))
        recognising.close()
        return found, recognising.passed_by

    return asyncio.run(all_of())


def test_mentions_within_the_text_are_given_in_the_order_of_texts(told):
    ada = Ada()
    (first, second), passed_by = run({"ada": ada}, ["It is the Ada of the list.", "Nobody"], told)
    assert first == [Mention(10, 13, "person", 1.0)]
    assert (second, passed_by, told) == ([], 0, [])


def test_mentions_outside_the_text_are_left_out_and_told_once(told):
    found, passed_by = run({"beyond": Beyond()}, ["Ada", "Nobody"], told)
    assert found == [[Mention(0, 1, "person", 1.0)]] * 2
    assert passed_by == 0
    assert [said[1:] for said in told] == [("beyond",)]


def test_one_that_raises_is_counted_and_told_once_and_others_go_on(told):
    found, passed_by = run({"broken": Broken(), "ada": Ada()}, ["Ada", "Ada"], told)
    assert [len(one) for one in found] == [1, 1]
    assert passed_by == 2
    assert len(told) == 1


def test_one_that_takes_too_long_loses_its_text_and_gets_a_new_thread(told):
    held = Held()
    found, passed_by = run({"held": held}, ["hold", "b"], told, seconds=0.2)
    held.let_go.set()
    assert found == [[], [Mention(0, 1, "thing", 1.0)]]
    assert passed_by == 1
    assert "longer than 0.2 seconds" in repr(told)


def test_more_texts_than_can_wait_are_passed_by(told, monkeypatch):
    monkeypatch.setattr(module, "_MOST_WAITING", 3)
    _, passed_by = run({"ada": Ada()}, ["Ada"] * 5, told)
    assert passed_by == 2
    assert told == [("%d texts wait for recognisers: further ones are passed by", 3)]
