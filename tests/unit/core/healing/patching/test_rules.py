"""Where a tag looks, in a rule file."""

import pytest

from scrapy_bt.core.healing.patching.pieces import UneditableError
from scrapy_bt.core.healing.patching.rules import replace_in_rule
from tests.rulefiles import NEWS

OLD = "{start: '<h1>', end: '</h1>'}"


def replaced(new, *, tag="title", old=OLD, text=NEWS):
    return replace_in_rule(text, layer="article", tag=tag, old=old, new=new)


def test_every_other_byte_stays():
    new = "{start: '<h2>', end: '</h2>'}"
    assert replaced(new) == NEWS.replace("start: '<h1>'", "start: '<h2>'").replace("end: '</h1>'", "end: '</h2>'")
    assert replaced(OLD, old=new, text=replaced(new)) == NEWS


def test_fields_that_were_not_there_come_and_others_go():
    changed = replaced("{start: '<h1>', start_offset: '0,1', end: '</h1>', exclude: 'x'}")
    assert changed == NEWS.replace(
        "        start: '<h1>'\n        end: '</h1>'\n",
        "        start: '<h1>'\n        start_offset: '0,1'\n        end: '</h1>'\n        exclude: 'x'\n",
    )
    offsets = "{start: '<article>', start_offset: '1,0', end: '</article>'}"
    text = replaced("{start: '<main>', end: '</article>'}", tag="text", old=offsets)
    assert text == NEWS.replace("start: '<article>'\n        start_offset: '1,0'\n", "start: '<main>'\n")


def test_treatments_come_in_front_of_those_of_the_tag_and_go_again():
    steps = "          - replace: ','\n            with: '.'\n          - replace: '-'\n"
    added = ", treatments: [{replace: ',', with: '.'}, {replace: '-'}]}"
    changed = replaced(OLD[:-1] + added)
    assert changed == NEWS.replace("        treatments:\n", f"        treatments:\n{steps}", 1)
    assert replaced(OLD, old=OLD[:-1] + added, text=changed) == NEWS
    own = NEWS[NEWS.index("        treatments:\n") : NEWS.index("      - tag: text\n")]
    bare = NEWS.replace(own, "", 1)
    changed = replaced(OLD[:-1] + added, text=bare)
    assert changed == NEWS.replace(own, f"        treatments:\n{steps}", 1)
    assert replaced(OLD, old=OLD[:-1] + added, text=changed) == bare


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"old": "{start: '<h3>'}"}, "looks elsewhere now"),
        ({"tag": "titel"}, "has no tag article.titel any more"),
        ({"text": "rule: ["}, "the file has mistakes"),
        ({"new": "{}"}, "says where a tag looks"),
    ],
)
def test_what_cannot_be_edited_is_told(options, said):
    with pytest.raises(UneditableError, match=said):
        replaced(**{"new": OLD.replace("h1", "h2"), **options})
