#!/bin/sh
# Starts Redis with its password in a file, so that no process list shows it.
set -eu
umask 077
printf 'requirepass %s\n' "$REDIS_PASSWORD" >/run/redis/password.conf
# Read models must not be evicted; the product does not start with a Redis that evicts keys.
exec redis-server /run/redis/password.conf \
  --dir /data --appendonly yes --appendfsync everysec \
  --maxmemory 512mb --maxmemory-policy noeviction
