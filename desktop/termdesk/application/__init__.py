"""What the user can do, one module an activity; async, without Qt."""
