"""The web front end: tables that people play from different places, over HTTP and WebSockets."""
