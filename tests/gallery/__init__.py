"""Real applications by which inference is judged: each a declaration, see docs/gallery.md."""
