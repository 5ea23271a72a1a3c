"""The event file: a whole event in one file, written and read by one declaration of what goes in which way."""
