"""The command line: the services of the app at a terminal, without Qt."""
