"""How much of the machine is in use, and how many tasks this worker may take."""
