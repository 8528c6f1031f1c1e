"""The methods of HTTP that visits have."""

from __future__ import annotations

METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS")

WITHOUT_BODY = ("GET", "HEAD")
"""Those whose requests send no body: what one would mean, HTTP does not say (RFC 9110, sections 9.3.1 and 9.3.2)."""

BODIES = ("form", "multipart", "json", "body")
"""The attributes of a visit that are its request's body; it has one of them at most."""
