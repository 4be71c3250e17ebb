-- Arguments: unused, the epoch that the caller found to be out of date, id of a new one. Returns 1 if the new epoch began,
-- and 0 if another caller was first. The answer to a repeat after a lost response is 0, too, and no second epoch begins.
if currentEpoch() ~= ARGV[2] then return 0 end
beginEpoch(ARGV[3])
return 1
