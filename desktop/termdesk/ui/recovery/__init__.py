"""What is asked or told after damage, a failed start or a crash."""
