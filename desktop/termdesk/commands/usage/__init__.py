"""Usage and the ledger of billable calls."""
