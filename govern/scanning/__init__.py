"""The scan engine: servers of a fleet, captured by event loops in several processes or on a Dask cluster."""
