"""What every page and endpoint stands on: endpoints, errors, access, forms, the server."""
