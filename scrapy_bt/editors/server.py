"""The language server of `.bt` and rule files (Language Server Protocol 3.17, over standard input and output)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from ..core.documents.pieces import TextEdit, UneditableError
from ..core.language.spans import Span
from ..core.services import rules, trees
from ..core.services.answers import TOKEN_TYPES, FileLookups, LanguageService, LineStarts, Symbol, difference, fixes
from ..crawl.project.trees import RuleTexts, files_beside
from ..errors import Fault, RuleError
from .positions import Positions

_DELAY = 0.15
"""Seconds after the last key until the faults are told."""
_RULE = re.compile(r"^\ufeff?(?:[ \t]*(?:#[^\n]*)?\n)*rule[ \t]*:")
_COMPLETION_KINDS = {
    "node": lsp.CompletionItemKind.Function,
    "variable": lsp.CompletionItemKind.Variable,
    "keyword": lsp.CompletionItemKind.Keyword,
    "field": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "table": lsp.CompletionItemKind.Struct,
}
_SYMBOL_KINDS = {
    "node": lsp.SymbolKind.Function,
    "variable": lsp.SymbolKind.Variable,
    "keyword": lsp.SymbolKind.Key,
    "field": lsp.SymbolKind.Field,
    "value": lsp.SymbolKind.EnumMember,
    "table": lsp.SymbolKind.Struct,
}
_LEGEND = lsp.SemanticTokensLegend(token_types=list(TOKEN_TYPES), token_modifiers=[])


class _Asked:
    """One document at the moment of a question."""

    def __init__(self, document: TextDocument) -> None:
        self.text = document.source
        self.file = unquote(urlsplit(document.uri).path) or document.uri
        self.places = Positions(self.text, document.position_codec)
        self.service = _service_of(document, self.text)
        path = Path(self.file)
        self.beside = (
            FileLookups(files_beside(path), RuleTexts(path.parent)) if document.uri.startswith("file:") else None
        )

    def faults(self) -> list[Fault]:
        """The faults of the document and of what it includes."""
        return [] if self.service is None else self.service.check(self.text, self.file, self.beside)

    def range_of(self, fault: Fault) -> lsp.Range:
        """Where it is told: what is in another file, at what includes it."""
        if fault.place.file == self.file:
            return self.places.range(LineStarts(self.text).span(fault.place))
        found = None if self.service is None else self.service.inclusion(self.text, self.file, fault.place.file)
        return self.places.range(found or Span(0, 0))

    def edits(self, pieces: list[TextEdit]) -> list[lsp.TextEdit]:
        """The pieces as changes."""
        return [lsp.TextEdit(self.places.range(Span(start, end)), text) for start, end, text in pieces]


def _service_of(document: TextDocument, text: str) -> LanguageService | None:
    """Who answers for a document; nobody for YAML files that are no rules."""
    found: ModuleType | None = None
    if document.language_id == "bt" or document.uri.endswith(".bt"):
        found = trees
    elif document.language_id == "bt-rule" or _RULE.match(text):
        found = rules
    return cast("LanguageService | None", found)


class _LanguageServer(LanguageServer):
    """Knows which documents wait to be looked through."""

    def __init__(self) -> None:
        super().__init__("scrapy_bt", version("scrapy_bt"))
        self.waiting: dict[str, asyncio.TimerHandle] = {}

    def asked(self, uri: str) -> _Asked:
        """The document as it is now."""
        return _Asked(self.workspace.get_text_document(uri))

    def forget(self, uri: str) -> None:
        """Do not look it through."""
        if uri in self.waiting:
            self.waiting.pop(uri).cancel()

    def tell_faults(self, uri: str) -> None:
        """Send the faults of a document, also when there are none any more."""
        self.waiting.pop(uri, None)
        one = self.asked(uri)
        told = [_diagnostic(fault, one.range_of(fault)) for fault in one.faults()]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))


def _open(ls: _LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
    ls.tell_faults(params.text_document.uri)


async def _change(ls: _LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.forget(uri)
    ls.waiting[uri] = asyncio.get_running_loop().call_later(_DELAY, ls.tell_faults, uri)


def _close(ls: _LanguageServer, params: lsp.DidCloseTextDocumentParams) -> None:
    ls.forget(params.text_document.uri)
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _complete(ls: _LanguageServer, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
    one = ls.asked(params.text_document.uri)
    found = one.service.complete(one.text, one.places.offset(params.position), one.beside) if one.service else []
    return [
        lsp.CompletionItem(
            word.label,
            kind=_COMPLETION_KINDS[word.kind],
            detail=word.detail or None,
            insert_text=word.text or None,
        )
        for word in found
    ]


def _hover(ls: _LanguageServer, params: lsp.HoverParams) -> lsp.Hover | None:
    one = ls.asked(params.text_document.uri)
    found = one.service.hover(one.text, one.places.offset(params.position), one.beside) if one.service else None
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), one.places.range(found.span))


def _define(ls: _LanguageServer, params: lsp.DefinitionParams) -> lsp.Location | None:
    one = ls.asked(params.text_document.uri)
    if one.service is None:
        return None
    offset = one.places.offset(params.position)
    here = one.service.definition(one.text, offset)
    if here is not None:
        return lsp.Location(params.text_document.uri, one.places.range(here))
    found = one.service.definition_elsewhere(one.text, offset, one.beside) if one.beside is not None else None
    if found is None:
        return None
    uri = (Path(one.file).parent / found.file).resolve().as_uri()
    codec = ls.workspace.get_text_document(params.text_document.uri).position_codec
    return lsp.Location(uri, Positions(found.text, codec).range(found.span))


def _refer(ls: _LanguageServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    one = ls.asked(params.text_document.uri)
    found = one.service.references(one.text, one.places.offset(params.position)) if one.service else []
    return [lsp.Location(params.text_document.uri, one.places.range(span)) for span in found]


def _rename(ls: _LanguageServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    one = ls.asked(params.text_document.uri)
    if one.service is None:
        return None
    try:
        pieces = one.service.rename(one.text, one.places.offset(params.position), params.new_name)
    except UneditableError as error:
        raise JsonRpcInvalidParams(str(error)) from None
    return lsp.WorkspaceEdit(changes={params.text_document.uri: one.edits(pieces)})


def _outline(ls: _LanguageServer, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    one = ls.asked(params.text_document.uri)
    return [_symbol(symbol, one.places) for symbol in (one.service.symbols(one.text) if one.service else [])]


def _lay_out(ls: _LanguageServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    one = ls.asked(params.text_document.uri)
    if one.service is None:
        return []
    try:
        return one.edits(difference(one.text, one.service.formatted(one.text)))
    except RuleError:
        return []  # its faults are shown


def _colour(ls: _LanguageServer, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    one = ls.asked(params.text_document.uri)
    return lsp.SemanticTokens(_encoded(one) if one.service is not None else [])


def _mend(ls: _LanguageServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    one = ls.asked(params.text_document.uri)
    if one.service is None:
        return []
    first, last = one.places.offset(params.range.start), one.places.offset(params.range.end)
    here = [fault for fault in one.faults() if fault.place.file == one.file]
    return [
        lsp.CodeAction(
            fix.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=[_diagnostic(fix.fault, one.range_of(fix.fault))],
            edit=lsp.WorkspaceEdit(changes={params.text_document.uri: one.edits([fix.piece])}),
        )
        for fix in fixes(one.text, here)
        if fix.piece.start <= last and first <= fix.piece.end
    ]


_FEATURES: tuple[tuple[str, Callable[..., Any], Any], ...] = (
    (lsp.TEXT_DOCUMENT_DID_OPEN, _open, None),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, _change, None),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, _close, None),
    (lsp.TEXT_DOCUMENT_COMPLETION, _complete, lsp.CompletionOptions(trigger_characters=[*":{[(. "])),
    (lsp.TEXT_DOCUMENT_HOVER, _hover, None),
    (lsp.TEXT_DOCUMENT_DEFINITION, _define, None),
    (lsp.TEXT_DOCUMENT_REFERENCES, _refer, None),
    (lsp.TEXT_DOCUMENT_RENAME, _rename, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _outline, None),
    (lsp.TEXT_DOCUMENT_FORMATTING, _lay_out, None),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _colour, _LEGEND),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, _mend, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
)


def make_server() -> LanguageServer:
    """A server that waits for its `start_io()`."""
    server = _LanguageServer()
    for name, answer, options in _FEATURES:
        server.feature(name, options)(answer)
    return server


def _diagnostic(fault: Fault, place: lsp.Range) -> lsp.Diagnostic:
    severity = lsp.DiagnosticSeverity.Warning if fault.is_warning else lsp.DiagnosticSeverity.Error
    message = f"{fault.message}\n{fault.advice}" if fault.advice else fault.message
    return lsp.Diagnostic(place, message, severity=severity, code=fault.code, source="scrapy bt")


def _symbol(symbol: Symbol, places: Positions) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        symbol.name or "…",
        _SYMBOL_KINDS[symbol.kind],
        places.range(symbol.span),
        places.range(symbol.name_span),
        detail=symbol.detail or None,
        children=[_symbol(child, places) for child in symbol.children],
    )


def _encoded(one: _Asked) -> list[int]:
    """The words as numbers, each five counted from the word before."""
    assert one.service is not None, "who asks has looked"
    data: list[int] = []
    line = column = 0
    for token in one.service.tokens(one.text):
        place = one.places.range(token.span)
        if place.start.line != place.end.line:
            continue
        delta = place.start.line - line
        begin = place.start.character if delta else place.start.character - column
        data += [delta, begin, place.end.character - place.start.character, TOKEN_TYPES.index(token.type), 0]
        line, column = place.start.line, place.start.character
    return data
