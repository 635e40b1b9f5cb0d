"""The world's countries, cities and providers, as text files."""
