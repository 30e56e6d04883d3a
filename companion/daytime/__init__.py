"""Sets the time of day where a machine may not know it: without battery and network, a Pi's clock continues where it
stopped.
"""
