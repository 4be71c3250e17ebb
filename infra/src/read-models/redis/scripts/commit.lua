-- view, build, owner, fence, id, from, to, number of deletes, puts and frames, then:
-- deletes: id; puts: id, document, places; frames: how many words, then what XADD is told
local owner, fence, id, from, to = ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local deletes, puts, frames = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])

-- 1. May this step be taken? Nothing has been written so far.
if fenced(owner, fence) then return { 'fenced' } end
local base, build = resolve(ARGV[2])
if not base then return { 'unbuilt' } end
local state = redis.call('HMGET', base .. 'state', 'position', 'step')
if state[2] == id then return { 'ok' } end
if state[1] ~= from then return { 'behind', state[1] } end

-- 2. Where everybody stood before. What is put twice stays as it was put last.
local ids, last = {}, {}
for at = 1, deletes do ids[at] = ARGV[10 + at] end
local firstPut = 10 + deletes
for at = 1, puts do
  local document = ARGV[firstPut + at * 3 - 2]
  ids[deletes + at] = document
  last[document] = at
end
local before = {}
for at, places in ipairs(inSlices('HMGET', base .. 'places', ids)) do before[ids[at]] = places or '' end

-- 3. What changes, gathered by key: one call that writes a hundred documents costs Redis far less than a hundred calls.
local forgotten, kept, left, entered = {}, {}, {}, {}
local function gather(calls, key, first, second)
  local arguments = calls[key]
  if not arguments then
    arguments = {}
    calls[key] = arguments
  end
  arguments[#arguments + 1] = first
  arguments[#arguments + 1] = second
end

-- Sums, as wholes and millionths, by index: what a number can hold exactly, and no drift.
local changes = {}
local function add(index, score, times)
  local change = changes[index]
  if not change then
    change = { 0, 0 }
    changes[index] = change
  end
  local whole, fraction = math.modf(tonumber(score))
  change[1] = change[1] + times * whole
  change[2] = change[2] + times * math.floor(fraction * 1000000 + 0.5)
end

-- A document goes from the places it had to those it has now.
local function move(document, text)
  if before[document] == text then return end
  local old = placesFrom(before[document])
  before[document] = text
  for index, score, tie in eachPlace(text) do
    local was = old[index]
    old[index] = nil
    if not was or was.score ~= score then
      if was then add(index, was.score, -1) end
      add(index, score, 1)
    end
    if was and was.tie ~= tie then gather(left, index, member(was.tie, document)) end
    if not was or was.tie ~= tie or was.score ~= score then gather(entered, index, score, member(tie, document)) end
  end
  for index, place in pairs(old) do
    add(index, place.score, -1)
    gather(left, index, member(place.tie, document))
  end
  if text == '' then
    gather(forgotten, 'places', document)
  else
    gather(kept, 'places', document, text)
  end
end

for at = 1, deletes do
  move(ids[at], '')
  gather(forgotten, 'documents', ids[at])
end
for at = 1, puts do
  local put = firstPut + at * 3 - 2
  if last[ARGV[put]] == at then
    gather(kept, 'documents', ARGV[put], ARGV[put + 1])
    move(ARGV[put], ARGV[put + 2])
  end
end
for index, change in pairs(changes) do
  local wholes, millionths = string.match(redis.call('HGET', base .. 'sums', index) or '0 0', '^(%S+) (%S+)$')
  local sum = string.format('%.0f %.0f', tonumber(wholes) + change[1], tonumber(millionths) + change[2])
  gather(kept, 'sums', index, sum)
end

-- 4. Everything changes. Redis has no way back, so nothing below may fail: what is written has been checked by the
-- caller, and a memory that is full would have stopped the first of these commands. What goes leaves before anything
-- comes, so that a document which was deleted and put again is there.
redis.call('HSET', base .. 'state', 'position', to, 'step', id)
redis.call('ZADD', builds, now(), view .. ':' .. build)
local function send(command, prefix, calls)
  for key, arguments in pairs(calls) do
    -- Slices fit on Lua's stack. An even number of words parts no name from its value.
    for first = 1, #arguments, 1000 do
      redis.call(command, base .. prefix .. key, unpack(arguments, first, math.min(first + 999, #arguments)))
    end
  end
end
send('HDEL', '', forgotten)
send('ZREM', 'index:', left)
send('HSET', '', kept)
send('ZADD', 'index:', entered)

-- 5. Whoever listens hears of it. News are hints: a stream that takes none must not undo the step.
local at = firstPut + puts * 3 + 1
for _ = 1, frames do
  local words = tonumber(ARGV[at])
  redis.pcall('XADD', unpack(ARGV, at + 1, at + words))
  at = at + 1 + words
end
if redis.call('HGET', viewKey(view), 'live') == build then
  redis.pcall('PUBLISH', root .. 'moved', view .. ':' .. to)
end
return { 'ok' }
