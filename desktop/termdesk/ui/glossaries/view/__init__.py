"""Filter boxes, chips, facets, and the controller that applies them."""
