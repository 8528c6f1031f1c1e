"""What authors of plug-ins import: one module for each kind of plug-in; see docs/extending.md."""
