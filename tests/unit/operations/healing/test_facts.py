"""All that is known of a proposal."""

from scrapy_bt.core.healing.proposals import State
from scrapy_bt.operations.healing.facts import diff_for, facts_of


def test_facts_are_plain_and_have_the_edit(filing):
    facts = facts_of(filing.file())
    assert (facts["id"], facts["state"], facts["old"], facts["choices"][0]["selector"]) == (
        1, "open", "h1::text", "h2::text",
    )  # fmt: skip
    assert '+        yield response.css("h2::text").get()' in facts["diff"]
    assert facts_of(filing.file(), ("diff", "why"))["hindrance"] == "why"


def test_what_is_decided_has_no_edit(filing):
    one = filing.store.proposals.decide(filing.file().id, State.REJECTED)
    assert diff_for(one, "h2::text") == ("", "")
