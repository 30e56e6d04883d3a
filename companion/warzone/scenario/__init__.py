"""Scenarios as the book prints them: Deployment Types, Objectives and where their counters lie."""
