"""Schemes: keywords × platforms become seeds (scale.md, "Schemes and seeds")."""
