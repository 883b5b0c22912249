"""XML and HTML: what is text in them goes to the engines, all else stays as it was written."""
