"""Word, Excel and PowerPoint documents."""
