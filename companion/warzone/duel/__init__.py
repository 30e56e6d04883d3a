"""Works out duels: every attack of one Unit of a match on another, by both cards and by what lies beside them."""
