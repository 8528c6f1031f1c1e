"""The sequence model: from pages before and after a change, and a selector, to the selector of today."""
