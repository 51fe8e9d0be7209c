"""How games are drawn for browsers: pieces of HTML that need nothing but themselves."""
