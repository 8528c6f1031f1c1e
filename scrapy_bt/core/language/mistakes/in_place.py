"""Mistakes with what is written in place, with limits, groups and other files."""

from __future__ import annotations

from .mistake import Mistake

IN_PLACE = (
    Mistake(
        "from-in-declaration",
        "a declared node reads a variable by its attribute, not by `from` behind its source",
        'write `data css "…" {{ from = x }}`; within a tree: `y = css "…" from x`',
        ('links :: data css "a" from x',),
    ),
    Mistake(
        "each-from",
        "an item goes over what stands on the page, not over a variable",
        'go over its parts in a loop: `while c = css "…" all from x {{ item {{ name = css "…" from c }} }}`',
        ('m :: and { item each css "a" from x { } }', 'q :: item each css "a" from x { }'),
    ),
    Mistake(
        "second-as",
        "a value is converted once",
        'write one kind: `css "…" as number`',
        ('m :: and { x = css "a" as text as number }', "m :: and { x = y as text as number }"),
    ),
    Mistake(
        "include-form",
        "another file is included by its path in quotes, and {met} does not belong to it",
        'write `include "login.bt"`, one for each file',
        ('include "a", "b"', 'include "a" as b'),
    ),
    Mistake(
        "limit-form",
        "after `within` comes a duration, not {met}",
        "write `goroutine and within 30s {{ … }}`; units are `ms`, `s`, `m`, `h` and `d`",
        (
            "m :: and { goroutine or within 30 { } }",
            'm :: and { goroutine and within "30s" { } }',
            "m :: and { goroutine serial within { } }",
        ),
        by_state=("m :: and { goroutine and within x { } }",),
    ),
    Mistake(
        "limit-form",
        "a limit of time stands before the block that it limits, behind the block's kind",
        "write `and within {word} {{ … }}`, a single visit too: `and within {word} {{ visit … }}`",
        (
            "m :: and { within 30s { } }",
            "m :: and { goroutine { } within 3s }",
            'm :: and { visit "a" within 3s }',
            "m :: and { while a { } within 3s }",
            'm :: and { x = css "a" within 3s }',
            "m :: and { :a within 3s }",
        ),
    ),
    Mistake(
        "url-form",
        "the URL of a visit is one text",
        'write what changes into it: `visit "https://host/{{name}}"`',
        ('m :: and { visit "a" + b }', 'm :: and { visit "a", "b" }', 'm :: and { visit "a" % b }'),
    ),
    Mistake(
        "missing-operand",
        "after `!` a value is missing, before {met}",
        "write it, or remove `!`; a tree that has failed ends with `end !`",
        ("m :: and { a ! }", "m :: and { end !! }"),
    ),
    Mistake(
        "state-in-tree",
        "{met} alone is no statement",
        "write `state {word}`",
        ("m :: and { wait 3s }", "m :: and { pause }", "m :: and { stop }", "m :: and { :a wait }"),
    ),
    Mistake(
        "state-in-tree",
        "`state wait` has no duration",
        "write `state wait`, which lets others pass; in a state table, `timeout = wait 3 10s`",
        ("m :: and { state wait 3s }",),
    ),
    Mistake(
        "choice-as-value",
        "there is no {met} between values",
        "write `if a {{ x = b }} else {{ x = c }}`; `a | b` is `a`, or `b` where `a` is not there",
        ("m :: and { x = a ? b : c }", "m :: and { x = a ?? b }"),
    ),
    Mistake(
        "missing-block",
        "after the limit comes a block in braces, not {met}",
        "write `goroutine and within 30s {{ … }}`",
        (),
        by_state=("m :: and { goroutine and within 3s :a }",),
    ),
    Mistake(
        "from-form",
        "after `from` comes a variable, not {met}",
        'take its value first: `part = css "…"`, then `css "…" from part`',
        ('m :: and { x = css "a" from css "b" }', 'm :: and { if css "a" from css "b" { } }'),
    ),
    Mistake(
        "semicolon-or-comma",
        "`print` has one text",
        'write `print "{{x}} and {{y}}"`',
        ('m :: and { print "a", "b" }', 'm :: and { print "a" + b }'),
    ),
    Mistake(
        "field-form",
        "a field is written `name = …`, not {met}",
        'write `item {{ name = css "…" }}`',
        ('m :: and { item { css "a" } }', 'm :: and { item { "a" = 3 } }', "m :: and { item { :a } }"),
        by_state=("m :: and { item { 3 } }",),
    ),
    Mistake(
        "as-form",
        "`as` stands behind a source or behind a variable",
        "assign the value first: `x = …`, then `x as number`",
        ("m :: and { x = (a) as number }", 'm :: and { x = "a" as number }', "m :: and { x = [a] as text }"),
    ),
    Mistake(
        "list-form",
        "an entry is missing before {met}",
        "write `[a, b]`, without a comma behind the last entry",
        (),
        by_state=("m :: and { x = [a, b, ] }", "m :: and { x = [1, ] }"),
    ),
    Mistake(
        "block-as-value",
        "{met} begins a block, and a block is no value",
        "assign within the block: what `and {{ … }}` and `goroutine and {{ … }}` assign is there behind them",
        (
            "m :: and { x = goroutine { } }",
            "m :: and { x = and { } }",
            "m :: and { x = or { } }",
            "m :: and { x = serial { } }",
            "m :: and { x = async { } }",
            "m :: and { x = if a { } }",
        ),
    ),
    Mistake(
        "assignment-in-condition",
        "two values are compared with `==`",
        'write `if css "…" == x {{ … }}`; to keep the value, `if x = css "…" {{ … }}`',
        ('m :: and { if css "a" = x { } }', 'm :: and { while css "a" all = x { } }', "m :: and { if 3 = x { } }"),
    ),
)
