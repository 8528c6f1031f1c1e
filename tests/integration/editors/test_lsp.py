"""The language server as an editor has it: a process of its own, spoken to over its standard input and output."""

import asyncio
import sys

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient
from pygls.workspace import PositionCodec

from scrapy_bt.core.documents.pieces import TextEdit, put
from scrapy_bt.core.language.formatter import format_text
from scrapy_bt.editors.positions import Positions
from tests.rulefiles import NEWS

SHOP = """\
page :: visit "https://shop.test{path}"
quote :: item { text = css "b" }
main :: and (path = "/") {
    :pgae
    :quote   print "😀 {path}"
}
"""
URI = "file:///shop.bt"


class _Editor:
    """What an editor does with one document."""

    def __init__(self):
        self.client = LanguageClient("test", "1")
        self._told = asyncio.Queue()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params):
            self._told.put_nowait(list(params.diagnostics))

    async def begin(self, folder):
        await self.client.start_io(sys.executable, "-m", "scrapy", "bt", "lsp", cwd=folder)
        result = await self.client.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=folder.as_uri())
        )
        self.client.initialized(lsp.InitializedParams())
        return result

    async def open(self, uri, text, language="bt"):
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text)))
        return await self.faults()

    async def faults(self):
        return await self._told.get()

    async def end(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def _converse(conversation, folder):
    async def whole():
        editor = _Editor()
        result = await editor.begin(folder)
        try:
            await conversation(editor, result)
        finally:
            await editor.end()

    asyncio.run(whole())


def _at(line, character):
    return {"text_document": lsp.TextDocumentIdentifier(URI), "position": lsp.Position(line, character)}


def test_an_editor_gets_faults_and_everything_else_about_a_tree(tmp_path):
    async def conversation(editor, result):
        assert result.server_info.name == "scrapy_bt"
        client = editor.client
        faults = await editor.open(URI, SHOP)
        (fault,) = (fault for fault in faults if fault.severity == lsp.DiagnosticSeverity.Error)
        assert (fault.code, fault.range.start.line) == ("unknown-name", 3)
        items = await client.text_document_completion_async(lsp.CompletionParams(**_at(3, 5)))
        assert {"page", "quote", "main"} == {item.label for item in items}
        hover = await client.text_document_hover_async(lsp.HoverParams(**_at(4, 7)))
        assert 'css "b"' in hover.contents.value
        place = await client.text_document_definition_async(lsp.DefinitionParams(**_at(4, 7)))
        assert (place.range.start.line, place.range.end.character) == (1, 5)
        # Behind a sign of two UTF-16 units.
        found = await client.text_document_references_async(
            lsp.ReferenceParams(context=lsp.ReferenceContext(True), **_at(4, 25))
        )
        assert [(one.range.start.line, one.range.start.character) for one in found] == [(0, 33), (2, 13), (4, 24)]
        edit = await client.text_document_rename_async(lsp.RenameParams(new_name="start", **_at(2, 14)))
        assert [change.new_text for change in edit.changes[URI]] == ["start"] * 3
        document = lsp.TextDocumentIdentifier(URI)
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert [symbol.name for symbol in symbols] == ["page", "quote", "main"]
        tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert list(tokens.data[:5]) == [0, 0, 4, 1, 0]
        (layout,) = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True))
        )
        places = Positions(SHOP, PositionCodec())
        piece = TextEdit(places.offset(layout.range.start), places.offset(layout.range.end), layout.new_text)
        assert put(SHOP, [piece]) == format_text(SHOP)
        (action,) = await client.text_document_code_action_async(
            lsp.CodeActionParams(document, fault.range, lsp.CodeActionContext([]))
        )
        assert action.title == "Write `page`"
        (mending,) = action.edit.changes[URI]
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(2, URI),
                [lsp.TextDocumentContentChangePartial(mending.range, mending.new_text)],
            )
        )
        assert not [fault for fault in await editor.faults() if fault.severity == lsp.DiagnosticSeverity.Error]
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))
        assert await editor.faults() == []

    _converse(conversation, tmp_path)


def test_an_editor_gets_the_same_about_a_rule_file(tmp_path):
    async def conversation(editor, _):
        uri = "file:///rules/news.yaml"
        faults = await editor.open(uri, NEWS.replace("next: more", "next: mroe"), "yaml")
        assert [fault.code for fault in faults] == ["unknown-tag"]
        document = lsp.TextDocumentIdentifier(uri)
        symbols = await editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert [symbol.name for symbol in symbols] == ["list", "article", "articles"]
        other = await editor.open("file:///docker.yaml", "services: [", "yaml")
        assert other == []

    _converse(conversation, tmp_path)


def test_a_name_that_is_taken_is_refused_with_the_reason(tmp_path):
    async def conversation(editor, _):
        await editor.open(URI, SHOP)
        with pytest.raises(Exception, match="there is a node `quote` already"):
            await editor.client.text_document_rename_async(lsp.RenameParams(new_name="quote", **_at(0, 1)))

    _converse(conversation, tmp_path)


def test_what_a_file_includes_is_read_beside_it(tmp_path):
    (tmp_path / "login.bt").write_text('form :: visit "https://shop.test/login"\nlogin :: and { :form }\n')
    (tmp_path / "broken.bt").write_text("x :: visit visit\n")

    async def conversation(editor, _):
        uri = (tmp_path / "shop.bt").as_uri()
        assert await editor.open(uri, 'include "login.bt"\nmain :: and { :login }\n') == []
        (fault,) = await editor.open(uri, 'include "broken.bt"\nmain :: and { visit "https://shop.test/" }\n')
        assert fault.range.start == lsp.Position(0, 0)

    _converse(conversation, tmp_path)


def test_what_a_file_includes_is_found_and_its_faults_are_told(tmp_path):
    (tmp_path / "common").mkdir()
    login = tmp_path / "common" / "login.bt"
    login.write_text('# 😀\nlogin :: visit "https://shop.test/login"\nsession :: and { :logn }\n')
    text = '\ninclude "common/login.bt"\nmain :: and { :session }\n'
    shop = tmp_path / "shop.bt"
    shop.write_text(text)

    async def conversation(editor, _):
        (fault,) = await editor.open(shop.as_uri(), text)
        assert (fault.range.start.line, fault.code) == (1, "unknown-name")
        where = {"text_document": lsp.TextDocumentIdentifier(shop.as_uri()), "position": lsp.Position(2, 17)}
        place = await editor.client.text_document_definition_async(lsp.DefinitionParams(**where))
        assert (place.uri, place.range.start.line, place.range.end.character) == (login.as_uri(), 2, 7)

    _converse(conversation, tmp_path)
