"""Painted data: charts, QR codes, progress."""
