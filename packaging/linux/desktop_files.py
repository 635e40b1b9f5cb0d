"""Writes what makes it an app of a Linux desktop: the desktop entry, AppStream's metainfo and the icons.

They are kept beside this file, in every language that has a catalog; run it after a change of a catalog
or of the app's sign.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.i18n.texts import ENGLISH, _, languages, use_language
from app.resources import resource_path

FOLDER = Path(__file__).parent
# AppStream asks for the reverse of a domain. The app has none, and `.example` belongs to nobody (RFC 2606).
COMPONENT_ID = "example.tollhouse.tollhouse"
PICTURES_ADDRESS = "https://tollhouse.example/pictures/"
ICON_SIDES = (16, 24, 32, 48, 64, 128, 256, 512)

# As desktops name their languages.
_SYSTEM_CODES = {"zh_Hans": "zh_CN"}
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def main() -> int:
    """Writes all files; returns 0."""
    (FOLDER / "tollhouse.desktop").write_text(desktop_entry(), encoding="utf-8")
    (FOLDER / "tollhouse.metainfo.xml").write_text(metainfo(), encoding="utf-8")
    write_icons(FOLDER / "icons")
    return 0


def in_every_language(key: str) -> dict[str, str]:
    """Returns one of the texts by language; what a language says as English does is left out."""
    said: dict[str, str] = {}
    for code in languages():
        use_language(code)
        text = _texts()[key]
        if code == ENGLISH or text != said[ENGLISH]:
            said[code] = text
    use_language(ENGLISH)
    return said


def _texts() -> dict[str, str]:
    return {
        "generic": _("Proxy account manager"),
        "comment": _("Top up proxy accounts with crypto, copy credentials, see the traffic"),
        # Translators: words to find the app by, each with a semicolon behind it.
        "keywords": _("proxy;proxies;traffic;credentials;residential;mobile;SOCKS;"),
        "demo": _("Open the demo"),
        "summary": _("Manage proxy accounts"),
        "about": _(
            "For people who manage proxy accounts: top up the balance by scanning a QR code with a crypto "
            "wallet and watch the payment being credited, copy credentials and sticky sessions in the form "
            "your tool wants, and see where the traffic goes."
        ),
        "checked": _(
            "Nothing payable is shown until address, amount, coin and network have been checked, "
            "and each request is saved before it is sent, so that no crash starts a second "
            "top-up."
        ),
        "trial": _("The demo account needs no network and no money."),
        "payment": _("A top-up that waits for its payment"),
        "subscription": _("A subscription with its credentials"),
        "map": _("Where the traffic goes"),
    }


def desktop_entry() -> str:
    """Returns the desktop entry (Desktop Entry Specification 1.4)."""
    lines = ["[Desktop Entry]", "Type=Application", "Version=1.4", "Name=Tollhouse"]
    for name, key in (("GenericName", "generic"), ("Comment", "comment"), ("Keywords", "keywords")):
        lines += _entries(name, key)
    lines += [
        "Exec=tollhouse",
        "TryExec=tollhouse",
        "Icon=tollhouse",
        "Terminal=false",
        "Categories=Network;",
        "StartupNotify=true",
        "StartupWMClass=tollhouse",
        "X-GNOME-SingleWindow=true",
        "Actions=demo;",
        "",
        "[Desktop Action demo]",
        *_entries("Name", "demo"),
        "Exec=tollhouse --demo",
    ]
    return "\n".join(lines) + "\n"


def _entries(name: str, key: str) -> list[str]:
    return [
        f"{name}={text}" if code == ENGLISH else f"{name}[{_SYSTEM_CODES.get(code, code)}]={text}"
        for code, text in in_every_language(key).items()
    ]


def metainfo() -> str:
    """Returns what software centers show (AppStream 0.16)."""
    root = ET.Element("component", type="desktop-application")
    _plain(root, "id", COMPONENT_ID)
    _plain(root, "metadata_license", "MIT")
    _plain(root, "project_license", "MIT")
    _plain(root, "name", "Tollhouse")
    _translated(root, "summary", "summary")
    developer = ET.SubElement(root, "developer", id="example.tollhouse")
    _plain(developer, "name", "The Tollhouse developers")
    description = ET.SubElement(root, "description")
    for key in ("about", "checked", "trial"):
        _translated(description, "p", key)
    _plain(root, "launchable", "tollhouse.desktop", type="desktop-id")
    screenshots = ET.SubElement(root, "screenshots")
    for picture, key in (
        ("to-pay-light", "payment"),
        ("subscription-light", "subscription"),
        ("usage-map-dark", "map"),
    ):
        kind = {"type": "default"} if key == "payment" else {}
        screenshot = ET.SubElement(screenshots, "screenshot", kind)
        _translated(screenshot, "caption", key)
        _plain(screenshot, "image", f"{PICTURES_ADDRESS}{picture}.png", type="source")
    provides = ET.SubElement(root, "provides")
    _plain(provides, "binary", "tollhouse")
    _plain(ET.SubElement(root, "requires"), "display_length", "640", compare="ge")
    controls = ET.SubElement(root, "supports")
    for control in ("keyboard", "pointing"):
        _plain(controls, "control", control)
    ET.SubElement(root, "content_rating", type="oars-1.1")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _plain(parent: ET.Element, tag: str, text: str, **attributes: str) -> None:
    ET.SubElement(parent, tag, attributes).text = text


def _translated(parent: ET.Element, tag: str, key: str) -> None:
    for code, text in in_every_language(key).items():
        attributes = {} if code == ENGLISH else {_LANG: _SYSTEM_CODES.get(code, code)}
        ET.SubElement(parent, tag, attributes).text = text


def write_icons(folder: Path) -> None:
    """Writes the sign of the app as the hicolor theme wants it: one SVG, and a PNG for each side."""
    sign = resource_path("icons", "tollhouse.svg")
    scalable = folder / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    (scalable / "tollhouse.svg").write_bytes(sign.read_bytes())
    renderer = QSvgRenderer(str(sign))
    for side in ICON_SIDES:
        picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter)
        painter.end()
        directory = folder / f"{side}x{side}" / "apps"
        directory.mkdir(parents=True, exist_ok=True)
        picture.save(str(directory / "tollhouse.png"))


if __name__ == "__main__":
    sys.exit(main())
