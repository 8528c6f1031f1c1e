"""The Pygments lexer for `.bt` files."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from ..core.tree.keywords import CONSTANTS, KEYWORDS, WHAT_FOLLOWS
from ..core.tree.nodes import HOWS, KINDS, OUTCOMES
from ..core.tree.spelling import UNITS

_IN_ONE_PLACE = "|".join(f"{word}(?={after})" for word, after in WHAT_FOLLOWS.items())
_NAME = r"[^\W\d]\w*"
_SPACE = r"(\s*)"


class BtLexer(RegexLexer):
    """Behaviour trees of scrapy_bt."""

    name = "scrapy_bt"
    aliases: ClassVar[list[str]] = ["bt"]
    filenames: ClassVar[list[str]] = ["*.bt"]
    mimetypes: ClassVar[list[str]] = ["text/x-scrapy-bt"]

    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (
                rf"(state)(\s+)({_NAME}(?:\s*\|\s*{_NAME})*)?{_SPACE}(\{{)",
                bygroups(Keyword, Whitespace, Name.Function, Whitespace, Punctuation),
                "rows",
            ),
            include("common"),
        ],
        "common": [
            (r"[\s\ufeff]+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (rf"({_NAME}){_SPACE}(::)", bygroups(Name.Function, Whitespace, Operator)),
            (rf"(visit){_SPACE}([A-Z]+)\b(?!\s*::)", bygroups(Keyword, Whitespace, Name.Constant)),
            (rf"(as)(\s+)({'|'.join(KINDS)})\b", bygroups(Keyword, Whitespace, Keyword.Type)),
            (rf"(\[\[|\(\(){_SPACE}({_NAME})(?=\s*(?:=|\]\]|\)\)))", bygroups(Punctuation, Whitespace, Name.Function)),
            (rf"{_NAME}(?=\s*=(?!=))", Name.Variable),
            (_IN_ONE_PLACE, Keyword),
            (words(CONSTANTS, suffix=r"\b(?!\.)"), Keyword.Constant),
            (words(KEYWORDS, suffix=r"\b"), Keyword),
            (words(HOWS, suffix=r"\b(?=\s*[\"'])"), Name.Builtin),
            (rf"(:){_SPACE}({_NAME})", bygroups(Punctuation, Whitespace, Name.Function)),
            (rf"(page|now)\b((?:\.{_NAME})*)", bygroups(Name.Builtin.Pseudo, Name.Attribute)),
            (rf"({_NAME})((?:\.{_NAME}|\[[0-9]+\])*)", bygroups(Name, Name.Attribute)),
            (rf"\d+(?:\.\d+)?(?:{'|'.join(UNITS)})(?!\w)", Number),
            (r"\d+\.\d+", Number.Float),
            (r"\dxx\b", Number),
            (r"\d+", Number.Integer),
            (r"\"", String.Double, "double"),
            (r"'", String.Single, "single"),
            (r"[=!<>]=|[=!|&<>+\-*/%]", Operator),
            (r"[{}()\[\],:]", Punctuation),
            (r".", Text),
        ],
        "rows": [
            (r"\}", Punctuation, "#pop"),
            (words(OUTCOMES, suffix=r"\b"), Name.Exception),
            include("common"),
        ],
        "inside": [
            (r"\\[\"'\\ntr]|\\u\{[0-9A-Fa-f]{1,6}\}|\{\{|\}\}", String.Escape),
            (rf"\{{{_NAME}(?:\.{_NAME}|\[[0-9]+\])*\}}", String.Interpol),
        ],
        "double": [
            (r"\"", String.Double, "#pop"),
            include("inside"),
            (r"\\[^\n]|[^\"\\{}\n]+|[{}]", String.Double),
            default("#pop"),
        ],
        "single": [
            (r"'", String.Single, "#pop"),
            include("inside"),
            (r"\\[^\n]|[^'\\{}\n]+|[{}]", String.Single),
            default("#pop"),
        ],
    }
