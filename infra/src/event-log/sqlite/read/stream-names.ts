import type { DatabaseSync } from 'node:sqlite'
import { prepareRows } from '../database.ts'

const maxNames = 100_000

type NameRow = [id: number, name: string]

/** Looks up names of streams by their numbers; all missing names of a slice are read at once. */
export function streamNames(db: DatabaseSync) {
  const find = prepareRows<NameRow>(
    db,
    'SELECT id, name FROM streams WHERE id IN (SELECT value FROM json_each(?))',
  )
  // A plain Map, cleared when it is full: with an LRU cache, which moves an entry at every lookup, reading the whole
  // log took a quarter longer.
  const names = new Map<number, string>()
  const nameOf = (stream: number): string => {
    const name = names.get(stream)
    if (name === undefined) throw new Error(`Stream ${stream} has no name.`)
    return name
  }
  return {
    /** Returns the names of these streams. */
    of(streams: readonly number[]): string[] {
      if (names.size >= maxNames) names.clear()
      const missing = new Set(streams.filter((stream) => !names.has(stream)))
      if (missing.size > 0)
        for (const [id, name] of find.all(JSON.stringify([...missing]))) names.set(id, name)
      return streams.map(nameOf)
    },
  }
}
