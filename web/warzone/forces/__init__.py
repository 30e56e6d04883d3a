"""Forces on the site: put together, checked and kept."""
