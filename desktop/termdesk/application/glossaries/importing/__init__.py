"""What a file holds, previews, review, and the merge into a dictionary."""
