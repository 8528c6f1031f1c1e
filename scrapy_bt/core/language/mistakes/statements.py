"""Mistakes of statements and blocks."""

from __future__ import annotations

from .mistake import Mistake

STATEMENTS = (
    Mistake(
        "else-without-if",
        "this `else` belongs to no `if`",
        "write `if condition {{ … }} else {{ … }}`",
        ("m :: and { else { } }", "m :: and { :a else { } }", 'm :: and { visit "a" else { } }'),
    ),
    Mistake(
        "choice-as-value",
        "there is no {met} between values",
        "write `if a {{ x = b }} else {{ x = c }}`; `a | b` is `a`, or `b` where `a` is not there",
        ("m :: and { x = 1 if a else b }",),
    ),
    Mistake(
        "each-without-source",
        "`each` stands behind `item`",
        'write `item each css "…" {{ name = css "…" }}`',
        (
            'm :: and { each css "a" { } }',
            'm :: and { :a each css "b" { } }',
            'm :: and { visit "a" each css "b" { } }',
        ),
    ),
    Mistake(
        "brace-without-keyword",
        "this block has no keyword",
        "write `while …`, `if …`, `else`, `serial`, `and`, `or`, `async` or `goroutine` before `{{`; values are gone"
        " through with `while x = :node {{ … }}`, a list with `while x = list {{ … }}`",
        (
            "m :: and { { } }",
            "m :: and { a { } }",
            "m :: and { :a { } }",
            "m :: and { a = 3 { } }",
            "m :: and { (a) { } }",
        ),
    ),
    Mistake(
        "data-as-value",
        "within a tree a source stands without `data`",
        'write `x = css "…"`',
        ('m :: and { data css "a" }', "m :: and { data }"),
    ),
    Mistake(
        "limit-form",
        "after `within` comes a duration, not {met}",
        "write `and within 30s {{ … }}`; units are `ms`, `s`, `m`, `h` and `d`",
        (
            "m :: and { or within 30 { } }",
            'm :: and { and within "30s" { } }',
            "m :: and within 30 { }",
            'm :: and (a) within "1m" { }',
        ),
        by_state=("m :: and { and within { } }", "m :: and within { }", "m :: and (a) within x { }"),
    ),
    Mistake(
        "missing-block",
        "after the limit comes a block in braces, not {met}",
        "write `and within 30s {{ … }}`",
        (),
        by_state=("m :: and { and within 3s :a }", "m :: and within 3s :a", "m :: and (a) within 3s"),
    ),
    Mistake(
        "visit-without-url",
        "after `visit` comes a URL in quotes, not {met}",
        'write `visit "https://host/{{name}}"`, or `visit "{{link}}"` for a URL that a variable holds; a method stands'
        ' before it in capitals: `visit POST "https://…"`',
        ("m :: and { visit }", "m :: and { visit :a }", "m :: and { visit link }", "m :: and { visit (link) }"),
        by_state=("m :: and { visit 3 }", "m :: and { visit POST }"),
    ),
    Mistake(
        "item-without-fields",
        "the fields of an item stand in braces",
        'write `item {{ name = css "…" }}`; an item within a tree has no name',
        ('m :: and { item css "a" }', "m :: and { item quote { } }", "m :: and { item }"),
        by_state=("m :: and { item :a }",),
    ),
    Mistake(
        "each-without-source",
        "after `each` comes a source",
        'write `item each css "…" {{ … }}`; a variable is gone through by a loop: `while row = rows {{ item {{ name ='
        ' css "…" from row }} }}`',
        ('m :: and { item each "a" { } }', "m :: and { item each rows { } }"),
        by_state=("m :: and { item each { } }",),
    ),
    Mistake(
        "each-without-fields",
        "the fields of an item stand in braces",
        'write `item each css "…" {{ name = css "…" }}`',
        ('m :: and { item each css "a" }',),
        by_state=('m :: and { item each css "a" :b }',),
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
        "the condition is missing between {last} and {met}",
        "write `while x {{ … }}` or `while x = :node {{ … }}`; for a loop without end `while true {{ … }}`",
        ("m :: and { while { } }", "m :: and { while while }"),
        by_state=("m :: and { while }",),
    ),
    Mistake(
        "if-without-condition",
        "the condition is missing between {last} and {met}",
        "write `if x {{ … }}`",
        ("m :: and { if { } }", "m :: and { if else }"),
        by_state=("m :: and { if }",),
    ),
    Mistake(
        "condition-without-value",
        "after `=` comes what the condition takes, not {met}",
        "write `while x = list {{ … }}` or `while x = :node {{ … }}`; two values are compared with `==`",
        ("m :: and { while x = { } }", "m :: and { if x = { } }"),
        by_state=("m :: and { while x = }",),
    ),
    Mistake(
        "missing-block",
        "after the condition comes a block in braces, not {met}",
        "write `while condition {{ … }}` or `if condition {{ … }}`; `!x` is not, `a & b` is and, `a | b` is or;"
        " a loop over a list is `while x = list {{ … }}`",
        (
            "m :: and { while a :b }",
            "m :: and { if a }",
            "m :: and { if a b }",
        ),
        by_state=("m :: and { while a }", "m :: and { if x = :a b }"),
    ),
    Mistake(
        "missing-block",
        "after {last} comes a block in braces, not {met}",
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
        "statements follow one another without {met}",
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
