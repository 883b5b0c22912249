"""Neural models that the user added."""
