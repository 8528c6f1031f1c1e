"""Sentences are English texts that can be told in another language by their patterns."""

import copy
import json
import pickle

import pytest

from scrapy_bt.errors import BTError, Suggestion
from scrapy_bt.sentences import Sentence, counted, join, say, spoken, tell

GERMAN = {
    "there is no {} `{}`": "`{1}` ist kein {0}",
    "node": "Knoten",
    "`{word}` stands before {met}": "vor {met} steht `{word}`",
    "the end": "dem Ende",
    "did you mean {}?": "meinten Sie {}?",
    "{:,} bytes": "{:,} Bytes",
    "a {brace}": "eine {Klammer}",
}


def german(pattern: str) -> str:
    return GERMAN.get(pattern, pattern)


@pytest.mark.parametrize(
    ("sentence", "english", "told"),
    [
        (say("there is no {} `{}`", say("node"), "x{y}"), "there is no node `x{y}`", "`x{y}` ist kein Knoten"),
        (
            say("`{word}` stands before {met}", word="a", met=say("the end")),
            "`a` stands before the end",
            "vor dem Ende steht `a`",
        ),
        (say("{:,} bytes", 12_000), "12,000 bytes", "12,000 Bytes"),
        (say("a {brace}"), "a {brace}", "eine {Klammer}"),
        (join([say("node"), "x"], ", "), "node, x", "Knoten, x"),
        (join([]), "", ""),
        (Suggestion("visist", "visit", "`{}`"), "did you mean `visit`?", "meinten Sie `visit`?"),
        (say("nobody has translated {}", say("node")), "nobody has translated node", "nobody has translated Knoten"),
    ],
)
def test_a_sentence_is_english_and_told_by_its_pattern(sentence: Sentence, english: str, told: str) -> None:
    assert sentence == english
    assert json.dumps(sentence) == json.dumps(english)
    assert tell(sentence, german) == told
    for copied in (copy.copy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert copied == english
        assert tell(copied, german) == tell(sentence, german)


def test_what_is_no_sentence_stays() -> None:
    assert tell("node", german) == "node"
    assert tell(3, german) == "3"


def test_an_error_says_its_sentence() -> None:
    error = BTError(say("there is no {} `{}`", say("node"), "x"))
    assert tell(spoken(error), german) == "`x` ist kein Knoten"
    assert tell(say("{}: {}", "file", error), german) == "file: `x` ist kein Knoten"
    assert spoken(ValueError("a", "b")) == "('a', 'b')"
    assert spoken(OSError(2, "gone")) == "[Errno 2] gone"


def test_things_are_counted():
    assert [counted(number, "file") for number in (0, 1, 2)] == ["0 files", "1 file", "2 files"]
