import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openForWriting } from './database.ts'
import {
  textEvent,
  collectBatches,
  textsIn,
  textsOf,
} from '@thirty/infra/testing/event-log/port/test-events.ts'
import { openTestLog, temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'

const hostile = [
  "'; DROP TABLE events; --",
  "x' OR '1'='1",
  '"; DELETE FROM streams; --',
  "x', 1); ATTACH DATABASE '/tmp/x' AS x; --",
  '?1 ?2 :name @name $name',
  '%_[a-z]*',
  '\\',
]

test('stores stream names and texts that contain SQL as plain text', async () => {
  const log = await openTestLog(await temporaryFolder())
  await log.append('thing-1', [textEvent('calm')], 'none')
  for (const text of hostile) await log.append(`thing-${text}`, [textEvent(text)], 'none')
  for (const text of hostile) expect(await textsIn(log, `thing-${text}`)).toEqual([text])
  for (const text of hostile) await log.remove(`thing-${text}`)
  expect(textsOf(await collectBatches(log.readAll()))).toEqual(['calm'])
})

test("no statement can change SQLite's own schema table", async () => {
  using db = openForWriting(join(await temporaryFolder(), 'events.db'))
  db.exec('PRAGMA writable_schema = ON')
  expect(() => db.exec('DELETE FROM sqlite_schema')).toThrow('may not be modified')
})
