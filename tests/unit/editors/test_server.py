from lsprotocol import types as lsp
from pygls.workspace import PositionCodec, TextDocument

from scrapy_bt.core.services import rules, trees
from scrapy_bt.editors.server import _Asked, make_server


def _service(uri, text, language):
    return _Asked(TextDocument(uri, text, language_id=language, position_codec=PositionCodec())).service


def test_each_kind_of_file_has_who_answers():
    assert _service("file:///a/shop.bt", "", None) is trees
    assert _service("untitled:1", "", "bt") is trees
    assert _service("file:///a/news.yaml", "# mine\n\nrule: News\n", "yaml") is rules
    assert _service("file:///a/docker.yaml", "services:\n  rule: x\n", "yaml") is None


def test_the_server_offers_what_the_documentation_says():
    features = make_server().protocol.fm.features
    for name in (
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.TEXT_DOCUMENT_HOVER,
        lsp.TEXT_DOCUMENT_DEFINITION,
        lsp.TEXT_DOCUMENT_REFERENCES,
        lsp.TEXT_DOCUMENT_RENAME,
        lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
        lsp.TEXT_DOCUMENT_FORMATTING,
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lsp.TEXT_DOCUMENT_CODE_ACTION,
    ):
        assert name in features
