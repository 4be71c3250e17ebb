import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

// node backup-file.ts export|import <folder> <file>: writes all rows of a log into a gzip file, or stores all lines of such a
// file in a table, without any checks. Prints rows/s.

const [command = '', folder = '', file = ''] = process.argv.slice(2)
const start = performance.now()
const rows = command === 'export' ? await exportRows() : await importRows()
console.log(rows / ((performance.now() - start) / 1000))

async function exportRows(): Promise<number> {
  const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  let count = 0
  const lines = function* () {
    for (const { record } of db.prepare('SELECT record FROM events ORDER BY position').iterate()) {
      count++
      yield `${String(record)}\n`
    }
  }
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(file),
  )
  db.close()
  return count
}

async function importRows(): Promise<number> {
  const db = new DatabaseSync(join(folder, 'rows.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS rows (line TEXT)')
  const insert = db.prepare('INSERT INTO rows (line) VALUES (?)')
  let count = 0
  db.exec('BEGIN')
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    insert.run(line)
    if (++count % 1_000 === 0) db.exec('COMMIT; BEGIN')
  }
  db.exec('COMMIT')
  db.close()
  return count
}
