import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.ruleserver.server import Serving, serve
from scrapy_bt.ruleserver.state import ALIVE_SECONDS, RuleService
from scrapy_bt.storage.sharing.accounts import Accounts
from scrapy_bt.storage.sharing.ledger import RuleLedger
from scrapy_bt.storage.sharing.remembered import Memory
from scrapy_bt.storage.sharing.schema import open_rule_database


def test_passwords_are_served_in_clear_text_to_this_machine_alone(tmp_path):
    for host in ("0.0.0.0", "10.0.0.5", "::"):
        serving = Serving(f"sqlite:///{tmp_path}/r.db", Memory(tmp_path / "m"), host=host)
        with pytest.raises(BTError, match="clear text"):
            serve(serving, tell=print)
    assert not (tmp_path / "r.db").exists()
    Serving("", Memory(tmp_path / "m"), host="10.0.0.5", certificate="cert.pem").check()
    Serving("", Memory(tmp_path / "m"), host="10.0.0.5", is_behind_proxy=True).check()


def test_a_place_that_is_taken_is_told(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        serving = Serving(f"sqlite:///{tmp_path}/r.db", Memory(tmp_path / "m"), port=port)
        with pytest.raises(BTError, match="--port 0 takes a free one"):
            serve(serving, tell=print)


def test_servers_of_one_database_know_each_other_while_they_live(tmp_path):
    now = [1000.0]
    services = []
    for url in ("https://a", "https://b", ""):
        engine = open_rule_database(f"sqlite:///{tmp_path}/rules.db")
        ledger = RuleLedger(engine)
        services.append(RuleService(engine, ledger, Accounts(engine), ledger.begin(), url=url, clock=lambda: now[0]))
    assert len({service.origin for service in services}) == 1
    for load, service in enumerate(services):
        service.note_load(float(load))
    assert services[2].servers() == [{"url": "https://a", "load": 0.0}, {"url": "https://b", "load": 1.0}]
    now[0] += ALIVE_SECONDS
    services[1].note_load(2.0)
    now[0] += 1
    assert services[0].servers() == [{"url": "https://b", "load": 2.0}]
    services[1].leave()
    assert services[0].servers() == []
    for service in services:
        service.leave()
