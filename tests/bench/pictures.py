"""Pictures: a QR code drawn at another size against encoding it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.processes import running
from bench.rows import Row


def measure() -> list[Row]:
    """Encodes payments and resizes the widget by turns."""
    with TemporaryDirectory() as folder, running("qr", home=Path(folder)) as run:
        encode, resize = float(run.report["encode"]), float(run.report["resize"])
    return [
        Row("QR code: encode", encode * 1000, "ms"),
        Row("QR code: resize, against encode", resize / encode, "x", 0.06),
    ]
