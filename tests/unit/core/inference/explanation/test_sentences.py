"""The sentences of a report are stored beside their texts."""

import json

from scrapy_bt.core.inference.explanation.sentences import stored_sentences, with_sentences
from scrapy_bt.core.inference.stepnames import StepName
from scrapy_bt.sentences import say, tell

GERMAN = {"{} holds {}": "{} enthält {}", "records": "Sätze"}


def test_a_stored_report_is_told_in_another_language() -> None:
    sentence = say("{} holds {}", StepName(2), say("records"))
    report = {"facts": [{"text": sentence, "why": "records", "id": 1}], "unproven": (say("records"),)}
    stored = json.loads(json.dumps({**report, "sentences": stored_sentences(report)}))
    assert stored["facts"][0]["text"] == "step 3 holds records"
    known = with_sentences(stored, stored["sentences"])
    assert tell(known["facts"][0]["text"], lambda pattern: GERMAN.get(pattern, pattern)) == "step 3 enthält Sätze"
    assert known["facts"][0]["id"] == 1
    assert tell(known["unproven"][0], GERMAN.__getitem__) == "Sätze"


def test_what_was_changed_by_hand_stays_as_it_is() -> None:
    for pattern, parts in (("{} {}", ["x"]), ("{:d}", ["x"]), ("{0.x}", ["x"]), ("other {}", ["x"]), ("{}", [{}])):
        told = with_sentences("a text", {"a text": {"pattern": pattern, "parts": parts}})
        assert type(told) is str
        assert told == "a text"
