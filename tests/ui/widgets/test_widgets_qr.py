import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import zxingcpp
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from qrcode import constants
from qrcode.main import QRCode

from app.qr_codes import QrOverflowError, encode, full_size_of
from support.accessible import description_of, name_of
from ui.widgets.charts.qr_code import QrCode

RENDER = Path(__file__).parent / "render_qr.py"
SOURCES = Path(__file__).parents[3] / "src"
BITCOIN = "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.00078432"
USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"
TOKEN = (
    "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer"
    "?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=120000417"
)
TEXTS = [
    BITCOIN,
    BITCOIN.upper(),
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "litecoin:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9?amount=0.46511628&label=Top%20up",
    TOKEN,
    f"solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=25.000417&spl-token={USDC}&reference={USDC}",
    "tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t?amount=25.0",
    "bitcoin:" + "x" * 248,
    "bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?message=" + "%20a1Z" * 75 + "end",
]


@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_what_is_drawn_is_what_a_camera_reads(scale: str) -> None:
    environment = dict(
        os.environ, QT_SCALE_FACTOR=scale, QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(SOURCES)
    )
    done = subprocess.run(
        [sys.executable, str(RENDER)],
        input=json.dumps(TEXTS),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answer = json.loads(done.stdout)
    assert len(answer) == 2 * len(TEXTS)
    for row in answer:
        assert row["dpr"] == float(scale)
        assert row["read"] == [row["text"]], f"version {row['version']}"
        assert row["side"] >= 240


def test_the_longest_allowed_link_fits_a_code() -> None:
    assert max(map(len, TEXTS)) <= 512
    assert encode("a" * 512).version <= 20


def test_the_smallest_version_is_taken_and_then_the_highest_correction() -> None:
    for text in TEXTS:
        version = encode(text).version
        least = QRCode(error_correction=constants.ERROR_CORRECT_L)
        least.add_data(text)
        assert version == least.best_fit(start=1)
    # 14 bytes fill version 1 at level M, 7 at level H
    assert [encode("a" * count).version for count in (7, 14, 17, 18)] == [1, 1, 1, 2]


@pytest.mark.parametrize("text", [*TEXTS, "1" * 3000, "a" * 2900])
def test_the_size_of_a_code_is_known_before_it_is_encoded(text: str) -> None:
    assert full_size_of(text) == encode(text).full_size


def test_a_text_too_long_for_any_code_is_refused(qtbot: QtBot) -> None:
    for text in ("a" * 3000, "1" * 7090):
        with pytest.raises(QrOverflowError):
            encode(text)
        with pytest.raises(QrOverflowError):
            full_size_of(text)
    code = QrCode()
    qtbot.addWidget(code)
    assert code.show_qr(BITCOIN)
    assert not code.show_qr("a" * 3000)
    assert code.to_image().isNull()


def test_a_code_is_encoded_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = []

    def counting(text: str) -> object:
        encoded.append(text)
        return encode(text)

    monkeypatch.setattr("ui.widgets.charts.qr_code.encode", counting)
    code = QrCode()
    qtbot.addWidget(code)
    for side in (260, 300, 340, 260):
        code.show_qr(BITCOIN)
        code.resize(side, side)
        code.grab()
    assert encoded == [BITCOIN]


def test_the_saved_picture_holds_the_code_and_its_quiet_zone(qtbot: QtBot) -> None:
    code = QrCode()
    qtbot.addWidget(code)
    code.show_qr(BITCOIN)
    image = code.to_image(module_px=5)
    assert image.width() == image.height() == 5 * encode(BITCOIN).full_size
    for x in range(image.width()):
        assert all(image.pixelColor(x, y).name() == "#ffffff" for y in range(4 * 5))
    gray = image.convertToFormat(QImage.Format.Format_Grayscale8)
    assert [found.text for found in zxingcpp.read_barcodes(gray)] == [BITCOIN]


def test_every_module_is_a_whole_number_of_pixels(qtbot: QtBot) -> None:
    code = QrCode()
    qtbot.addWidget(code)
    code.show_qr(BITCOIN)
    for side in (251, 263, 299):
        code.resize(side, side)
        image = code.grab().toImage()
        middle = image.height() // 2
        shades = [image.pixelColor(x, middle).lightness() for x in range(14, side - 14)]
        assert set(shades) <= {0, 255}
        edges = [x for x, (one, other) in enumerate(pairwise(shades)) if one != other]
        module = (side - 2) // encode(BITCOIN).full_size
        assert all((later - first) % module == 0 for first, later in pairwise(edges))


def test_a_screen_reader_reads_what_the_code_is(qtbot: QtBot) -> None:
    code = QrCode("Pays 0.00078432 BTC")
    qtbot.addWidget(code)
    assert name_of(code) == "Payment QR code"
    assert description_of(code) == "Pays 0.00078432 BTC"
