// Stores the events of the benchmark `append` with bare SQLite, one transaction for one event of every caller.

import { DatabaseSync } from 'node:sqlite'
import type { AppendStep } from '../load/append-load.ts'

const table = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`

/** Returns events/s. */
export function insertAll(file: string, steps: readonly AppendStep[][]): number {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${table}`)
  const insert = db.prepare('INSERT INTO events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)')
  const rounds = steps[0]?.length ?? 0
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    db.exec('BEGIN IMMEDIATE')
    for (const own of steps) {
      const step = own[round]
      if (step === undefined) continue
      const { id, type, version, at, data, metadata } = step.event
      insert.run(
        step.stream,
        step.revision,
        id,
        type,
        version,
        at,
        JSON.stringify(data),
        JSON.stringify(metadata),
      )
    }
    db.exec('COMMIT')
  }
  const seconds = (performance.now() - start) / 1000
  db.close()
  return (rounds * steps.length) / seconds
}
