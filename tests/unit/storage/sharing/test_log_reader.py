from scrapy_bt.core.rules.sharing.statements import NewKey
from scrapy_bt.storage.sharing.accounts import Accounts
from scrapy_bt.storage.sharing.ledger import RuleLedger
from scrapy_bt.storage.sharing.log_reader import LINES, LogReader
from tests.ruleservers import PASSWORD, Signer


def test_who_only_reads_sees_each_line_as_soon_as_it_is_written(engine):
    reader, ledger = LogReader(engine), RuleLedger(engine)
    origin = ledger.begin()
    assert [line.number for line in reader.lines()] == [0]
    Accounts(engine).add("ann", PASSWORD)
    assert reader.keys("ann") == []
    signed = Signer(1).sign(NewKey(origin, "ann", Signer(1).base64))
    written = ledger.add(signed)
    assert reader.last() == written
    assert reader.lines(after=0, count=LINES + 1) == [written]
    assert reader.keys("ann") == [signed]
    assert reader.text("0" * 64) is None
