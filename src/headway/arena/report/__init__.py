"""The report of audits and matches: one page of HTML that needs nothing else, and runs no script."""
