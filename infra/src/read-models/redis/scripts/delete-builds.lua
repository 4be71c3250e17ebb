-- Forgetting builds. UNLINK leaves the work of a large one to a thread of its own.
local function forget(ofView, build)
  local base = buildKey(ofView, build)
  for _, index in ipairs(redis.call('HKEYS', base .. 'sums')) do redis.call('UNLINK', base .. 'index:' .. index) end
  redis.call('UNLINK', base .. 'state', base .. 'documents', base .. 'places', base .. 'sums')
  redis.call('ZREM', builds, ofView .. ':' .. build)
end

-- The build that an entry of the list names, if it is one of this view.
local function buildOf(entry)
  if string.sub(entry, 1, #view + 1) == view .. ':' then return string.sub(entry, #view + 2) end
  return nil
end

-- The newest version of a view that is live.
local function newestLive(name, entries)
  local newest = 0
  for _, entry in ipairs(entries) do
    local ofName, version = string.match(entry, '^(.*):(%d+):[^:]+$')
    local live = ofName == name and redis.call('HGET', viewKey(name .. ':' .. version), 'live')
    if live and tonumber(version) > newest then newest = tonumber(version) end
  end
  return newest
end

-- Forgets builds that nobody fed for so long: those that are not live, and those of a version that was replaced.
local function forgetAbandoned(afterMs)
  local entries = redis.call('ZRANGE', builds, 0, -1)
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', builds, '-inf', now() - afterMs)) do
    local name, version, build = string.match(entry, '^(.*):(%d+):([^:]+)$')
    local key = viewKey(name .. ':' .. version)
    if redis.call('HGET', key, 'live') ~= build then
      forget(name .. ':' .. version, build)
    elseif tonumber(version) < newestLive(name, entries) then
      forget(name .. ':' .. version, build)
      redis.call('UNLINK', key)
    end
  end
end
