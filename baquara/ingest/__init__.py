"""Files of fixes, check-ins and posts to a table of fixes."""
