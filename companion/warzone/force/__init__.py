"""Builds Forces and checks them by the rules of Chapter 12."""
