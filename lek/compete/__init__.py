"""Competition as arrays: who meets whom (`schedule`), what came of it (`table`), how sure we are of a mean
(`intervals`) and of a share of wins (`binomial`), and who is better than whom (`significance`), every function from
arrays to arrays. `tournament` puts them together: it writes a schedule, has it played and works out the table."""
