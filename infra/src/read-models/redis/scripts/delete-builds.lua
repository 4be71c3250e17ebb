-- Deletes a build. UNLINK frees a large one in a separate thread.
local function deleteBuild(ofView, build)
  local base = buildKey(ofView, build)
  for _, index in ipairs(redis.call('HKEYS', base .. 'sums')) do redis.call('UNLINK', base .. 'index:' .. index) end
  redis.call('UNLINK', base .. 'state', base .. 'documents', base .. 'places', base .. 'texts', base .. 'sums')
  redis.call('ZREM', builds, ofView .. ':' .. build)
end

-- Returns the build that an entry of the list names, if it belongs to this read model.
local function buildOf(entry)
  if string.sub(entry, 1, #view + 1) == view .. ':' then return string.sub(entry, #view + 2) end
  return nil
end

-- Returns the newest live version of a read model.
local function newestLive(name, entries)
  local newest = 0
  for _, entry in ipairs(entries) do
    local ofName, version = string.match(entry, '^(.*):(%d+):[^:]+$')
    local live = ofName == name and redis.call('HGET', viewKey(name .. ':' .. version), 'live')
    if live and tonumber(version) > newest then newest = tonumber(version) end
  end
  return newest
end

-- Deletes builds without a commit for this long: builds that are not live, and live builds of a replaced version.
local function deleteAbandoned(afterMs)
  local entries = redis.call('ZRANGE', builds, 0, -1)
  for _, entry in ipairs(redis.call('ZRANGEBYSCORE', builds, '-inf', now() - afterMs)) do
    local name, version, build = string.match(entry, '^(.*):(%d+):([^:]+)$')
    local key = viewKey(name .. ':' .. version)
    if redis.call('HGET', key, 'live') ~= build then
      deleteBuild(name .. ':' .. version, build)
    elseif tonumber(version) < newestLive(name, entries) then
      deleteBuild(name .. ':' .. version, build)
      redis.call('UNLINK', key)
    end
  end
end
