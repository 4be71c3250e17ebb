-- Arguments: read model, build (empty: the live one), query, arguments of the query. Returns a list, or nothing when
-- the build does not exist. The build is looked up and read in one script, so a switch happens between two reads,
-- never during one.
local base = resolve(ARGV[2])
if not base then return false end
local query, index, first, second = ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local entries = base .. 'index:' .. (index or '')

if query == 'checkpoint' then return { redis.call('HGET', base .. 'state', 'position') } end
if query == 'count' then return { redis.call('ZCARD', entries) } end
if query == 'countBetween' then return { redis.call('ZCOUNT', entries, first, second) } end
if query == 'sum' then return { redis.call('HGET', base .. 'sums', index) or '0 0' } end
if query == 'rank' then
  local indexEntries = parseEntries(redis.call('HGET', base .. 'places', first) or '')
  if not indexEntries[index] then return {} end
  return { redis.call('ZRANK', entries, member(indexEntries[index].tiebreaker, first)) }
end
if query == 'load' then
  local ids = {}
  for at = 4, #ARGV do ids[at - 3] = ARGV[at] end
  return inSlices('HMGET', base .. 'documents', ids)
end

if query == 'places' then return redis.call(ARGV[7], entries, first, second, 'WITHSCORES') end

-- Compares bytes: the order of `<` depends on the locale of the server.
local function isBelow(text, other)
  for at = 1, math.min(#text, #other) do
    local left, right = string.byte(text, at), string.byte(other, at)
    if left ~= right then return left < right end
  end
  return #text < #other
end

if query == 'entriesFrom' then
  -- entriesFrom: index, command for the direction, limit, score and tiebreaker (both missing without a place).
  local count, limit = redis.call('ZCARD', entries), tonumber(second)
  local low = first == 'ZRANGE' and 0 or count
  if ARGV[7] then
    low = redis.call('ZCOUNT', entries, '-inf', '(' .. ARGV[7])
    local high = redis.call('ZCOUNT', entries, '-inf', ARGV[7])
    while low < high do
      local middle = math.floor((low + high) / 2)
      if isBelow(redis.call('ZRANGE', entries, middle, middle)[1], ARGV[8]) then low = middle + 1 else high = middle end
    end
  end
  local from = first == 'ZRANGE' and low or count - low
  -- An empty range has no last rank: -1 would be the last of all.
  if limit < 1 or from >= count then return {} end
  return redis.call(first, entries, from, from + limit - 1, 'WITHSCORES')
end

-- range: index, first and last rank, command for the direction; `places` takes the same.
local found = redis.call(ARGV[7], entries, first, second)
local ids = {}
for at, entry in ipairs(found) do ids[at] = string.match(entry, '^[^%z]*%z(.*)$') end
local documents = inSlices('HMGET', base .. 'documents', ids)
local reply = {}
for at, id in ipairs(ids) do
  reply[at * 2 - 1] = id
  reply[at * 2] = documents[at]
end
return reply
