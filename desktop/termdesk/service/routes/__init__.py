"""The endpoints, one file a resource; each has `routes`, the list that the app is made of."""
