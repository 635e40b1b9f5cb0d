"""Hand-outs of credentials: the share dialog with a QR code, and print sheets."""
