import json
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from ui.link_checks import check_explorer_link, check_wallet_link
from ui.links import Links

VECTORS = Path(__file__).parent.parent / "vectors" / "explorer_urls.json"
ROWS = [(row["url"], row["expect"]) for row in json.loads(VECTORS.read_text(encoding="utf-8"))]


class Opener:
    """A desktop that writes down what it is asked to open."""

    def __init__(self) -> None:
        self.opened: list[QUrl] = []

    def __call__(self, url: QUrl) -> bool:
        self.opened.append(url)
        return True


@pytest.mark.parametrize(("url", "expected"), ROWS)
def test_explorer_links_are_judged_as_published(url: str, expected: str) -> None:
    verdict = check_explorer_link(url)
    assert verdict.action == expected
    opener = Opener()
    assert Links(opener).open_explorer(verdict) is (expected != "refuse")
    assert opener.opened == ([verdict.url] if expected != "refuse" else [])


def test_the_very_object_that_was_judged_is_opened() -> None:
    verdict = check_explorer_link("https://mempool.space/tx/4a5e1e4b")
    opener = Opener()
    Links(opener).open_explorer(verdict)
    assert opener.opened[0] is verdict.url


def test_a_foreign_host_is_shown_in_punycode() -> None:
    assert check_explorer_link("https://xn--mempol-9xa.space/tx/1").host == "xn--mempol-9xa.space"


@pytest.mark.parametrize(
    "url",
    [
        "https://etherscan.io/" + "a" * 2048,
        "https://etherscan.io:443@evil.example/",
        "https://etherscan.io%2f@evil.example/",
        "https://@etherscan.io/",
        "https://etherscan.io.:8080/",
        "https://1.2.3.4/",
        "https://0x7f.1/",
        "https://[::ffff:1.2.3.4]/",
        "https://-bad-.example/",
        "https://eth%65rscan.io\t/",
        "https://etherscan.io/%zz",
    ],
)
def test_links_that_could_be_read_in_two_ways_are_refused(url: str) -> None:
    assert check_explorer_link(url).action == "refuse"


@pytest.mark.parametrize("host", ["evil-etherscan.io", "etherscan.io.evil.example", "mempool.space.co"])
def test_a_host_that_only_looks_known_asks(host: str) -> None:
    verdict = check_explorer_link(f"https://{host}/tx/1")
    assert (verdict.action, verdict.host) == ("ask", host)


@pytest.mark.parametrize("scheme", ["bitcoin", "litecoin", "ethereum", "solana", "tron", "BITCOIN"])
def test_wallet_links_of_known_schemes_are_handed_over(scheme: str) -> None:
    verdict = check_wallet_link(f"{scheme}:bc1qar0srrr7?amount=0.00078432")
    opener = Opener()
    assert Links(opener).open_wallet(verdict)
    assert (
        opener.opened[0].toString(QUrl.ComponentFormattingOption.FullyEncoded).endswith("?amount=0.00078432")
    )


@pytest.mark.parametrize(
    "uri",
    [
        "",
        "bitcoin:",
        "https://etherscan.io/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "monero:4A",
        "bc1q",
        "bitcoin:bc1q\n",
        " bitcoin:bc1q",
        "bitcoin:b\u202ec1q",
        "bitcoin://host/",
        "solana:" + "a" * 2048,
    ],
)
def test_other_wallet_links_are_refused(uri: str) -> None:
    opener = Opener()
    assert not Links(opener).open_wallet(check_wallet_link(uri))
    assert opener.opened == []


def test_a_desktop_without_a_wallet_is_named() -> None:
    assert not Links(lambda _url: False).open_wallet(check_wallet_link("bitcoin:bc1qar0srrr7"))
