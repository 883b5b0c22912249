"""Publishing of many dictionaries together. Each step is stored before it is taken."""
