from scrapy_bt.core.inference.growth import grow
from scrapy_bt.core.inference.growth.grown import print_grown, stubs_as_data
from scrapy_bt.core.language.parser import parse
from tests import conclusions


def test_the_text_says_what_the_document_says_with_its_comments():
    grown = grow(conclusions.quotes())
    text = print_grown(grown)
    assert parse(text) == grown.document
    for comment in grown.comments:
        assert all(f"# {line}" in text for line in comment.text.splitlines())


def test_what_is_known_of_stubs_is_plain_data():
    stubs = {stub["name"]: stub for stub in stubs_as_data(grow(conclusions.signed()))}
    assert set(stubs) == {"data_xsrf_token", "data_signature", "data_day", "data_nonce"}
    assert stubs["data_nonce"] == {
        "name": "data_nonce",
        "template": "data/random",
        "inputs": ["random", "length"],
        "facts": {"length": 16},
        "evidence": "",
    }
    assert stubs["data_signature"]["evidence"] == "the hash of the user and the cookie XSRF-TOKEN"
