// The states of all streams, the most recently used ones in memory and the others from the table. Also erases the events of a stream.

import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../../../entries-up-to.ts'
import { forgottenName, inTransaction } from '../database.ts'
import type { Erasure } from './writer-messages.ts'

/** `id` is the stream's number; `isStored` says whether the table has it. `revision` is -1 without events. */
export type StreamState = { id: number; revision: number; removed: boolean; isStored: boolean }

/** Three hundred thousand streams take turns in an import. Room for 100,000 would need about 35 MB more. */
const defaultMaxStreams = 20_000

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
    /** Stores a new stream. */
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

export type StreamStates = ReturnType<typeof streamStates>

const nextNumber = (db: DatabaseSync) =>
  Number(db.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM streams').get()?.['next'])

/** Erases the events of a stream before a revision, or the whole stream permanently. */
export function eraseEvents(
  db: DatabaseSync,
  streams: StreamStates,
  { stream: name, before, forgetsName = false }: Erasure,
) {
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
      if (forgetsName && before !== 'all' && end > state.revision)
        db.prepare('UPDATE streams SET name = ? WHERE id = ?').run(forgottenName(state.id), state.id)
    })
  } finally {
    streams.reset()
  }
}
