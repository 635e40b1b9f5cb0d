"""What is kept on this computer."""
