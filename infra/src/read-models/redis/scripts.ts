// The Lua scripts of the read model store in Redis: loads and runs them, encodes their arguments, which are texts, and parses their replies.
// Also names the keys of a build, and the channel of moved checkpoints, whose messages it parses.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Redis } from 'ioredis'
import { liveStreamKey, streamEntry, maxStreamLength } from '../../live/redis/stream-entry.ts'
import { firstRank, wordsIndex, InvalidIndexEntry } from '../read-models.ts'
import { redisKeyPrefix, type RedisConnection } from '../../redis/connection.ts'
import { formatSeenHistory, parseSeenHistory } from '../../event-log/seen-history.ts'
import type {
  BuildKey,
  CheckpointMoved,
  Commit,
  IndexedEntry,
  LiveBuild,
  Lease,
  Upsert,
  IndexRange,
  PlaceRange,
  ReadTarget,
  ReadModelKey,
} from '../read-models.ts'
import type { IndexEntry } from '../projection.ts'

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

/** Positions have twenty digits, so that they sort as text; `beginning` is -1. */
const formatPosition = (position: bigint): string =>
  position < 0n ? position.toString() : position.toString().padStart(20, '0')

export const formatReadModelKey = ({ name, version }: ReadModelKey): string => `${name}:${version}`

/** Returns what the keys of a build begin with. */
export const keyPrefixOf = (build: BuildKey): string =>
  `${redisKeyPrefix}build:${formatReadModelKey(build)}:${build.build}:`

/** Formats a build; empty for the live one. */
export const formatBuild = (key: ReadTarget): string => ('build' in key ? key.build : '')

export const leaseArguments = (lease: Lease | undefined): [owner: string, fence: string] =>
  lease ? [lease.owner, String(lease.fence)] : ['', '']

export const formatScoreBound = (bound: number): string =>
  Number.isFinite(bound) ? String(bound) : bound > 0 ? '+inf' : '-inf'

/** Formats a range: the command for its direction, its limit, and a rank, or score and tiebreaker of a place. */
export function rangeArguments(range: IndexRange | PlaceRange): string[] {
  const place = 'from' in range && range.from
  const start = place
    ? [`${place.score}`, place.tiebreaker]
    : ['offset' in range ? `${firstRank(range)}` : '0']
  return [range.reverse ? 'ZREVRANGE' : 'ZRANGE', `${range.limit}`, ...start]
}

/** Parses a member of an index, as `member` of `common.lua` builds it, and its score. Neither part of a member contains U+0000. */
export function parseEntry([member, score]: readonly [member: string, score: string]): IndexedEntry {
  const end = member.indexOf('\0')
  return { id: member.slice(end + 1), score: Number(score), tiebreaker: member.slice(0, end) }
}

/** Returns the texts of a list two by two, such as names and values by turns. */
export const pairsIn = (texts: readonly (string | undefined)[]): [string, string][] =>
  Array.from({ length: texts.length / 2 }, (_, index) => [texts[index * 2] ?? '', texts[index * 2 + 1] ?? ''])

/**
 * Formats index entries as `index\0score\0tiebreaker\0`, in the order of the index names, so that equal entries are
 * equal texts. The words come last.
 */
function formatIndexEntries({ id, indexEntries, words = [] }: Upsert): string {
  let text = ''
  for (const index of Object.keys(indexEntries).sort()) {
    const indexEntry = indexEntries[index]
    if (!indexEntry) continue
    const { score, tiebreaker = '' } = indexEntry
    if (!Number.isFinite(score))
      throw new InvalidIndexEntry(`${id} has a score in index ${index} that is not a finite number.`)
    if (index.includes('\0') || tiebreaker.includes('\0') || id.includes('\0'))
      throw new InvalidIndexEntry(`${id} has U+0000 in its entry in index ${index}.`)
    text += `${index}\0${score}\0${tiebreaker}\0`
  }
  for (const word of words) text += [wordsIndex, 0, word, ''].join('\0')
  return text
}

/** Parses the text of `formatIndexEntries`, and leaves out the words. */
export function parseIndexEntries(text: string): Upsert['indexEntries'] {
  const entries: Record<string, IndexEntry> = {}
  const parts = text.split('\0')
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [index = '', score = '', tiebreaker = ''] = parts.slice(at, at + 3)
    if (index !== wordsIndex) entries[index] = { score: Number(score), tiebreaker }
  }
  return entries
}

const formatSearchTexts = ({ texts = [] }: Upsert): string => texts.map((text) => `${text}\0`).join('')

/** Parses the text of `formatSearchTexts`. */
export const parseSearchTexts = (text: string): string[] => text.split('\0').slice(0, -1)

export function commitArguments(commit: Commit): string[] {
  const { build, lease, stepId, from, to, seen, areNew, deletes, upserts, messages } = commit
  const scriptArguments = [build.build, ...leaseArguments(lease), stepId]
  scriptArguments.push(formatPosition(from), formatPosition(to))
  scriptArguments.push(`${deletes.length}`, `${upserts.length}`, `${messages.length}`)
  scriptArguments.push(seen ? formatSeenHistory(seen) : '', areNew ? 'new' : '')
  // Apart, because a process of an older release cannot parse it.
  scriptArguments.push(seen?.changedAt === undefined ? '' : formatPosition(seen.changedAt))
  for (const deletedId of deletes) scriptArguments.push(deletedId)
  for (const upsert of upserts) {
    scriptArguments.push(upsert.id, JSON.stringify(upsert.document))
    scriptArguments.push(formatIndexEntries(upsert), formatSearchTexts(upsert))
  }
  for (const message of messages) {
    const entry = [liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*', ...streamEntry(message)]
    scriptArguments.push(`${entry.length}`, ...entry)
  }
  return scriptArguments
}

export function parseLiveBuild({ name, version }: ReadModelKey, reply: unknown): LiveBuild | undefined {
  const [build, position, epoch, seen = '', outdatedSince = '', changedAt = ''] = parseTexts(reply)
  if (build === undefined || position === undefined || epoch === undefined) return undefined
  return {
    build: { name, version, build },
    checkpoint: BigInt(position),
    seen: { ...parseSeenHistory(seen), ...(changedAt !== '' && { changedAt: BigInt(changedAt) }) },
    epoch,
    ...(outdatedSince !== '' && { outdatedSince: Number(outdatedSince) }),
  }
}

/** Parses a message of the channel `moved`: the read model and the position of its live build. */
export function parseCheckpointMoved(text: string): CheckpointMoved | undefined {
  const [, name, version, position] = /^(.*):(\d+):(-?\d+)$/.exec(text) ?? []
  if (name === undefined || version === undefined || position === undefined) return undefined
  return { readModel: { name, version: Number(version) }, position: BigInt(position) }
}

/** Parses a list; `undefined` stands for a missing item. */
export const parseTexts = (reply: unknown): (string | undefined)[] =>
  Array.isArray(reply)
    ? reply.map((item) => (item === null || item === undefined ? undefined : String(item)))
    : []
