from scrapy_bt.console.access.policy import CONTENT_POLICY, HEADERS, WORKER_POLICY


def test_nothing_comes_from_elsewhere_and_nothing_is_written_into_pages() -> None:
    parts = dict(part.split(" ", 1) for part in CONTENT_POLICY.split("; "))
    assert parts["default-src"] == "'none'"
    assert {parts[f"{kind}-src"] for kind in ("script", "style", "connect", "worker", "frame")} == {"'self'"}
    assert parts["trusted-types"] == WORKER_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert "*" not in CONTENT_POLICY


def test_no_header_lets_other_origins_in() -> None:
    assert not any(name.startswith("access-control") for name, _ in HEADERS)
