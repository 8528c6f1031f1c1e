"""The headers of every answer: what a browser may do with our pages."""

from __future__ import annotations

WORKER_POLICY = "bt-worker"
"""The one policy of trusted types: the address of our shared worker is text to Chromium, and only this may give it."""

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        f"trusted-types {WORKER_POLICY}",
    )
)

FRAME_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'nonce-NONCE'; style-src 'unsafe-inline'; img-src data:;"
    " form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
"""Of a frame with a stranger's page; `NONCE` is a new one each time."""

HEADERS = (
    ("content-security-policy", CONTENT_POLICY),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
)
