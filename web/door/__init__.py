"""Who is heard: connections, what of a request is read, and wrong codes."""
