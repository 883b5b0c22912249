"""The use cases of Termdesk, one module for each activity. Async, and without Qt."""
