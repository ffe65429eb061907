"""The limit on new tables: for each address, and in total."""

from collections import OrderedDict

from headway.web.limits import Limits
from headway.web.refusals import TooManyTables
from headway.web.transport.token_bucket import TokenBucket

MAX_ADDRESSES = 10_000


class TableLimit:
    """Refuses new tables that come too fast, from one address or from all together."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._total = TokenBucket(limits.table_rate, limits.table_burst)
        self._by_address: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Count a new table for an address, or refuse it; a client whose address is unknown has no limit of its own."""
        if address and not self._bucket(address).take():
            raise TooManyTables
        if not self._total.take():
            raise TooManyTables

    def _bucket(self, address: str) -> TokenBucket:
        bucket = self._by_address.get(address)
        if bucket is None:
            bucket = TokenBucket(self._limits.address_table_rate, self._limits.address_table_burst)
            self._by_address[address] = bucket
            if len(self._by_address) > MAX_ADDRESSES:
                self._by_address.popitem(last=False)
        self._by_address.move_to_end(address)
        return bucket
