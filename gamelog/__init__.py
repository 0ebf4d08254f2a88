"""The log: Django project, event store, jobs. Imports nothing, so that set-up can run before anything is installed."""
