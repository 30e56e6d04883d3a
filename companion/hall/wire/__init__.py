"""Defines the messages over the broker, both ways: topics, payloads and their order. docs/hall.md describes them for
others."""
