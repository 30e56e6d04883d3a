"""Works out the smaller sums: Initiative, passes, ranges, sight, falls, terrain, scatter and clouds."""
