"""Elements of pages: their selectors, their classes, their texts."""
