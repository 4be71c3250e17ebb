#!/bin/sh
# Starts Redis with its password in a file of its own, so that no list of processes shows it.
set -eu
umask 077
printf 'requirepass %s\n' "$REDIS_PASSWORD" >/run/redis/password.conf
# Read models must never be evicted one by one; the product does not start on a Redis that does so.
exec redis-server /run/redis/password.conf \
  --dir /data --appendonly yes --appendfsync everysec \
  --maxmemory 512mb --maxmemory-policy noeviction
