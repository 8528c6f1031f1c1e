"""What may be done where a site changes: said in settings, trees and rules alike."""

from __future__ import annotations

HEALING_MODES = ("off", "watch", "review", "auto")
"""The least first."""
