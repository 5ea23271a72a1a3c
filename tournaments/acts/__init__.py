"""What can be done in an event: one function an act, one transaction each."""
