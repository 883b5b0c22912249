"""How widgets are arranged where the width or the height is scarce."""
