import re

from scrapy_bt.console.foreign.frame import frame


def test_only_our_script_may_run_and_nothing_may_be_fetched() -> None:
    answer = frame("<p>x</p>", theme="dark")
    policy = answer.headers["content-security-policy"]
    nonce = re.search(r"script-src 'nonce-([\w-]{20,})'", policy)
    assert nonce is not None
    assert policy.startswith("sandbox allow-scripts; default-src 'none';")
    assert "allow-same-origin" not in policy
    body = bytes(answer.body).decode()
    assert body.count("<script") == body.count(f'<script nonce="{nonce[1]}">') == 1
    assert '<html data-theme="dark">' in body
    assert "<p>x</p>" in body


def test_each_frame_has_a_nonce_of_its_own() -> None:
    first, second = (frame("", theme="auto").headers["content-security-policy"] for _ in range(2))
    assert first != second
