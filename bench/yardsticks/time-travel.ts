import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// node time-travel.ts <folder>: reads and parses 2,500 events several times, and prints the median of the CPU time of the main
// thread in milliseconds.

const rounds = 7
const [folder = ''] = process.argv.slice(2)
const db = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
const times: number[] = []
for (let round = 0; round < rounds; round++) {
  const start = process.threadCpuUsage()
  const rows = db.prepare('SELECT record FROM events ORDER BY position LIMIT 2500')
  for (const { record } of rows.iterate()) JSON.parse(String(record))
  const { user, system } = process.threadCpuUsage(start)
  times.push((user + system) / 1_000)
}
console.log(times.toSorted((left, right) => left - right)[Math.floor(rounds / 2)])
db.close()
