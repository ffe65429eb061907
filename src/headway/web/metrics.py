"""What is counted for Prometheus."""

from prometheus_client import Counter, Gauge

STEPS = Counter("headway_steps", "Steps that were committed and told, by this process or heard from another.")
TABLES = Counter("headway_tables", "Tables that were made by this process.")
REFUSED = Counter("headway_refused", "What was refused, by the name of the problem.", ["problem"])
SOCKETS = Gauge("headway_sockets", "Connections that are open.")
LIVE = Gauge("headway_live_tables", "Tables in the memory of this process.")
