"""What is true whoever asks: the rules of the spec and of the payment standards."""
