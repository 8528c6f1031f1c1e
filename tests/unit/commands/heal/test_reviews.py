"""What a person, or a console, needs to see of a proposal."""

from pathlib import Path

from scrapy_bt.commands.heal.reviews import told
from scrapy_bt.commands.tables import as_text
from scrapy_bt.operations.healing.facts import facts_of


def test_a_proposal_without_choices_or_without_an_edit(filing):
    one = filing.file()
    Path("shop.py").write_text("# mine\n")
    assert facts_of(one)["hindrance"].startswith("conflict: shop.py has changed")
    assert "no edit: conflict" in as_text(told(one))
