import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readBlockFile } from '@thirty/infra/files/block-file.ts'

// node time-travel.ts <folder>: reads and parses the largest snapshot of a leaderboard in a folder and 2,500 events several
// times, and prints the median of the CPU time of the main thread in milliseconds.

const rounds = 7
const [folder = ''] = process.argv.slice(2)
const boards = join(folder, 'snapshots', 'boards')
let largest = { path: '', size: -1 }
for (const name of await readdir(boards).catch(() => [])) {
  const path = join(boards, name)
  const { size } = await stat(path)
  if (size > largest.size) largest = { path, size }
}
const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
const times: number[] = []
for (let round = 0; round < rounds; round++) {
  const start = process.threadCpuUsage()
  for await (const { data } of (await readBlockFile(largest.path))?.blocks() ?? [])
    for (const line of data.toString().split('\n')) JSON.parse(line)
  const rows = db.prepare('SELECT record FROM events ORDER BY position LIMIT 2500')
  for (const { record } of rows.iterate()) JSON.parse(String(record))
  const { user, system } = process.threadCpuUsage(start)
  times.push((user + system) / 1_000)
}
console.log(times.toSorted((left, right) => left - right)[Math.floor(rounds / 2)])
db.close()
