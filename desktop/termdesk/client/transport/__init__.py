"""How a call is sent: connection, queues, retries, and outcome."""
