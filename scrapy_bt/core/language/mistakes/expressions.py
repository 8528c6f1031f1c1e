"""Mistakes of expressions and calls."""

from __future__ import annotations

from .mistake import Mistake

EXPRESSIONS = (
    Mistake(
        "assignment-without-value",
        "the value is missing after `=`, before `{word}`",
        "write `x = 3`, `x = y + 1` or `x = :node`",
        ("m :: and { x = y = 3 }", "m :: and { x = while y { } }"),
        by_state=("m :: and { x = }",),
    ),
    Mistake(
        "duration-in-expression",
        "a duration cannot be computed with",
        "write the number of seconds; `now` is the time in seconds",
        ("m :: and { x = 30m }", "m :: and { x = now + 30m }", "m :: and { if 3s < x { } }"),
    ),
    Mistake(
        "table-in-expression",
        "`{{ name = value }}` stands only in attributes",
        "write several assignments, or give the values as arguments: `:node(name = value)`; what a visit sends"
        ' stands in braces behind its URL: `visit "…" {{ headers = {{ … }} }}`',
        ("m :: and { x = { a = 1 } }", "m :: and { :a({ b = 1 }) }", "m :: and { x = [{ a = 1 }] }"),
    ),
    Mistake(
        "missing-operand",
        "after `{before}` a value is missing, before `{word}`",
        "write it, or remove `{before}`; `!=`, `<=`, `>=` and `==` are written without a space",
        (),
        by_state=(
            "m :: and { a | }",
            "m :: and { a & }",
            "m :: and { a + }",
            "m :: and { a - }",
            "m :: and { a * }",
            "m :: and { a < }",
            "m :: and { a == }",
            "m :: and { if a { } ! }",
            "m :: and { x = -}",
        ),
    ),
    Mistake(
        "doubled-operator",
        "`{word}` is written once",
        "write `a & b` for and, `a | b` for or",
        ("m :: and { a && b }", "m :: and { a || b }"),
    ),
    Mistake(
        "changing-assignment",
        "there is no `{before}{word}`",
        "write `x = x {before} 1`",
        ("m :: and { a += 1 }", "m :: and { a -= 1 }", "m :: and { a *= 1 }", "m :: and { a ++ }"),
    ),
    Mistake(
        "chained-comparison",
        "comparisons cannot be chained",
        "write `a < b & b < c`",
        ("m :: and { a < b < c }", "m :: and { a == b == c }"),
    ),
    Mistake(
        "word-for-sign",
        "between expressions `{word}` is a sign",
        "write `a & b` for and, `a | b` for or; `and {{ … }}` and `or {{ … }}` are blocks",
        (
            "m :: and { if a and b { } }",
            "m :: and { if a or b { } }",
            "m :: and { while a and b { } }",
            "m :: and { x = (a or b) }",
        ),
    ),
    Mistake(
        "call-form",
        "after `:` comes the name of a node, not `{word}`",
        "write `:page` or `:detail(link)`; a variable is assigned with `=`",
        ("m :: and { : }", 'm :: and { :"page" }', "m :: and { x := 3 }", "m :: and { :page.url }"),
        by_state=("m :: and { :3 }", "state p { 404 = : }"),
    ),
    Mistake(
        "visit-as-value",
        "`{word}` is no value",
        'write `visit "…"` and `item {{ … }}` as statements of their own; a source has values: `x = css "…"`',
        (
            'm :: and { x = visit "a" }',
            "m :: and { if visit { } }",
            'm :: and { while x = visit "a" { } }',
            "m :: and { :a(item { }) }",
            'm :: and { !visit "a" }',
            'm :: and { a | visit "a" }',
        ),
    ),
    Mistake(
        "data-as-value",
        "within a tree a source stands without `data`",
        'write `x = css "…"`',
        ('m :: and { x = data css "a" }', 'm :: and { while x = data css "a" { } }', 'm :: and { :a(data css "a") }'),
    ),
    Mistake(
        "as-behind-from",
        "`{word}` comes too late here",
        'write `css "…" all as url from x`',
        ('m :: and { x = css "a" from y as url }', 'm :: and { x = css "a" from y all }'),
    ),
    Mistake(
        "missing-kind",
        "after `as` comes what the value is turned into, not `{word}`",
        "write `x.price as number`; kinds are `text`, `number`, `integer`, `url` and `json`",
        ('m :: and { x = y as "number" }',),
        by_state=("m :: and { x = y as }",),
    ),
    Mistake(
        "list-form",
        "the entries of a list stand between `[` and `]`, with commas",
        "write `[a, b]`",
        ("m :: and { x = [a }",),
        by_state=("m :: and { x = [a b] }", "m :: and { x = [a, b }"),
    ),
    Mistake(
        "list-form",
        "an entry is missing before `{word}`",
        "write `[a, b]`",
        ("m :: and { x = [, a] }",),
        by_state=("m :: and { x = [a,] }", "m :: and { x = [ }"),
    ),
    Mistake(
        "argument-form",
        "an argument by name is written with `=`",
        "write `:detail(link = url)`",
        ("m :: and { :a(b: c) }", "m :: and { :a(b, c: 3) }"),
    ),
    Mistake(
        "argument-without-value",
        "the argument has no value before `{word}`",
        "write `:detail(link = url)`",
        ("m :: and { :a(b = ) }",),
        by_state=("m :: and { :a(b = , c) }",),
    ),
    Mistake(
        "arguments-unclosed",
        "between arguments stand commas, and `)` ends them",
        "write `:detail(a, b)`",
        ("m :: and { :a(b }",),
        by_state=("m :: and { :a(b c) }", "m :: and { :a(b, c }"),
    ),
    Mistake(
        "argument-missing",
        "an argument is missing before `{word}`",
        "write `:detail(a, b)`",
        ("m :: and { :a(,b) }",),
        by_state=("m :: and { :a(b,) }", "m :: and { :a( }"),
    ),
    Mistake(
        "parenthesis-unclosed",
        "`)` is missing before `{word}`",
        "write `(a | b) & c`",
        ("m :: and { (a | b }", "m :: and { x = (a }"),
        by_state=("m :: and { (a b) }",),
    ),
    Mistake(
        "parenthesis-empty",
        "a value is missing after `(`",
        "write `(a | b) & c`",
        ("m :: and { () }",),
        by_state=("m :: and { ( }",),
    ),
    Mistake(
        "parenthesis-extra",
        "this `{word}` closes nothing",
        "remove it, or open it before",
        ("m :: and { a) }", "m :: and { ) }", "m :: and { x = a ] }", "m :: and { ] }"),
    ),
)
