"""The doors of a table: find it, look at it, take up the pen, write, sign."""
