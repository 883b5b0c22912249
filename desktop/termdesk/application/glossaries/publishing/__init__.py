"""What is planned, sent and read back."""
