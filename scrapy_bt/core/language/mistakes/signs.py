"""Mistakes of names, braces, quotes and single characters."""

from __future__ import annotations

from .mistake import EXTRA_BRACE, RESERVED_WORD, UNCLOSED_BLOCK, UNCLOSED_STRING, Mistake

SIGNS = (
    Mistake(
        EXTRA_BRACE,
        "this `}}` closes nothing",
        "remove it, or look above for a block that was closed too early",
        ("}", 'page :: visit "http://a" }', "main :: and { } }", "x :: data css 'a' }", "[[ a ]] }", "x :: visit }"),
    ),
    Mistake(
        "closed-too-early",
        "{met} is met where nothing is open any more",
        "look above for a block that was closed too early",
        ("[[ a ]] ]]", "(( a )) ))"),
    ),
    Mistake(
        RESERVED_WORD,
        "{met} is a word of the language and cannot be a name",
        "choose another name, such as `{word}_`",
        (
            "m :: and (end) { }",
            "m :: and (a, end) { }",
            "m :: and { :end }",
            "[[ data ]]",
            "(( item ))",
            "m :: and { x = 3 end = 4 }",
        ),
    ),
    Mistake(
        RESERVED_WORD,
        "{last} is a word of the language and cannot be a name",
        "choose another name, such as `{before}_`",
        ("m :: and { end = 3 }", "m :: and { while = 3 }", "m :: and { if = 3 }", "m :: and { state = 3 }"),
    ),
    Mistake(
        UNCLOSED_BLOCK,
        "this block is never closed",
        "write `}}` where it ends",
        ("m :: and { :a", "m :: and { while x { :a }\nn :: and { }", 'q :: item { a = css "b"', "state p { 404 = end"),
    ),
    Mistake(
        UNCLOSED_STRING,
        "this string does not end on its line",
        "close it with the quote that it begins with; a line break within is written `\\n`, a quote `\\{word}`",
        ('p :: visit "a', "p :: visit 'a", 'm :: and { x = "a }'),
    ),
    Mistake(
        "curly-quotes",
        "{met} is no quote of the language",
        "use the straight quotes \"…\" or '…'",
        (
            "p :: visit “a”",
            "p :: visit ‘a’",
            "p :: visit «a»",
            "p :: visit „a“",
            "m :: and { x = ”a” }",
            "m :: and { x = ’a’ }",
            "m :: and { x = `a` }",
        ),
    ),
    Mistake(
        "semicolon",
        "`;` means nothing here",
        "leave it out: nothing has to stand between statements",
        ("m :: and { :a; :b }",),
    ),
    Mistake(
        "malformed-number",
        "this is no number",
        "write `3`, `1.5`, a duration such as `1.5s`, or, in a state table, a code such as `404` or `5xx`",
        ("m :: and { x = 3x }", "m :: and { x = 1.2.3 }", "m :: and { x = 4. }", "m :: and { x = 1_000 }"),
    ),
    Mistake(
        "lonely-dot",
        "a dot stands between names only, without spaces",
        "write `page.url`, `row.id` or `0.5`",
        ("m :: and { x = a . b }", "m :: and { x = .5 }", "m :: and { x = page. }"),
    ),
    Mistake(
        "other-comment",
        "a comment begins with `#`",
        "write `# …`",
        ("// text", "m :: and { // text\n}", "m :: and { :a // text\n}", "m :: and { /* text */ }", "/* text */"),
    ),
    Mistake(
        "dollar",
        "{met} means nothing here",
        'a variable is its name alone; in a string it stands in braces: `"/page/{{name}}"`',
        ("m :: and { x = $y }",),
    ),
)
