"""The Turn: Initiative, Activations and passes. Warzone Eternal, Chapter 4."""
