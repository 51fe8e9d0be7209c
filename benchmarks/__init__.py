"""Side-by-side speed runs; `lek bench NAME` runs one."""
