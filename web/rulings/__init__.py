"""Looking rulings up: the API, the pages, and the way from a number to its ruling."""
