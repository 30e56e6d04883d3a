"""Simulates a panel without a Pi: mock pins and chips that decode real traffic, below the drivers."""
