import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// node replay.ts <folder>: reads and parses all rows of the log of a folder, and prints events/s.

const db = new DatabaseSync(join(process.argv[2] ?? '', 'events.db'), { readOnly: true })
const rows = db.prepare('SELECT position, stream, revision, record FROM events ORDER BY position')

const start = performance.now()
let count = 0
for (const { record } of rows.iterate()) {
  JSON.parse(String(record))
  count++
}
console.log(count / ((performance.now() - start) / 1000))
db.close()
