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
        "list-in-expression",
        "lists and `{{ … }}` stand only in attributes",
        'write several assignments, or make a list with a source: `data css "…" all`',
        ("m :: and { x = [1] }", "m :: and { x = { a = 1 } }"),
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
        "argument-form",
        "arguments are given by their position, not by name",
        "write `:detail(link)`",
        ("m :: and { :a(b = 3) }", "m :: and { :a(b, c = 3) }"),
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
