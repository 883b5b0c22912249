"""The service in use: how it is chosen, connected to, started and watched."""
