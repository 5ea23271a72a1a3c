"""What is done at a table: one function an act, one transaction each."""
