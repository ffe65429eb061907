"""Number Race: roll, and run to the nearest square ahead that shows the number."""
