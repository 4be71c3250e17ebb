import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { HeadAnchor } from '../head-anchor.ts'
import { chainHash } from '../hash-chain.ts'
import { conflictCode, isAnyRevision, removedCode } from './writer-messages.ts'
import type { EncodedAppends } from './writer-messages.ts'
import { streamStates } from './stream-states.ts'
import type { StreamState } from './stream-states.ts'

/** One append, read out of the flat list. */
type Append = { stream: string; expected: number; ids: string[]; records: string[] }

/** Where an event was stored. `stream` is the stream's number. */
type EventLocation = { stream: number; revision: number }

/** A repeated append without an expected revision is recognised among this many of the newest events. */
const maxRecentEvents = 16_384

/**
 * Decides every append and writes the events, inside transactions that the caller begins and ends.
 * `head` is the last event of the file. An append that is refused leaves the others of its transaction alone.
 */
export function openAppender(db: DatabaseSync, head: HeadAnchor) {
  const insert = db.prepare(
    'INSERT INTO events (position, stream, revision, record, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const find = db.prepare('SELECT position, record FROM events WHERE stream = ? AND revision = ?')
  const streams = streamStates(db)
  const recent = new LRUCache<string, EventLocation>({ max: maxRecentEvents })
  let durable = head
  let { position, hash } = head
  let unsettled: string[] = []

  /** The answer that the first try got, when these very events already stand behind `expected`. */
  function earlierAnswer({ ids }: Append, { id: stream }: StreamState, expected: number) {
    let last: number | undefined
    for (const [index, id] of ids.entries()) {
      const row = find.get(stream, expected + 1 + index)
      if (row === undefined || row['record'] === null || idOf(String(row['record'])) !== id) return undefined
      last = Number(row['position'])
    }
    return last
  }

  function decide(append: Append, state: StreamState): [revision: number, position: number] {
    if (state.removed) return [state.revision, removedCode]
    const first = isAnyRevision(append.expected) ? recentPlace(append, state) : undefined
    if (append.expected === state.revision || (isAnyRevision(append.expected) && first === undefined))
      return store(append, state)
    const expected = first ?? append.expected
    const last = expected < state.revision ? earlierAnswer(append, state, expected) : undefined
    return last === undefined ? [state.revision, conflictCode] : [expected + append.ids.length, last]
  }

  /** The revision before the place where the first of these events went not long ago. */
  function recentPlace({ ids }: Append, state: StreamState) {
    const place = recent.peek(ids[0] ?? '')
    return place?.stream === state.id ? place.revision - 1 : undefined
  }

  function store({ stream, ids, records }: Append, state: StreamState): [revision: number, position: number] {
    if (!state.isStored) streams.add(stream, state)
    for (const [index, record] of records.entries()) {
      position++
      state.revision++
      hash = chainHash(hash, position, state.revision, stream, record)
      insert.run(position, state.id, state.revision, record, hash)
      const id = ids[index] ?? ''
      recent.set(id, { stream: state.id, revision: state.revision })
      unsettled.push(id)
    }
    return [state.revision, position]
  }

  return {
    /** Decides appends in order, and adds two numbers to `outcomes` for each: see `FromWriter`. */
    apply(appends: EncodedAppends, outcomes: number[]) {
      for (const append of unpack(appends)) outcomes.push(...decide(append, streams.find(append.stream)))
    },
    /** What was applied is on disk. */
    committed() {
      durable = { position, hash }
      unsettled = []
    },
    /** What was applied since the last commit never happened. */
    rolledBack() {
      ;({ position, hash } = durable)
      for (const id of unsettled) recent.delete(id)
      unsettled = []
      streams.reset()
    },
    /** Last event on disk. */
    head: () => durable,
    streams,
  }
}

function* unpack(appends: EncodedAppends): Generator<Append> {
  let at = 0
  while (at < appends.length) {
    const [stream, expected, count] = [String(appends[at]), Number(appends[at + 1]), Number(appends[at + 2])]
    const ids: string[] = []
    const records: string[] = []
    at += 3
    for (const end = at + 2 * count; at < end; at += 2) {
      ids.push(String(appends[at]))
      records.push(String(appends[at + 1]))
    }
    yield { stream, expected, ids, records }
  }
}

/** Every record is an object that begins with its id. */
const idOf = (record: string) => record.slice(7, 43)
