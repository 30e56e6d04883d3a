"""Opens a Wi-Fi of the table's own, for a room that has none: NetworkManager runs it, by our orders."""
