"""Competition as arrays: who meets whom (`schedule`), what came of it (`table`), how sure we are of a mean
(`intervals`) and of a share of wins (`binomial`), and who is better than whom (`significance`). Nothing here plays a
game: a schedule goes into `lek.play`, scores come back, and every function is from arrays to arrays."""
