"""The rules of the spec and of the payment standards: pure functions."""
