"""A token bucket: limits how often something may happen."""

import time
from dataclasses import dataclass, field


@dataclass
class TokenBucket:
    """Allows `burst` events at once, then `rate` events a second."""

    rate: float
    burst: int
    _tokens: float = field(init=False)
    _updated: float = field(init=False)

    def __post_init__(self) -> None:
        self._tokens, self._updated = float(self.burst), time.monotonic()

    def take(self) -> bool:
        """Take a token for one event; False if the bucket is empty."""
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._updated) * self.rate)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
