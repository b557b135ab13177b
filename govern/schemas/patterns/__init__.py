"""Regular expressions as sets of words: which word is in some of them and in none of others."""
