"""The windows: pages, shell, widgets and the bridge to the event loop."""
