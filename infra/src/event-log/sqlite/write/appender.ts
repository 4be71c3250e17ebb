// Decides every append and writes the events, inside transactions that the caller begins and ends. A refused append does not affect the
// others of its transaction.

import type { DatabaseSync } from 'node:sqlite'
import type { HeadAnchor } from '../head-anchor.ts'
import { chainHash } from '../hash-chain.ts'
import { idOf } from '../event-encoding.ts'
import { conflictCode, removedCode, type EncodedAppends } from './writer-messages.ts'
import { streamStates, type StreamState } from './stream-states.ts'

/** One append, decoded from the flat list. */
type Append = { stream: string; expected: number; ids: string[]; records: string[] }

/** `head` is the last event in the file. */
export function openAppender(db: DatabaseSync, head: HeadAnchor) {
  const insert = db.prepare(
    'INSERT INTO events (position, stream, revision, record, hash) VALUES (?, ?, ?, ?, ?)',
  )
  const find = db.prepare('SELECT position, record FROM events WHERE stream = ? AND revision = ?')
  const streams = streamStates(db)
  let durable = head
  let { position, hash } = head

  /**
   * Returns the last position of these events when they are already stored after `expected`: then this is a repeated
   * append.
   */
  function findRepeat({ ids, expected }: Append, { id: stream }: StreamState) {
    let last: number | undefined
    for (const [offset, id] of ids.entries()) {
      const row = find.get(stream, expected + 1 + offset)
      if (row === undefined || row['record'] === null || idOf(String(row['record'])) !== id) return undefined
      last = Number(row['position'])
    }
    return last
  }

  function decide(append: Append, state: StreamState): [revision: number, position: number] {
    if (state.removed) return [state.revision, removedCode]
    const { expected, ids } = append
    if (expected === state.revision) return store(append, state)
    const last = expected < state.revision ? findRepeat(append, state) : undefined
    return last === undefined ? [state.revision, conflictCode] : [expected + ids.length, last]
  }

  function store({ stream, records }: Append, state: StreamState): [revision: number, position: number] {
    if (!state.isStored) streams.add(stream, state)
    for (const record of records) {
      position++
      state.revision++
      hash = chainHash(hash, position, state.revision, stream, record)
      insert.run(position, state.id, state.revision, record, hash)
    }
    return [state.revision, position]
  }

  return {
    /** Decides appends in order, and adds two numbers to `outcomes` for each: see `WriterResponse`. */
    apply(appends: EncodedAppends, outcomes: number[]) {
      for (const append of decodeAppends(appends))
        outcomes.push(...decide(append, streams.find(append.stream)))
    },
    /** Call it after the commit: everything that was applied is on disk. */
    committed() {
      durable = { position, hash }
    },
    /** Call it after a rollback: discards what was applied since the last commit. */
    rolledBack() {
      ;({ position, hash } = durable)
      streams.reset()
    },
    /** The last event on disk. */
    head: () => durable,
    streams,
  }
}

function* decodeAppends(appends: EncodedAppends): Generator<Append> {
  let index = 0
  while (index < appends.length) {
    const [stream, expected, count] = [
      String(appends[index]),
      Number(appends[index + 1]),
      Number(appends[index + 2]),
    ]
    const ids: string[] = []
    const records: string[] = []
    index += 3
    for (const end = index + 2 * count; index < end; index += 2) {
      ids.push(String(appends[index]))
      records.push(String(appends[index + 1]))
    }
    yield { stream, expected, ids, records }
  }
}
