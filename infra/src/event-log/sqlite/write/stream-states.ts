import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../../../entries-up-to.ts'

/** `id` is the stream's number; `isStored` says whether the table has it. `revision` is -1 without events. */
export type StreamState = { id: number; revision: number; removed: boolean; isStored: boolean }

/** Three hundred thousand streams take turns in an import. Room for 100,000 would need about 35 MB more. */
const defaultMaxStreams = 20_000

/** The state of each stream: the most recently used ones in memory, the others from the table. */
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
