"""What an operator looks at and orders, for the command line and the console alike."""
