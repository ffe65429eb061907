"""The Prometheus metrics of a process."""

from prometheus_client import Counter, Gauge

STEPS = Counter("headway_steps", "Committed steps, made by this process or received from another.")
TABLES = Counter("headway_tables", "Tables created by this process.")
REFUSED = Counter("headway_refused", "Refusals, by name.", ["problem"])
SOCKETS = Gauge("headway_sockets", "Open WebSocket connections.")
LIVE = Gauge("headway_live_tables", "Tables in the memory of this process.")
