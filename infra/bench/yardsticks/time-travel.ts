import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readBlockFile } from '@thirty/infra/files/block-file.ts'

// node time-travel.ts <folder>: reads and parses the largest snapshot of a leaderboard in a folder and 5,000 events, and prints
// the milliseconds.

const [folder = ''] = process.argv.slice(2)
const boards = join(folder, 'snapshots', 'boards')
const start = performance.now()
let largest = { path: '', size: -1 }
for (const name of await readdir(boards).catch(() => [])) {
  const path = join(boards, name)
  const { size } = await stat(path)
  if (size > largest.size) largest = { path, size }
}
for await (const { data } of (await readBlockFile(largest.path))?.blocks() ?? []) JSON.parse(data.toString())
const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
const rows = db.prepare('SELECT record FROM events ORDER BY position LIMIT 5000')
for (const { record } of rows.iterate()) JSON.parse(String(record))
console.log(performance.now() - start)
db.close()
