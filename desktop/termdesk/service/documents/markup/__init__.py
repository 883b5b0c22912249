"""HTML, XML and XLIFF documents."""
