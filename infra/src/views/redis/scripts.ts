import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Line } from './line.ts'

/** All keys stand under one hash tag: what changes together is in one slot of a cluster. */
export const root = '{thirty}:'

/** A script of this folder. `words` are its ARGV. Throws `StoreUnavailable` for whatever passes by itself. */
export type Script = (line: Line, words: readonly (string | number)[]) => Promise<unknown>

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

/**
 * Sent by its hash, and as a whole to a server that does not know it yet. A connection that breaks off may send it
 * again, so every script of ours may run twice.
 */
function script(...files: string[]): Script {
  const text = files.map(textOf).join('\n')
  const hash = createHash('sha1').update(text).digest('hex')
  return async (line, words) => {
    const rest = ['1', `${root}builds`, ...words]
    try {
      return await line.call('evalsha', [hash, ...rest])
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error
      return line.call('eval', [text, ...rest])
    }
  }
}

export const scripts = {
  begin: script('common.lua', 'forget.lua', 'begin.lua'),
  goLive: script('common.lua', 'forget.lua', 'go-live.lua'),
  drop: script('common.lua', 'forget.lua', 'drop.lua'),
  lead: script('common.lua', 'forget.lua', 'lead.lua'),
  resign: script('common.lua', 'resign.lua'),
  attend: script('common.lua', 'attend.lua'),
  commit: script('common.lua', 'commit.lua'),
  live: script('common.lua', 'live.lua'),
  read: script('common.lua', 'read.lua'),
}
