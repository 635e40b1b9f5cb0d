"""What the gallery shows: one specimen of each widget, with made-up data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtWidgets import QWidget

from ui.widgets.buttons.buttons import Button, IconButton, InfoButton, LinkButton, PrimaryButton
from ui.widgets.buttons.header_buttons import AccountButton, CountButton, SearchButton
from ui.widgets.charts.countdown import Countdown
from ui.widgets.charts.qr_code import QrCode
from ui.widgets.charts.stepper import Step, Stepper
from ui.widgets.inputs.check_box import CheckBox, Switch
from ui.widgets.inputs.chips import ChipGroup, Segments
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.copy_field import CopyField, SecretField
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.detail_rows import DetailRows, Timeline
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.inputs.money_edit import MoneyEdit
from ui.widgets.inputs.radio_cards import RadioCards, RadioOption
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.inputs.searchable_combo_box import SearchableComboBox
from ui.widgets.inputs.slider import Slider
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.cards import Callout
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.progress import ProgressBar
from ui.widgets.text.badge import Badge, KeyCap, Tag
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from collections.abc import Callable

W = TypeVar("W", bound=QWidget)

_OPTIONS: Final = (("all", "All"), ("open", "Open"))


def specimens() -> dict[str, Callable[[], QWidget]]:
    """Returns what makes each specimen, by its name."""
    return {
        "Button": lambda: Button("Export", "download"),
        "Button, danger": lambda: Button("Delete", "trash-2", tone="danger"),
        "PrimaryButton": lambda: PrimaryButton("New top-up", "plus"),
        "PrimaryButton, busy": lambda: _with(PrimaryButton("Save", "check"), lambda b: b.set_busy(True)),
        "IconButton": lambda: IconButton("copy", "Copy"),
        "IconButton, framed": lambda: IconButton("download", "Export", framed=True),
        "LinkButton": lambda: LinkButton("Hide", "eye-off"),
        "InfoButton": lambda: InfoButton("About", "More about it."),
        "CountButton": lambda: _with(
            CountButton("bell", "Notifications"), lambda b: b.show_count(12, "12 unread")
        ),
        "SearchButton": lambda: SearchButton("Search", "Ctrl K"),
        "AccountButton": lambda: _with(
            AccountButton(), lambda b: b.show_account("Demo account", "local sandbox", "flask-conical")
        ),
        "CheckBox": lambda: CheckBox("Include passwords"),
        "Switch": lambda: Switch("Auto-renew"),
        "ChipGroup": lambda: _with(ChipGroup("Status", _OPTIONS), lambda c: c.show_counts({"all": 12})),
        "Segments": lambda: Segments("Product", _OPTIONS),
        "ComboBox": lambda: _with(ComboBox(), lambda c: c.addItems(["HTTP URL", "curl"])),
        "SearchableComboBox": lambda: _with(
            SearchableComboBox("Search formats", str.lower),
            lambda c: c.show_items([("curl", "curl", "Command line")]),
        ),
        "SpinBox": lambda: SpinBox(1, 50),
        "DateEdit": DateEdit,
        "LineEdit": lambda: LineEdit("Filter"),
        "LineEdit, invalid": lambda: _with(LineEdit("Filter"), lambda e: e.set_invalid(True)),
        "MoneyEdit": lambda: _with(MoneyEdit(), lambda e: e.set_amount("50.00")),
        "SecretEdit": lambda: _with(
            SecretEdit("API key", str, show="Show API key", hide="Hide API key"),
            lambda e: e.setText("secret"),
        ),
        "SearchField": lambda: SearchField("Search", "Search"),
        "Field, error": lambda: _with(Field("Name", LineEdit()), lambda f: f.show_error("Enter a name.")),
        "RadioCards": lambda: _with(
            RadioCards("Pay with"),
            lambda r: r.show_options([RadioOption("BTC", "BTC", "Bitcoin", "2 conf.", "BTC on Bitcoin")]),
        ),
        "Slider": lambda: Slider(1, 120),
        "Banner": lambda: _with(
            Banner(), lambda b: b.show_banner("warning", "You are offline.", action="Retry")
        ),
        "Callout": lambda: Callout("info", "Saved."),
        "EmptyState": lambda: EmptyState("wallet", "No top-ups yet", "Top up to start.", action="New top-up"),
        "Skeleton": lambda: Skeleton(160),
        "Badge": lambda: Badge("success", "Credited"),
        "Tag": lambda: Tag("Residential"),
        "KeyCap": lambda: KeyCap("Ctrl"),
        "CopyField": lambda: _with(
            CopyField("Username", "Copy", lambda _text: None), lambda f: f.show_value("acme_r7f2")
        ),
        "SecretField": lambda: SecretField(
            "Password", "Show", "Hide", "Copy", secret=lambda: "secret", copy=lambda: None
        ),
        "DetailRows": lambda: _with(
            DetailRows("Details", "rate, identifiers", copy=lambda _text: None),
            lambda d: d.show_rows([("ID", "tu_1")]),
        ),
        "Timeline": lambda: _with(Timeline(), lambda t: t.show_rows([("09:41", "Created")])),
        "IconTile": lambda: IconTile("wallet"),
        "TextPreview": lambda: _with(TextPreview("Preview"), lambda p: p.show_text("http://127.0.0.1:8000")),
        "Countdown": lambda: _with(
            Countdown(),
            lambda c: c.show_countdown(1799, 2000, "29:59", "left at this rate", "1 BTC = $63,717.20"),
        ),
        "ProgressBar": lambda: _with(ProgressBar("Confirmations"), lambda p: p.show_progress(1, 2)),
        "QrCode": lambda: _with(QrCode("Payment"), lambda q: q.show_qr("bitcoin:bc1q?amount=0.1")),
        "Stepper": lambda: _with(
            Stepper(), lambda s: s.show_steps([Step("Created", "done"), Step("Payment sent", "current")])
        ),
    }


def _with(widget: W, prepare: Callable[[W], object]) -> W:
    prepare(widget)
    return widget
