"""What commands and the console do with redesigns: cases, their pages, trials, decisions, and files of cases."""
