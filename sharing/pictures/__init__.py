"""Share images: PNG pictures of 1200 × 630 for link previews, drawn with Pillow in our own look."""
