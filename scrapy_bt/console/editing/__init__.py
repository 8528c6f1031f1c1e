"""Trees and rule files in the console: which there are, what they hold, and changes of them."""
