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
  for name, _, tiebreaker in eachEntry(redis.call('HGET', base .. 'places', first) or '') do
    if name == index then return { redis.call('ZRANK', entries, member(tiebreaker, first)) } end
  end
  return {}
end
if query == 'load' or query == 'texts' then
  local ids = {}
  for at = 4, #ARGV do ids[at - 3] = ARGV[at] end
  return inSlices('HMGET', base .. (query == 'load' and 'documents' or 'texts'), ids)
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

if query == 'search' then
  -- search: index, limit, 'reverse' or empty, how many documents are compared at most, prefixes.
  local prefixes, rarest = {}, nil
  for at = 8, #ARGV do
    local prefix = ARGV[at]
    local range = { low = '[' .. prefix, high = '(' .. prefix .. '\255' }
    range.count = redis.call('ZLEXCOUNT', base .. 'index:words', range.low, range.high)
    if not rarest or range.count < rarest.count then rarest = range end
    prefixes[at - 7] = prefix
  end
  local ids, isListed = {}, {}
  for _, entry in ipairs(redis.call('ZRANGEBYLEX', base .. 'index:words', rarest.low, rarest.high, 'LIMIT', 0, ARGV[7])) do
    local id = string.match(entry, '^[^%z]*%z(.*)$')
    if not isListed[id] then ids[#ids + 1] = id end
    isListed[id] = true
  end
  local found = {}
  for at, text in ipairs(inSlices('HMGET', base .. 'places', ids)) do
    local place, matches, count = nil, {}, 0
    for name, score, tiebreaker in eachEntry(text) do
      if name == index then place = { id = ids[at], score = tonumber(score), member = member(tiebreaker, ids[at]) } end
      for number, prefix in ipairs(name == 'words' and prefixes or {}) do
        if not matches[number] and string.sub(tiebreaker, 1, #prefix) == prefix then
          matches[number] = true
          count = count + 1
        end
      end
    end
    if place and count == #prefixes then found[#found + 1] = place end
  end
  table.sort(found, function(left, right)
    if left.score ~= right.score then return left.score < right.score end
    return isBelow(left.member, right.member)
  end)
  local reply = {}
  for at = 1, math.min(#found, tonumber(first)) do
    reply[at] = found[second == 'reverse' and #found + 1 - at or at].id
  end
  return reply
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
