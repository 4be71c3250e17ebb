import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { prepareRows } from '../database.ts'

const maxNames = 100_000

type NameRow = [id: number, name: string]

/**
 * Names of streams by their numbers. New streams stand close together in the log and have numbers in a row, so what is
 * missing for a slice is found by one look at a range; each name is read once and shared by its events.
 */
export function streamNames(db: DatabaseSync) {
  const findRange = prepareRows<NameRow>(db, 'SELECT id, name FROM streams WHERE id BETWEEN ? AND ?')
  const names = new LRUCache<number, string>({ max: maxNames })

  function learn(from: number, to: number) {
    for (const [id, name] of findRange.all(from, to)) names.set(id, name)
  }

  function learnMissing(missing: ReadonlySet<number>) {
    const ordered = [...missing].sort((one, other) => one - other)
    let [from, to] = [ordered[0] ?? 0, ordered[0] ?? 0]
    for (const id of ordered) {
      if (id > to + widestGap) {
        learn(from, to)
        from = id
      }
      to = id
    }
    learn(from, to)
  }

  return {
    /** Tells the names of these streams. */
    of(streams: readonly number[]): (stream: number) => string {
      const missing = new Set<number>()
      for (const stream of streams) if (!names.has(stream)) missing.add(stream)
      if (missing.size > 0) learnMissing(missing)
      return (stream) => {
        const name = names.get(stream)
        if (name === undefined) throw new Error(`Stream ${stream} has no name.`)
        return name
      }
    },
  }
}

/** Reading so many names for nothing costs less than another look. */
const widestGap = 8
