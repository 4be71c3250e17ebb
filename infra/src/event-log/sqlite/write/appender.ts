// Decides every append and writes the events, inside transactions that the caller begins and ends; and erases events. A refused append does
// not affect the others of its transaction.

import type { DatabaseSync } from 'node:sqlite'
import type { HeadAnchor } from '../head-anchor.ts'
import { chainHash, idOf } from '../stored-event.ts'
import { conflictCode, removedCode, type EncodedAppends, type Erasure } from './writer-messages.ts'
import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../../../entries-up-to.ts'
import { forgottenName, inTransaction } from '../database.ts'

type Append = { stream: string; expected: number; records: string[] }

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
  function findRepeat({ records, expected }: Append, { id: stream }: StreamState) {
    let last: number | undefined
    for (const [offset, record] of records.entries()) {
      const row = find.get(stream, expected + 1 + offset)
      if (row === undefined || idOf(String(row['record'])) !== idOf(record)) return undefined
      last = Number(row['position'])
    }
    return last
  }

  function decide(append: Append, state: StreamState): [revision: number, position: number] {
    if (state.removed) return [state.revision, removedCode]
    const { expected, records } = append
    if (expected === state.revision) return store(append, state)
    const last = expected < state.revision ? findRepeat(append, state) : undefined
    return last === undefined ? [state.revision, conflictCode] : [expected + records.length, last]
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
    head: () => durable,
    /** Erases the events of a stream before a revision, or the whole stream permanently. */
    erase({ stream: name, before, forgetName = false }: Erasure) {
      const state = streams.find(name)
      if (!state.isStored && before !== 'all') return
      // Never beyond the end: events that are appended later must stay.
      const end = before === 'all' ? state.revision + 1 : Math.min(before, state.revision + 1)
      try {
        inTransaction(db, () => {
          if (!state.isStored) streams.add(name, state)
          db.prepare(
            'UPDATE streams SET erased_before = max(erased_before, ?), removed = max(removed, ?) WHERE id = ?',
          ).run(end, before === 'all' ? 1 : 0, state.id)
          db.prepare(
            'UPDATE events SET record = NULL WHERE stream = ? AND revision < ? AND record IS NOT NULL',
          ).run(state.id, end)
          // The row stays: its number must not be used again, and the hash chain needs no name for erased events.
          if (forgetName && before !== 'all' && end > state.revision)
            db.prepare('UPDATE streams SET name = ? WHERE id = ?').run(forgottenName(state.id), state.id)
        })
      } finally {
        streams.reset()
      }
    },
  }
}

function* decodeAppends(appends: EncodedAppends): Generator<Append> {
  for (let index = 0; index < appends.length;) {
    const [stream, expected, count] = appends.slice(index, index + 3)
    const end = index + 3 + Number(count)
    const records = appends.slice(index + 3, end).map(String)
    yield { stream: String(stream), expected: Number(expected), records }
    index = end
  }
}

/** `id` is the stream's number; `isStored` says whether the table has it. `revision` is -1 without events. */
type StreamState = { id: number; revision: number; removed: boolean; isStored: boolean }

/** Three hundred thousand streams take turns in an import. Room for 100,000 would need about 35 MB more. */
const defaultMaxStreams = 20_000

/** The states of all streams, the most recently used ones in memory and the others from the table. */
export function streamStates(db: DatabaseSync, { maxStreams = defaultMaxStreams } = {}) {
  const find = db.prepare('SELECT id, removed FROM streams WHERE name = ?')
  const last = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?')
  const insert = db.prepare('INSERT INTO streams (id, name) VALUES (?, ?)')
  const states = new LRUCache<string, StreamState>(entriesUpTo(maxStreams))
  let next = nextNumber(db)

  function load(name: string): StreamState {
    const row = find.get(name)
    if (row === undefined) return { id: next, revision: -1, removed: false, isStored: false }
    const revision = last.get(Number(row['id']))?.['revision'] ?? -1
    return {
      id: Number(row['id']),
      revision: Number(revision),
      removed: row['removed'] === 1,
      isStored: true,
    }
  }

  return {
    find(name: string): StreamState {
      const cached = states.get(name)
      if (cached !== undefined) return cached
      const state = load(name)
      // A new stream is not cached before it is stored: two of them would get the same number.
      if (state.isStored) states.set(name, state)
      return state
    },
    add(name: string, state: StreamState) {
      insert.run(state.id, name)
      state.isStored = true
      states.set(name, state)
      next++
    },
    /** Call it after a rollback: forgets the cached states, so that they are read from the table again. */
    reset() {
      states.clear()
      next = nextNumber(db)
    },
  }
}

const nextNumber = (db: DatabaseSync) =>
  Number(db.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM streams').get()?.['next'])
