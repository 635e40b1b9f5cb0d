"""A window with a button for each message that screen readers are to announce."""

from PySide6.QtWidgets import QApplication, QWidget

from ui.widgets.buttons.buttons import Button
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import column


def main() -> None:
    app = QApplication()
    window = QWidget()
    window.setWindowTitle("Announcements")
    banner, show_banner = Banner(), Button("Show banner")
    show_banner.clicked.connect(lambda: banner.show_banner("danger", "The service has a problem."))
    column(show_banner, banner, on=window)
    window.show()
    app.exec()


if __name__ == "__main__":
    main()
