import json

from scrapy_bt.console.refusals import Refusal, refuse


def test_every_refusal_has_the_same_shape() -> None:
    refusal = Refusal(409, "plan", "it does not hold", advice="ask again", place="shop.bt:1:2")
    assert (refusal.response.status_code, str(refusal)) == (409, "it does not hold")
    assert json.loads(bytes(refusal.response.body)) == {
        "code": "plan", "message": "it does not hold", "advice": "ask again", "place": "shop.bt:1:2"
    }  # fmt: skip
    assert set(json.loads(bytes(refuse(404, "x", "y").body))) == {"code", "message", "advice", "place"}
