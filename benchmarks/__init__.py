"""What `make bench` runs: each part has a measure() that gives its figures."""
