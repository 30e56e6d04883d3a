"""Serves scenarios on the site: listed, made, changed, passed on."""
