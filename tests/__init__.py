"""The tests: the books first, then the contract, the table and the terminal."""
