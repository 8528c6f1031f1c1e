"""Mistakes of state tables."""

from __future__ import annotations

from .mistake import Mistake

STATES = (
    Mistake(
        "state-without-node",
        "the table of all visits has no name",
        "write `state {{ 404 = end }}`; that of one node `state page {{ 404 = end }}`",
        ("state all { }", "state visit { }", "state * { }"),
    ),
    Mistake(
        "state-without-node",
        "after `state` comes the name of a node, not {met}",
        "write `state page {{ 404 = end }}`; `state wait`, `state pause` and `state stop` stand within a tree",
        ("state wait", "state :page { }", 'state "page" { }', "state pause", "state stop"),
        by_state=("state",),
    ),
    Mistake(
        "state-of-several",
        "several nodes of one table are joined by `|`",
        "write `state list | detail {{ 404 = end }}`; a table of all visits is `state {{ 404 = end }}`",
        ("state a, b { }",),
        by_state=("state a | { }", "state a | 3 { }"),
    ),
    Mistake(
        "state-without-table",
        "the rows of a state table stand in braces",
        "write `state {before} {{ 404 = end }}`",
        ("state page = end", "state page"),
        by_state=("state page 404 = end",),
    ),
    Mistake(
        "row-form",
        "a row begins with an outcome, not with {met}",
        "write `404 = end` or `timeout | 5xx = wait 3`",
        ("state p { :x = end }", "state p { = end }", "state { :x = end }", "state { = end }"),
        by_state=('state p { "404" = end }', 'state { "404" = end }'),
    ),
    Mistake(
        "row-form",
        "after the outcome comes `=` and what follows from it, not {met}",
        "write `timeout = wait 3`; several outcomes are joined by `|`",
        ("state p { timeout: end }", "state p { timeout, dns = end }", "state p { timeout == 3 }"),
        by_state=("state p { timeout }",),
    ),
    Mistake(
        "row-form",
        "after {met} come `=` and what follows from it",
        "write `{word} = wait 3`; several outcomes are joined by `|`",
        ("state p { 404: end }", "state p { 404, 403 = end }", "state { 404: end }", "state { 404, 403 = end }"),
    ),
    Mistake(
        "outcome-missing",
        "an outcome is missing before {met}",
        "write `timeout | 5xx = wait 3`",
        ("state p { timeout || dns = end }",),
        by_state=("state p { timeout | = end }",),
    ),
    Mistake(
        "move-form",
        "{met} is no move",
        "write `wait 3 5s`, `pause`, `stop`, `end`, `true`, `false` or a call such as `:session`",
        (
            "state p { 404 = retry }",
            "state p { 404 = }",
            'state p { 404 = "end" }',
            "state p { 404 = state stop }",
            "state p { 404 = none }",
            "state p { 404 | 403 = }",
        ),
        by_state=("state p { 404 = 3 }", "state p { 404 | 403 = retry }"),
    ),
    Mistake(
        "wait-form",
        "after `wait` come a whole number of times and a duration, not {met}",
        "write `wait`, `wait 3`, `wait 5s` or `wait 3 5s`",
        ("state p { 404 = wait 2.5 }", "state p { 404 = wait 3 2 }"),
        by_state=('state p { 404 = wait "3" }',),
    ),
    Mistake(
        "wait-form",
        "the number of times comes before the duration",
        "write `wait 3 5s`",
        ("state p { 404 = wait 5s 3 }",),
    ),
    Mistake(
        "comma-between-rows",
        "there is no comma between rows",
        "leave the comma out; several outcomes of one row are joined by `|`",
        ("state p { 404 = end, 403 = stop }", "state p { 404 = wait 3, 403 = stop }"),
    ),
)
