"""The service of the interface specification, whole, on this computer."""
