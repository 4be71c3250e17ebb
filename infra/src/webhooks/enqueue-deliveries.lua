-- Adds deliveries and stores the progress if ARGV[1] holds the lease. KEYS: lease, progress, then for each delivery the documents by
-- id and the unfinished ids by due time of its queue. ARGV: holder, progress, then for each delivery its id, due time and document.
-- Returns 1 if it did.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
for index = 0, (#ARGV - 2) / 3 - 1 do
  local documents, due = KEYS[3 + index * 2], KEYS[4 + index * 2]
  local id, at, document = ARGV[3 + index * 3], ARGV[4 + index * 3], ARGV[5 + index * 3]
  if redis.call('HSETNX', documents, id, document) == 1 then
    redis.call('ZADD', due, at, id)
  end
end
redis.call('SET', KEYS[2], ARGV[2])
return 1
