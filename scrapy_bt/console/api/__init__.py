"""What programs and the pages' scripts ask for, as JSON and as a stream of events."""
