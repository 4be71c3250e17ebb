import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { eventLogSpec } from '@thirty/infra/testing/event-log/event-log-port.ts'
import { openSqliteLog } from './sqlite.ts'

const fail = (error: Error) => {
  throw error
}

eventLogSpec('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const open = () => openSqliteLog({ folder, onFailure: fail })
  return { log: await open(), reopen: open }
})
