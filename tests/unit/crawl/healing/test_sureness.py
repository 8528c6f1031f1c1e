"""For which proposals nobody has to be asked."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.addressed import Telling
from scrapy_bt.core.healing.modes import Modes
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.watchers import Watcher
from scrapy_bt.core.healing.proposals import Choice, Filed, Proposal, State, Trial
from scrapy_bt.crawl.healing.sureness import Sureness
from scrapy_bt.crawl.healing.switches import Switches


def filed(field, probability, telling=Telling.UNKNOWN):
    choice = Choice("h2", probability, Trial(4, 4, 4))
    return Filed(
        0, "shop", Proposal("parse", field, field, (choice,), how="css", telling=telling), State.OPEN, 0.0, "h2"
    )


SURE, OTHERS, NAMED = filed("h1", 0.9), [filed("p", 0.5), filed("b", 0.4)], filed("u", 0.9, Telling.HOLDS)


def made(*there, mode="auto"):
    """After pages on which the title went, and fields that are *there* stayed."""
    watcher = Watcher()
    for number in range(60):
        seen = [Observation("parse", "h1", "h1", int(number < 40), int(number >= 40), ("A thing",))]
        seen += [Observation("parse", name, name, 1, 0, (f"Some {number}",)) for name in there]
        for one in seen:
            watcher._field(one).note(one)
    return Sureness(watcher, Modes.read(mode), Switches())


def test_where_all_fields_are_lost_and_few_are_sure_a_person_is_asked():
    sureness = made()
    assert sureness.sure_of("parse", [SURE, *OTHERS]) == []
    assert sureness.sure_of("parse", [SURE, SURE]) == [], "nothing tells that the pages are about the same"
    assert sureness.sure_of("parse", [NAMED, OTHERS[1]]) == [NAMED]
    assert sureness.sure_of("parse", [NAMED, *OTHERS]) == []
    assert sureness.is_in_doubt("parse", [SURE])


def test_where_half_of_the_fields_are_there_what_is_sure_needs_no_proof():
    sureness = made("i")
    assert sureness.sure_of("parse", [SURE, *OTHERS]) == [SURE]
    assert not sureness.is_in_doubt("parse", [SURE])
    assert sureness.is_in_doubt("parse", [SURE, *OTHERS])


@pytest.mark.parametrize("mode", ["review", {"": "auto", "shop/parse/h1": "review"}])
def test_what_is_for_a_person_is_never_sure(mode):
    assert made("i", mode=mode).sure_of("parse", [SURE]) == []


def test_fields_that_are_only_watched_speak_for_the_one_that_is_to_be_healed():
    sureness = made(mode={"": "watch", "shop/parse/h1": "auto"})
    assert sureness.sure_of("parse", [SURE, NAMED, *OTHERS]) == [SURE]
    assert not sureness.is_in_doubt("parse", [SURE, NAMED, *OTHERS])
    assert sureness.sure_of("parse", [SURE, *OTHERS]) == []
    assert sureness.is_in_doubt("parse", [SURE, *OTHERS])


def test_of_a_field_of_few_pages_something_more_has_to_speak_for_a_selector():
    watcher = Watcher()
    for name in ("h1", "i"):
        watcher._field(Observation("parse", name, name, 1, 0, ("A thing",))).known = {"all": 6}
    sureness = Sureness(watcher, Modes.read("auto"), Switches())
    (choice,) = SURE.proposal.choices
    borne_out = replace(SURE, proposal=replace(SURE.proposal, choices=(replace(choice, is_borne_out=True),)))
    assert (sureness.sure_of("parse", [SURE]), sureness.sure_of("parse", [borne_out])) == ([], [borne_out])
    watcher.fields["parse", "h1"].known = {"all": 30}
    assert sureness.sure_of("parse", [SURE]) == [SURE]
