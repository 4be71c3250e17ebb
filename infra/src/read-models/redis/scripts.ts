// Loads the Lua scripts of the read model store in Redis, and runs them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Redis } from 'ioredis'
import type { ReadModelKey } from '../read-models.ts'
import { formatReadModelKey } from './script-encoding.ts'
import { redisKeyPrefix, type RedisConnection } from '../../redis/connection.ts'

/** Where moved checkpoints are published. All databases of a server share its channels, so the channel has the number of the database. */
export function movedChannel({ options: { db = 0 } }: Redis): string {
  return `${redisKeyPrefix}moved${db === 0 ? '' : `:${db}`}`
}

/** Runs a Lua script. Its ARGV is the read model (empty for all) and `scriptArguments`. Throws `StoreUnavailable` for temporary errors. */
export type Script = (
  connection: RedisConnection,
  readModel: ReadModelKey | undefined,
  scriptArguments?: readonly string[],
) => Promise<unknown>

const readScript = (file: string): string => readFileSync(new URL(`scripts/${file}`, import.meta.url), 'utf8')

/**
 * Creates a script, which is sent by its hash, and with its text to a server that does not know it yet. A reconnect
 * may send it again, so every script must be safe to run twice.
 */
function script(...files: string[]): Script {
  const text = files.map(readScript).join('\n')
  const hash = createHash('sha1').update(text).digest('hex')
  return async (connection, readModel, scriptArguments = []) => {
    const keys = [`${redisKeyPrefix}builds`, movedChannel(connection.client)]
    const rest = ['2', ...keys, readModel ? formatReadModelKey(readModel) : '', ...scriptArguments]
    try {
      return await connection.call('evalsha', [hash, ...rest])
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return connection.call('eval', [text, ...rest])
    }
  }
}

export const scripts = {
  beginBuild: script('common.lua', 'delete-builds.lua', 'begin-build.lua'),
  beginEpoch: script('common.lua', 'begin-epoch.lua'),
  activate: script('common.lua', 'delete-builds.lua', 'activate.lua'),
  drop: script('common.lua', 'delete-builds.lua', 'drop.lua'),
  acquireLease: script('common.lua', 'delete-builds.lua', 'acquire-lease.lua'),
  releaseLease: script('common.lua', 'release-lease.lua'),
  commit: script('common.lua', 'commit.lua'),
  liveBuild: script('common.lua', 'live-build.lua'),
  read: script('common.lua', 'read.lua'),
}
