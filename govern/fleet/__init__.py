"""A fleet: thousands of servers, with a store of their locks and of what each scan found."""
