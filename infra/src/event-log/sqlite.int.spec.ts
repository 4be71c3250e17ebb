import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { eventLogSpec } from '@thirty/infra/testing/event-log/event-log-port.ts'
import { createTemporaryFolder, failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'

/** Random interleavings of writers and readers. A campaign tries more: INTERLEAVINGS=1000. */
const runs = Number(process.env['INTERLEAVINGS'] ?? 25)

eventLogSpec(
  'SQLite',
  async () => {
    const folder = await createTemporaryFolder()
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const open = () => openSqliteLog({ folder, onFailure: failTest })
    return { log: await open(), reopen: open }
  },
  runs,
)
