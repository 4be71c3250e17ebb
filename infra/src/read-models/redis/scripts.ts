import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RedisConnection } from './connection.ts'

/** All keys stand under one hash tag: what changes together is in one slot of a cluster. */
export const keyPrefix = '{thirty}:'

/** A script of this folder. `words` are its ARGV. Throws `StoreUnavailable` for whatever passes by itself. */
export type Script = (line: RedisConnection, words: readonly (string | number)[]) => Promise<unknown>

const textOf = (file: string): string => readFileSync(new URL(`scripts/${file}`, import.meta.url), 'utf8')

/**
 * Sent by its hash, and as a whole to a server that does not know it yet. A connection that breaks off may send it
 * again, so every script of ours may run twice.
 */
function script(...files: string[]): Script {
  const text = files.map(textOf).join('\n')
  const hash = createHash('sha1').update(text).digest('hex')
  return async (line, words) => {
    const rest = ['1', `${keyPrefix}builds`, ...words]
    try {
      return await line.call('evalsha', [hash, ...rest])
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return line.call('eval', [text, ...rest])
    }
  }
}

export const scripts = {
  beginBuild: script('common.lua', 'delete-builds.lua', 'begin-build.lua'),
  activate: script('common.lua', 'delete-builds.lua', 'activate.lua'),
  drop: script('common.lua', 'delete-builds.lua', 'drop.lua'),
  acquireLease: script('common.lua', 'delete-builds.lua', 'acquire-lease.lua'),
  releaseLease: script('common.lua', 'release-lease.lua'),
  announceWorker: script('common.lua', 'announce-worker.lua'),
  commit: script('common.lua', 'commit.lua'),
  liveBuild: script('common.lua', 'live-build.lua'),
  read: script('common.lua', 'read.lua'),
}
