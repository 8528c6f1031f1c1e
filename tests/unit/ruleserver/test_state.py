from scrapy_bt.ruleserver.state import ALIVE_SECONDS, Service
from scrapy_bt.storage.sharing.accounts import Accounts
from scrapy_bt.storage.sharing.ledger import Ledger
from scrapy_bt.storage.sharing.schema import open_rule_database


def test_servers_of_one_database_know_each_other_while_they_live(tmp_path):
    now = [1000.0]
    services = []
    for url in ("https://a", "https://b", ""):
        engine = open_rule_database(f"sqlite:///{tmp_path}/rules.db")
        ledger = Ledger(engine)
        services.append(Service(engine, ledger, Accounts(engine), ledger.begin(), url=url, clock=lambda: now[0]))
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
