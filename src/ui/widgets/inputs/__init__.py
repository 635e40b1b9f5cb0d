"""Controls that take input."""
