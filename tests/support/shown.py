"""What parts of the window show, for tests to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.widgets.layout.banner import Banner

if TYPE_CHECKING:
    from ui.pages.page import Page
    from ui.pages.sub_users.bulk_bar import RunResult
    from ui.widgets.inputs.detail_rows import DetailRows, Timeline
    from ui.widgets.inputs.field import Field
    from ui.widgets.layout.cards import Callout
    from ui.widgets.text.badge import Badge


def error_of(field: Field) -> str:
    """Returns the error below a field, '' for none."""
    return field._below.shown_text() if field.control.property("invalid") else ""


def message_of(part: Banner | RunResult) -> str:
    """Returns the message, '' while it is hidden."""
    if part.isHidden():
        return ""
    return (part._parts.text if isinstance(part, Banner) else part._text).shown_text()


def messages_of(page: Page) -> str:
    """Returns what is said across a page of the connection, and the last message; '' for neither."""
    return " ".join(filter(None, map(message_of, (page.connection_banner, page.banner))))


def callout_of(callout: Callout) -> str:
    """Returns the sentence, '' while it is hidden."""
    return "" if callout.isHidden() else callout._parts.label.shown_text()


def badge_of(badge: Badge) -> str:
    return badge._text


def details_of(details: DetailRows) -> list[tuple[str, str]]:
    """Returns the names and values, none while they are collapsed."""
    if not details._opener.isChecked():
        return []
    return [(name.shown_text(), field.value) for name, field in details._rows if not name.isHidden()]


def events_of(timeline: Timeline) -> list[tuple[str, str]]:
    return [(at.shown_text(), event.shown_text()) for at, event in timeline._rows if not at.isHidden()]
