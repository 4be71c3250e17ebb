import type { Clock } from '../clock.ts'
import { removedBytes } from '../personal-documents/removed-bytes.ts'
import { openSmallFile, whileAvailable } from '../personal-documents/sqlite-file.ts'
import type { DeliveryStore, Entry } from './delivery-store.ts'

const fileName = 'deliveries.db'
const schema = `
  CREATE TABLE IF NOT EXISTS entries (
    queue TEXT NOT NULL,
    id TEXT NOT NULL,
    due INTEGER,
    document TEXT NOT NULL,
    PRIMARY KEY (queue, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_due ON entries (queue, due, id) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`

const progressFact = 'progress'
const leaseFact = 'lease'
const stateFact = (queue: string): string => `state ${queue}`

/**
 * Keeps the queues in a database file of a folder. A commit does not wait for the disk: a power cut may take the changes of the last
 * moments, together with their progress. Throws `ConfigError` if the file cannot be used.
 */
export function sqliteDeliveries(folder: string, clock: Clock): DeliveryStore {
  const db = openSmallFile(folder, fileName, schema)
  const removed = removedBytes(db)
  const setFactQuery = db.prepare(
    'INSERT INTO facts VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const factQuery = db.prepare('SELECT value FROM facts WHERE name = ?')
  const removeFact = db.prepare('DELETE FROM facts WHERE name = ?')
  const insert = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const insertOrReplace = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)')
  const update = db.prepare('UPDATE entries SET due = ?, document = ? WHERE queue = ? AND id = ?')
  const trim = db.prepare(`DELETE FROM entries WHERE queue = ? AND due IS NULL AND id NOT IN
    (SELECT id FROM entries WHERE queue = ? AND due IS NULL ORDER BY id DESC LIMIT ?)`)
  const first = db.prepare('SELECT * FROM entries WHERE queue = ? AND due <= ? ORDER BY due, id LIMIT 1')
  const one = db.prepare('SELECT * FROM entries WHERE queue = ? AND id = ?')
  const newest = db.prepare('SELECT * FROM entries WHERE queue = ? ORDER BY id DESC LIMIT ?')
  const total = db.prepare('SELECT count(*) AS n FROM entries WHERE queue = ?')
  const waiting = db.prepare('SELECT * FROM entries WHERE queue = ? AND due IS NOT NULL ORDER BY id LIMIT ?')
  const waitingTotal = db.prepare('SELECT count(*) AS n FROM entries WHERE queue = ? AND due IS NOT NULL')
  const removeOne = db.prepare('DELETE FROM entries WHERE queue = ? AND id = ?')
  const removeAll = db.prepare('DELETE FROM entries WHERE queue = ?')

  const fact = (name: string): unknown => {
    const value = factQuery.get(name)?.['value']
    return value === undefined ? undefined : JSON.parse(String(value))
  }
  const setFact = (name: string, value: unknown) => setFactQuery.run(name, JSON.stringify(value))
  const lease = (): { holder: string; until: number } | undefined => {
    // Safe: only `acquire` writes it.
    const stored = fact(leaseFact) as { holder: string; until: number } | undefined
    return stored !== undefined && stored.until > clock() ? stored : undefined
  }
  /** Nothing is awaited inside, so that no other change comes in between. */
  const transaction = <Result>(work: () => Result): Result =>
    whileAvailable(() => {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    }, fileName)
  const asHolder = (holder: string, work: () => boolean): boolean =>
    transaction(() => lease()?.holder === holder && work())
  const read = <Result>(work: () => Result): Result => whileAvailable(work, fileName)

  return {
    acquire: async (holder, forMs) =>
      transaction(() => {
        if ((lease()?.holder ?? holder) !== holder) return false
        setFact(leaseFact, { holder, until: clock() + forMs })
        return true
      }),
    release: async (holder) =>
      transaction(() => {
        if (lease()?.holder === holder) removeFact.run(leaseFact)
      }),
    loadProgress: async () => read(() => fact(progressFact)),
    enqueue: async (holder, entries, progress) =>
      asHolder(holder, () => {
        for (const { queue, id, due, document } of entries)
          insert.run(queue, id, due, JSON.stringify(document))
        setFact(progressFact, progress)
        return true
      }),
    put: async (queue, { id, due, document }) => {
      transaction(() => insertOrReplace.run(queue, id, due, JSON.stringify(document)))
    },
    replace: async (queue, { id, due, document }) =>
      transaction(() => update.run(due, JSON.stringify(document), queue, id).changes > 0),
    update: async (holder, queue, { id, due, document }, { state, maxKept }) =>
      asHolder(holder, () => {
        const { changes } = update.run(due, JSON.stringify(document), queue, id)
        if (changes === 0) return false
        if (state !== undefined) setFact(stateFact(queue), state)
        if (due === null) trim.run(queue, queue, maxKept)
        return true
      }),
    nextDue: async (queue, now) => read(() => entryOf(first.get(queue, now))),
    load: async (queue, id) => read(() => entryOf(one.get(queue, id))),
    list: async (queue, limit) =>
      read(() => ({
        entries: newest.all(queue, limit).flatMap((row) => entryOf(row) ?? []),
        total: Number(total.get(queue)?.['n'] ?? 0),
      })),
    listWaiting: async (queue, limit) =>
      read(() => waiting.all(queue, limit).flatMap((row) => entryOf(row) ?? [])),
    countWaiting: async (queue) => read(() => Number(waitingTotal.get(queue)?.['n'] ?? 0)),
    loadState: async (queue) => read(() => fact(stateFact(queue))),
    remove: async (queue, ids) => {
      transaction(() => ids.forEach((id) => removeOne.run(queue, id)))
      if (ids.length > 0) removed.eraseSoon()
    },
    removeQueue: async (queue) => {
      transaction(() => {
        removeAll.run(queue)
        removeFact.run(stateFact(queue))
      })
      removed.eraseSoon()
    },
    close: async () => {
      if (!db.isOpen) return
      removed.close()
      db.close()
    },
  }
}

const entryOf = (row: Record<string, unknown> | undefined): Entry | undefined =>
  row && {
    id: String(row['id']),
    due: row['due'] === null ? null : Number(row['due']),
    document: JSON.parse(String(row['document'])),
  }
