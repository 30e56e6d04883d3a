"""A Wi-Fi of the table's own, for a room that has none: NetworkManager's, told what to do and asked how it stands."""
