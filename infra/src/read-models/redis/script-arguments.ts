import { z } from 'zod'
import { liveStreamKey, streamEntry, maxStreamLength } from '../../live/redis/stream-entry.ts'
import { InvalidIndexEntry } from '../read-models.ts'
import type {
  BuildKey,
  Commit,
  LiveMessage,
  Lease,
  WorkerPresence,
  Upsert,
  IndexRange,
  ReadTarget,
  ReadModelKey,
} from '../read-models.ts'

// How things are said to the scripts. Every word is text.

/** Positions have twenty digits, so that they sort as text; the beginning is -1. */
const positionWord = (position: bigint): string =>
  position < 0n ? position.toString() : position.toString().padStart(20, '0')

export const formatReadModelKey = ({ name, version }: ReadModelKey): string => `${name}:${version}`

/** Empty for the live build. */
export const formatBuild = (key: ReadTarget): string => ('build' in key ? key.build : '')

export const leaseArguments = (lease: Lease | undefined): [owner: string, fence: string] =>
  lease ? [lease.owner, String(lease.fence)] : ['', '']

/** A bound of scores. */
export const formatScoreBound = (bound: number): string =>
  Number.isFinite(bound) ? String(bound) : bound > 0 ? '+inf' : '-inf'

export const firstRank = ({ offset }: IndexRange): number => Math.max(offset, 0)

/** A window of an index: first and last rank, and the command by whose direction they count. */
export function rangeArguments(range: IndexRange): string[] {
  const from = firstRank(range)
  // A window without width is asked for as well: it may turn out that there is no such view.
  const to = range.limit > 0 ? Math.min(from + range.limit, Number.MAX_SAFE_INTEGER) - 1 : -1
  const bounds = to < from ? ['1', '0'] : [`${from}`, `${to}`]
  return [...bounds, range.reverse ? 'ZREVRANGE' : 'ZRANGE']
}

/** A member of an index, as `member` of `common.lua` puts it together: neither part holds U+0000. */
export function parseMember(member: string): { tie: string; id: string } {
  const end = member.indexOf('\0')
  return { tie: member.slice(0, end), id: member.slice(end + 1) }
}

/** `index\0score\0tie\0` for each place, in the order of the index names, so that the same places are the same text. */
function placesWord({ id, indexEntries: indexes }: Upsert): string {
  let places = ''
  for (const index of Object.keys(indexes).sort()) {
    const place = indexes[index]
    if (!place) continue
    const { score, tiebreaker: tie = '' } = place
    if (!Number.isFinite(score)) throw new InvalidIndexEntry(`${id} has no number as its place in ${index}.`)
    if (`${index}${tie}${id}`.includes('\0'))
      throw new InvalidIndexEntry(`${id} has U+0000 in its place in ${index}.`)
    places += `${index}\0${score}\0${tie}\0`
  }
  return places
}

/** What `commit.lua` expects. */
export function commitArguments({
  build,
  lease,
  stepId: id,
  from,
  to,
  deletes,
  upserts: puts,
  messages: frames,
}: Commit): string[] {
  const words = [
    formatReadModelKey(build),
    build.build,
    ...leaseArguments(lease),
    id,
    positionWord(from),
    positionWord(to),
  ]
  words.push(`${deletes.length}`, `${puts.length}`, `${frames.length}`)
  for (const gone of deletes) words.push(gone)
  for (const put of puts) words.push(put.id, JSON.stringify(put.document), placesWord(put))
  for (const frame of frames) {
    const entry = entryWords(frame)
    words.push(`${entry.length}`, ...entry)
  }
  return words
}

/** What XADD expects. */
const entryWords = (frame: LiveMessage): string[] =>
  [liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(streamEntry(frame))

/** What `moved` says: the view, and the position of its live build. */
export function parseCheckpointMoved(
  text: string,
): { readModel: ReadModelKey; position: bigint } | undefined {
  const [, name, version, position] = /^(.*):(\d+):(-?\d+)$/.exec(text) ?? []
  if (name === undefined || version === undefined || position === undefined) return undefined
  return { readModel: { name, version: Number(version) }, position: BigInt(position) }
}

export const createBuildKey = ({ name, version }: ReadModelKey, build: string): BuildKey => ({
  name,
  version,
  build,
})

/** A reply of a script that is a list; `undefined` stands where there was nothing. */
export const parseTexts = (reply: unknown): (string | undefined)[] =>
  Array.isArray(reply)
    ? reply.map((item) => (item === null || item === undefined ? undefined : String(item)))
    : []

const readModelKeys = z.array(z.object({ name: z.string(), version: z.number() }))

/** What `attend.lua` answers: owner and views, over and over. The views are what `attend` once said. */
export function parseWorkerPresences(reply: unknown): WorkerPresence[] {
  const words = parseTexts(reply)
  return words.flatMap((owner = '', at) =>
    at % 2 === 0 ? [{ owner, readModels: readModelKeys.parse(JSON.parse(words[at + 1] ?? '[]')) }] : [],
  )
}
