import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { LogUnavailable } from '../../event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { startSqliteLog } from '../../sqlite.ts'
import { textEvent } from '@thirty/infra/testing/event-log/port/test-events.ts'
import {
  changeDatabase,
  openTestLog,
  temporaryFolder,
  folderWithEvents,
} from '@thirty/infra/testing/event-log/sqlite-log.ts'

const open = (folder: string) => openSqliteLog({ folder, onFailure: vi.fn<(error: Error) => void>() })

const inDatabase = (from: string, to: string) => async (folder: string) => {
  const file = join(folder, 'events.db')
  const bytes = await readFile(file)
  const offset = bytes.indexOf(from)
  expect(offset).toBeGreaterThan(0)
  bytes.write(to, offset)
  await writeFile(file, bytes)
}
const removed = (name: string) => (folder: string) => rm(join(folder, name))
const written = (name: string, text: string) => (folder: string) => writeFile(join(folder, name), text)
const otherLog = (events: number) => async (folder: string) =>
  copyFile(join(await folderWithEvents(events), 'events.db'), join(folder, 'events.db'))

test('the error says what to do, and nothing is changed', async () => {
  const folder = await folderWithEvents(3)
  await inDatabase('"word 2"', '"word 4"')(folder)
  await expect(open(folder)).rejects.toThrow('npm run ops -- log accept')
  await inDatabase('"word 4"', '"word 2"')(folder)
  await expect((await openTestLog(folder)).head()).resolves.toBe(3n)
})

const changedHash = "UPDATE events SET hash = replace(hash, substr(hash, 9, 1), 'g') WHERE position = 5"

/** What is wrong, its SQL or another change of the folder, and a part of the message. */
test.for<[string, string | ((folder: string) => Promise<unknown>), string]>([
  ...[1, 5, 9].map((word): [string, (folder: string) => Promise<unknown>, string] => [
    `a changed character in event ${word}`,
    inDatabase(`"word ${word}"`, `"wOrd ${word}"`),
    `The event at position ${word} or the one before it is damaged`,
  ]),
  ['a missing event', 'DELETE FROM events WHERE position = 5', 'position 6'],
  ['another revision', 'UPDATE events SET revision = 77 WHERE position = 5', 'position 5'],
  ['another stream', 'UPDATE events SET stream = 9 WHERE position = 5', 'position 5 belongs to no stream'],
  ['a renamed stream', "UPDATE streams SET name = 'thing-x' WHERE id = 2", 'position 2'],
  ['a damaged hash', changedHash, 'position 5'],
  [
    'missing content',
    'UPDATE events SET record = NULL WHERE position = 5',
    'position 5 has lost its content',
  ],
  [
    'content that should have been erased',
    'UPDATE streams SET erased_before = 1 WHERE id = 1',
    'position 1 should have been erased',
  ],
  ['a missing end', 'DELETE FROM events WHERE position > 7', 'ends at position 7, but had reached 9'],
  ['an empty log', 'DELETE FROM events', 'ends at position 0, but had reached 9'],
  ['another log of the same length', otherLog(9), 'The event at position 9 was replaced by another event.'],
  ['another, longer log', otherLog(12), 'The event at position 9 was replaced by another event.'],
  ['a missing database file', removed('events.db'), 'ends at position 0, but had reached 9'],
  ['no database', written('events.db', 'this is no database'.repeat(1000)), 'file is not a database'],
  ['a damaged index', damageIndex, 'damaged'],
  ['a missing anchor', removed('events.head'), 'The head anchor events.head is missing.'],
  ['a damaged anchor', written('events.head', '1 abc def\n'), 'events.head is damaged'],
])('detects %s at the start', async ([, damage, sentence]) => {
  const folder = await folderWithEvents(9)
  if (typeof damage === 'string') changeDatabase(folder, damage)
  else await damage(folder)
  await expect(open(folder)).rejects.toThrow(sentence)
})

test('a damaged log that is read during its verification accepts no append and reports the damage', async () => {
  const folder = await temporaryFolder()
  const writtenLog = await openTestLog(folder)
  const events = Array.from({ length: 20_000 }, (_, index) => textEvent(`word ${index + 1}`))
  for (let from = 0; from < events.length; from += 1000)
    await writtenLog.append('thing-1', events.slice(from, from + 1000), from === 0 ? 'none' : from - 1)
  await writtenLog.close()
  await inDatabase('"word 20000"', '"word 30000"')(folder)
  const onFailure = vi.fn<(error: Error) => void>()
  const { log, verified } = await startSqliteLog({ folder, onFailure })
  const append = log.append('thing-1', [textEvent('too early')], events.length - 1)
  await expect(append).rejects.toBeInstanceOf(LogUnavailable)
  await expect(verified).rejects.toThrow('position 20000')
  expect(onFailure).not.toHaveBeenCalled()
})

/** Changes the last byte of the index's root page, which belongs to an entry. */
async function damageIndex(folder: string) {
  const file = join(folder, 'events.db')
  const offset = indexEntryOffset(file)
  const bytes = await readFile(file)
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset)
  await writeFile(file, bytes)
}

function indexEntryOffset(file: string) {
  using db = new DatabaseSync(file, { readOnly: true })
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_events_1'").get()
  return Number(root?.['rootpage']) * 4096 - 1
}
