import { writeSync } from 'node:fs'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { logProcess } from './log-process.ts'
import { personId } from './people.ts'

// The process that interrupted.long.spec.ts kills: submits, resets and restores as fast as it can, and prints the number of
// every new run once its reset or restore is acknowledged.

const [folder = ''] = process.argv.slice(2)

const log = await openSqliteLog({ folder, onFailure: () => process.exit(3) })
const { submit, reset, restore } = logProcess(log, () => Date.parse('2026-03-02T08:00:00Z'))

for (let day = 1; ; day = (day % 30) + 1) {
  // The day may be taken in the history that was restored.
  await submit({ user: personId(1), day }).catch(() => undefined)
  const { run, backup } = await reset()
  writeSync(1, `${run}\n`)
  writeSync(1, `${(await restore(backup)).run}\n`)
}
