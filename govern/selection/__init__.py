"""Score how an agent chose its tools: suites, equal-function sets, token efficiency and trajectories."""
