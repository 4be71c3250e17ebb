// Encodes the arguments of the Lua scripts of the read model store (`scripts.ts`), and parses their replies. All arguments are texts.

import { liveStreamKey, streamEntry, maxStreamLength } from '../../live/redis/stream-entry.ts'
import { firstRank, wordsIndex, InvalidIndexEntry } from '../read-models.ts'
import { redisKeyPrefix } from '../../redis/connection.ts'
import { formatSeenHistory, parseSeenHistory } from '../../event-log/seen-history.ts'
import type {
  BuildKey,
  CheckpointMoved,
  Commit,
  IndexedEntry,
  LiveBuild,
  LiveMessage,
  Lease,
  Upsert,
  IndexRange,
  PlaceRange,
  ReadTarget,
  ReadModelKey,
} from '../read-models.ts'
import type { IndexEntry } from '../projection.ts'

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

/** Formats a bound of scores. */
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

/** Returns the arguments of `commit.lua`. */
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
    const entry = xaddArguments(message)
    scriptArguments.push(`${entry.length}`, ...entry)
  }
  return scriptArguments
}

/** Parses the reply of `live-build.lua`. */
export function parseLiveBuild(readModel: ReadModelKey, reply: unknown): LiveBuild | undefined {
  const [build, position, epoch, seen = '', outdatedSince = '', changedAt = ''] = parseTexts(reply)
  if (build === undefined || position === undefined || epoch === undefined) return undefined
  return {
    build: createBuildKey(readModel, build),
    checkpoint: BigInt(position),
    seen: { ...parseSeenHistory(seen), ...(changedAt !== '' && { changedAt: BigInt(changedAt) }) },
    epoch,
    ...(outdatedSince !== '' && { outdatedSince: Number(outdatedSince) }),
  }
}

/** Returns the arguments of XADD. */
const xaddArguments = (message: LiveMessage): string[] =>
  [liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(streamEntry(message))

/** Parses a message of the channel `moved`: the read model and the position of its live build. */
export function parseCheckpointMoved(text: string): CheckpointMoved | undefined {
  const [, name, version, position] = /^(.*):(\d+):(-?\d+)$/.exec(text) ?? []
  if (name === undefined || version === undefined || position === undefined) return undefined
  return { readModel: { name, version: Number(version) }, position: BigInt(position) }
}

export const createBuildKey = ({ name, version }: ReadModelKey, build: string): BuildKey => ({
  name,
  version,
  build,
})

/** Parses a list; `undefined` stands for a missing item. */
export const parseTexts = (reply: unknown): (string | undefined)[] =>
  Array.isArray(reply)
    ? reply.map((item) => (item === null || item === undefined ? undefined : String(item)))
    : []
