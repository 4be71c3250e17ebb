-- Arguments: read model, owner, fence.
if not fenced(ARGV[2], ARGV[3]) then redis.call('HDEL', viewKey(view), 'owner', 'until') end
return 'ok'
