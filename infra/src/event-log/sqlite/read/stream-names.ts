import type { DatabaseSync } from 'node:sqlite'
import { prepareRows } from '../database.ts'

const maxNames = 100_000

type NameRow = [id: number, name: string]

/**
 * Looks up names of streams by their numbers. Streams that are close in the log usually have close numbers, so a few
 * range queries read the missing names of a slice.
 */
export function streamNames(db: DatabaseSync) {
  const findRange = prepareRows<NameRow>(db, 'SELECT id, name FROM streams WHERE id BETWEEN ? AND ?')
  // A plain Map, cleared when it is full: with an LRU cache, which moves an entry at every lookup, reading the whole
  // log took a quarter longer.
  const names = new Map<number, string>()

  function load(from: number, to: number) {
    for (const [id, name] of findRange.all(from, to)) names.set(id, name)
  }

  function loadMissing(missing: ReadonlySet<number>) {
    const ordered = [...missing].sort((a, b) => a - b)
    let [from, to] = [ordered[0] ?? 0, ordered[0] ?? 0]
    for (const id of ordered) {
      if (id > to + maxGap) {
        load(from, to)
        from = id
      }
      to = id
    }
    load(from, to)
  }

  return {
    /** Returns the names of these streams. */
    of(streams: readonly number[]): string[] {
      if (names.size >= maxNames) names.clear()
      const found = streams.map((stream) => names.get(stream))
      const missing = new Set(streams.filter((_, index) => found[index] === undefined))
      if (missing.size > 0) loadMissing(missing)
      return found.map((known, index) => {
        const stream = streams[index] ?? 0
        const name = known ?? names.get(stream)
        if (name === undefined) throw new Error(`Stream ${stream} has no name.`)
        return name
      })
    },
  }
}

/** Reading this many unneeded names costs less than another query. */
const maxGap = 8
