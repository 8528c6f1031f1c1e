from types import SimpleNamespace

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.jobs.proofs import ProofRun
from tests.unit.console.conftest import Client

URL = "/api/v1/jobs"


def test_inferences_of_this_console_are_listed_looked_at_and_ended(client: Client) -> None:
    assert client.get(URL).json == {"jobs": []}
    signals: list[int] = []
    running = SimpleNamespace(poll=lambda: None, send_signal=signals.append)
    tree = client.console.own / "shop.bt"
    for number, at in (("1", 1.0), ("2", 2.0)):
        client.console.proofs._started[number] = ProofRun(number, "shop", tree, running, at)  # type: ignore[arg-type]
    assert [(job["id"], job["name"], job["running"]) for job in client.get(URL).json["jobs"]] == [
        ("2", "shop", True),
        ("1", "shop", True),
    ]
    assert client.get(f"{URL}/1").json["ready"] is False
    assert client.post(f"{URL}/1/end", role=Role.OPERATOR).json["code"] == "role"
    assert client.post(f"{URL}/1/end").status == 200
    assert len(signals) == 1
    assert client.get(f"{URL}/3").json["code"] == "no-proof"
