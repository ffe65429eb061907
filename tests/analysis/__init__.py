"""Reviews, audits and simulation."""
