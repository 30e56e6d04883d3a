"""Holds what every page and endpoint needs: endpoints, errors, access, forms, the server."""
