"""Pictures of sweeps: curves and heat maps by matplotlib, and a report that is one page of HTML."""
