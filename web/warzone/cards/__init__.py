"""Unit cards on the site: listed, typed in, passed on, taken in, and asked with."""
