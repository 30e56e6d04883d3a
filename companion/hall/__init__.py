"""Many tables, one evening: what a table tells a hall's broker, and what the organiser makes of it."""
