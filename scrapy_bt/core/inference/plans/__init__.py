"""What is to be sent: plans, their values as texts, and one run of a plan."""
