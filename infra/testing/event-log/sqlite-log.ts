import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'

/** A folder for one test, gone afterwards. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a log that must not fail, and closes it with the test. */
export async function openTestLog(folder: string): Promise<EventLog> {
  const log = await openSqliteLog({
    folder,
    onFailure(error) {
      throw error
    },
  })
  onTestFinished(() => log.close())
  return log
}

export function textEvent(text: string, id: string = randomUUID()): NewEvent {
  const at = '2026-11-20T10:00:00.000Z'
  return { id, type: 'ThingSaid', version: 1, at, data: { text }, metadata: { correlation: 'c-1' } }
}

/** A closed log with `count` events that say "word 1", "word 2", …, at the positions of the same number. */
export async function folderWithEvents(count: number): Promise<string> {
  const folder = await temporaryFolder()
  const log = await openTestLog(folder)
  for (let word = 1; word <= count; word++)
    await log.append(`thing-${word % 3}`, [textEvent(`word ${word}`)], 'any')
  await log.close()
  return folder
}
