"""Controls that take input, and fields to copy from."""
