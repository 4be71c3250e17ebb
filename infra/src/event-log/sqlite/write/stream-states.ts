import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** `id` is the stream's number; `stored` says that the table knows it. `revision` is -1 without events. */
export type StreamState = { id: number; revision: number; removed: boolean; isStored: boolean }

const maxStreams = 100_000

/** Where each stream stands, remembered for those in use; the table has the last word. */
export function streamStates(db: DatabaseSync) {
  const find = db.prepare('SELECT id, removed FROM streams WHERE name = ?')
  const last = db.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?')
  const insert = db.prepare('INSERT INTO streams (id, name) VALUES (?, ?)')
  const states = new LRUCache<string, StreamState>({ max: maxStreams })
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
      const known = states.get(name)
      if (known !== undefined) return known
      const state = load(name)
      // A stream without a number is not remembered: two of them would be given the same one.
      if (state.isStored) states.set(name, state)
      return state
    },
    /** Gives a stream its number for good. */
    add(name: string, state: StreamState) {
      insert.run(state.id, name)
      state.isStored = true
      states.set(name, state)
      next++
    },
    /** Called after a rollback: only the table knows where things stand. */
    reset() {
      states.clear()
      next = nextNumber(db)
    },
  }
}

export type StreamStates = ReturnType<typeof streamStates>

const nextNumber = (db: DatabaseSync) =>
  Number(db.prepare('SELECT coalesce(max(id), 0) + 1 AS next FROM streams').get()?.['next'])
