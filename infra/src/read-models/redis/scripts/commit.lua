-- Arguments: read model, build, owner, fence, step id, from, to, number of deletes, upserts and messages; what the build has
-- seen of the log as JSON, see `SeenHistory` (empty: as before); 'new' if the build has none of the upserts yet (else empty);
-- position of the last change (empty: as before).
-- Then deletes: id; upserts: id, document, index entries, texts; messages: number of arguments, arguments of XADD.
local owner, fence, id, from, to = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local deletes, upserts, messages = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])
local areNew = ARGV[12] == 'new'

-- 1. Check the step. Nothing has been written yet.
if fenced(owner, fence) then return { 'fenced' } end
local base, build = resolve(ARGV[2])
if not base then return { 'unbuilt' } end
local state = redis.call('HMGET', base .. 'state', 'position', 'step')
if state[2] == id then return { 'ok' } end
if state[1] ~= from then return { 'behind', state[1] } end

-- 2. Read the previous index entries, unless there are none. If a step upserts a document several times, only the last
-- upsert is stored.
local firstUpsert = 13 + deletes
local last, before = {}, {}
if not areNew then
  local ids = {}
  for at = 1, deletes do ids[at] = ARGV[13 + at] end
  for at = 1, upserts do
    local document = ARGV[firstUpsert + at * 4 - 3]
    ids[deletes + at] = document
    last[document] = at
  end
  for at, entries in ipairs(inSlices('HMGET', base .. 'places', ids)) do before[ids[at]] = entries or '' end
end

-- 3. Collect the changes by key: for Redis, one call that writes a hundred documents is far cheaper than a hundred
-- calls.
local deletedFields, storedFields, removedMembers, addedMembers = {}, {}, {}, {}
local function collect(calls, key, first, second)
  local arguments = calls[key]
  if not arguments then
    arguments = {}
    calls[key] = arguments
  end
  local count = #arguments
  arguments[count + 1] = first
  arguments[count + 2] = second
end

-- Sums by index, as wholes and millionths: integers, so they are exact and do not drift.
local changes = {}
local function add(index, score, times)
  local change = changes[index]
  if not change then
    change = { 0, 0 }
    changes[index] = change
  end
  local number = tonumber(score)
  if number % 1 == 0 then
    change[1] = change[1] + times * number
  else
    local whole, fraction = math.modf(number)
    change[1] = change[1] + times * whole
    change[2] = change[2] + times * math.floor(fraction * 1000000 + 0.5)
  end
end

-- Adds a document that the build does not have. Like `updateIndexes`, but without calls for each entry: a rebuild adds
-- nearly all of its entries here.
local function insert(document, text)
  if text == '' then return end
  local ending = '\0' .. document
  for index, score, tiebreaker in eachEntry(text) do
    local added = addedMembers[index]
    if not added then
      added = {}
      addedMembers[index] = added
    end
    local count = #added
    added[count + 1] = score
    added[count + 2] = tiebreaker .. ending
    local number, change = tonumber(score), changes[index]
    if change and number % 1 == 0 then
      change[1] = change[1] + number
    else
      add(index, score, 1)
    end
  end
  collect(storedFields, 'places', document, text)
end

-- Moves a document from its previous index entries to the current ones.
local function updateIndexes(document, text)
  if before[document] == text then return end
  -- By index and tiebreaker: a document has an entry for each of its words.
  local old = {}
  for index, score, tiebreaker in eachEntry(before[document]) do
    old[index .. '\0' .. tiebreaker] = { index = index, score = score, tiebreaker = tiebreaker }
  end
  before[document] = text
  for index, score, tiebreaker in eachEntry(text) do
    local key = index .. '\0' .. tiebreaker
    local previous = old[key]
    old[key] = nil
    if not previous or previous.score ~= score then
      if previous then add(index, previous.score, -1) end
      add(index, score, 1)
      collect(addedMembers, index, score, member(tiebreaker, document))
    end
  end
  for _, entry in pairs(old) do
    add(entry.index, entry.score, -1)
    collect(removedMembers, entry.index, member(entry.tiebreaker, document))
  end
  if text == '' then
    collect(deletedFields, 'places', document)
  else
    collect(storedFields, 'places', document, text)
  end
end

for at = 1, deletes do
  updateIndexes(ARGV[13 + at], '')
  collect(deletedFields, 'documents', ARGV[13 + at])
  collect(deletedFields, 'texts', ARGV[13 + at])
end
for at = 1, upserts do
  local upsert = firstUpsert + at * 4 - 3
  local document, texts = ARGV[upsert], ARGV[upsert + 3]
  if areNew or last[document] == at then
    collect(storedFields, 'documents', document, ARGV[upsert + 1])
    if areNew then insert(document, ARGV[upsert + 2]) else updateIndexes(document, ARGV[upsert + 2]) end
    if texts ~= '' then
      collect(storedFields, 'texts', document, texts)
    elseif not areNew then
      collect(deletedFields, 'texts', document)
    end
  end
end
for index, change in pairs(changes) do
  local wholes, millionths = string.match(redis.call('HGET', base .. 'sums', index) or '0 0', '^(%S+) (%S+)$')
  local sum = string.format('%.0f %.0f', tonumber(wholes) + change[1], tonumber(millionths) + change[2])
  collect(storedFields, 'sums', index, sum)
end

-- 4. Write everything. Redis has no rollback, so nothing below may fail: the caller has validated the arguments, and
-- a full memory would have stopped the first of these commands. Removals come first, so that a document that was
-- deleted and upserted exists.
redis.call('HSET', base .. 'state', 'position', to, 'step', id)
if ARGV[11] ~= '' then redis.call('HSET', base .. 'state', 'seen', ARGV[11]) end
if ARGV[13] ~= '' then redis.call('HSET', base .. 'state', 'changed', ARGV[13]) end
redis.call('ZADD', builds, now(), view .. ':' .. build)
local function send(command, prefix, calls)
  for key, arguments in pairs(calls) do
    -- Slices fit on Lua's stack. Their even length keeps names and values together.
    for first = 1, #arguments, 1000 do
      redis.call(command, base .. prefix .. key, unpack(arguments, first, math.min(first + 999, #arguments)))
    end
  end
end
send('HDEL', '', deletedFields)
send('ZREM', 'index:', removedMembers)
send('HSET', '', storedFields)
send('ZADD', 'index:', addedMembers)

-- 5. Send messages and notify watchers. Both are only hints: a stream that refuses an entry must not undo the step.
local at = firstUpsert + upserts * 4 + 1
for _ = 1, messages do
  local count = tonumber(ARGV[at])
  redis.pcall('XADD', unpack(ARGV, at + 1, at + count))
  at = at + 1 + count
end
if redis.call('HGET', viewKey(view), 'live') == build then
  redis.pcall('PUBLISH', KEYS[2], view .. ':' .. to)
end
return { 'ok' }
