"""Mistakes of statements and blocks."""

from __future__ import annotations

from .mistake import Mistake

STATEMENTS = (
    Mistake(
        "else-without-if",
        "this `else` belongs to no `if`",
        "write `if condition {{ … }} else {{ … }}`",
        ("m :: and { else { } }", "m :: and { :a else { } }"),
    ),
    Mistake(
        "brace-without-keyword",
        "this block has no keyword",
        "write `while …`, `if …`, `else`, `serial`, `and`, `or`, `async` or `goroutine` before `{{`; values are gone"
        " through with `while x = :node {{ … }}`",
        (
            "m :: and { { } }",
            "m :: and { a { } }",
            "m :: and { :a { } }",
            "m :: and { a = 3 { } }",
            "m :: and { (a) { } }",
        ),
    ),
    Mistake(
        "source-in-tree",
        "a source cannot stand within a tree",
        'declare it, `name :: data {word} "…"`, and write `x = :name`',
        (
            'm :: and { x = css "a" }',
            'm :: and { css "a" }',
            'm :: and { while x = css "a" { } }',
            'm :: and { if css "a" { } }',
        ),
    ),
    Mistake(
        "declaration-in-tree",
        "`{word}` cannot stand within a tree",
        "declare it outside, `name :: {word} …`, and call it with `:name`",
        ('m :: and { visit "a" }', "m :: and { item { } }", "m :: and { data }", "m :: and { x = visit }"),
    ),
    Mistake(
        "state-in-tree",
        "within a tree `state` changes the task's own state",
        "write `state wait`, `state pause` or `state stop`; a state table stands outside of the trees",
        ("m :: and { state page { } }", "m :: and { state end }"),
        by_state=("m :: and { state }",),
    ),
    Mistake(
        "while-without-condition",
        "the condition is missing between `{before}` and `{word}`",
        "write `while x {{ … }}` or `while x = :node {{ … }}`; for a loop without end `while true {{ … }}`",
        ("m :: and { while { } }", "m :: and { while while }"),
        by_state=("m :: and { while }",),
    ),
    Mistake(
        "if-without-condition",
        "the condition is missing between `{before}` and `{word}`",
        "write `if x {{ … }}`",
        ("m :: and { if { } }", "m :: and { if else }"),
        by_state=("m :: and { if }",),
    ),
    Mistake(
        "condition-takes-call",
        "in a condition `x = …` takes the values of a node, not `{word}`",
        "write `while x = :node {{ … }}`; two values are compared with `==`",
        ('m :: and { if x = "a" { } }', "m :: and { if x = y { } }", "m :: and { if x = (:a) { } }"),
        by_state=("m :: and { while x = 3 { } }",),
    ),
    Mistake(
        "missing-block",
        "after the condition comes a block in braces, not `{word}`",
        "write `while condition {{ … }}` or `if condition {{ … }}`; `!x` is not, `a & b` is and, `a | b` is or",
        (
            "m :: and { while a :b }",
            "m :: and { if not x { } }",
            "m :: and { if a }",
            "m :: and { if a b }",
            "m :: and { if a then }",
            "m :: and { while x = :a & b { } }",
        ),
        by_state=("m :: and { while a }", "m :: and { if x = :a b }"),
    ),
    Mistake(
        "missing-block",
        "after `{before}` comes a block in braces, not `{word}`",
        "write `{before} {{ … }}`",
        (),
        by_state=(
            "m :: and { goroutine :a }",
            "m :: and { async :a }",
            "m :: and { or :a }",
            "m :: and { serial :a }",
            "m :: and { and :a }",
            "m :: and { if a { } else :b }",
        ),
    ),
    Mistake(
        "semicolon-or-comma",
        "statements follow one another without `{word}`",
        "leave it out",
        (
            "m :: and { :a, :b }",
            "m :: and { x = 3, y = 4 }",
            "m :: and { end, }",
            "m :: and { , }",
            "m :: and { state stop, }",
        ),
    ),
)
