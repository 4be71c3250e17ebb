import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { textEvents } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { contentOf, openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { LogUnavailable } from '../event-log.ts'

test('appends do not wait while a reader holds up the retries of an erasure, of which a later one succeeds', async () => {
  const folder = await temporaryFolder()
  const log = await openTestLog(folder)
  await log.append('user-1', textEvents('secret'), 'none')
  const other = new DatabaseSync(join(folder, 'events.db'), { readOnly: true })
  other.exec('BEGIN')
  other.prepare('SELECT count(*) FROM events').get()
  await expect(log.remove('user-1')).rejects.toBeInstanceOf(LogUnavailable)
  let slowestMs = 0
  const startedAt = performance.now()
  for (let count = 0; performance.now() - startedAt < 2_500; count++) {
    const begunAt = performance.now()
    await log.append(`thing-${count}`, textEvents('a'), 'none')
    slowestMs = Math.max(slowestMs, performance.now() - begunAt)
  }
  other.close()
  expect(slowestMs).toBeLessThan(1_000)
  const hasSecret = async () => (await contentOf(folder)).includes('secret')
  await expect.poll(hasSecret, { timeout: 5_000 }).toBe(false)
})
