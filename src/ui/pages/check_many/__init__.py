"""Many checks at once: the page above another page's content, with progress and results."""
