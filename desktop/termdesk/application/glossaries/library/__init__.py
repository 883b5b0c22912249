"""The list of glossaries: on the service and on this computer."""
