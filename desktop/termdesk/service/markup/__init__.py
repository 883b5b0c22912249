"""XML and HTML: text goes to the engines, everything else stays as written."""
