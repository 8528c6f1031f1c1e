"""What editors and documentation need to show `.bt` files in colours."""
