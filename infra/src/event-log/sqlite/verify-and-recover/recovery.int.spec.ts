import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { textEvent, collectBatches, textsOf } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { openForReading } from '../database.ts'
import { rebuildDatabase, acceptLoss, inspectLog } from './recovery.ts'
import {
  changeDatabase as change,
  openTestLog,
  folderWithEvents,
  temporaryFolder,
} from '@thirty/infra/testing/event-log/sqlite-log.ts'

const noon = () => Date.parse('2026-11-20T12:00:00.000Z')

test('does not change an intact log', async () => {
  const folder = await folderWithEvents(5)
  expect(inspectLog(folder)).toEqual({ events: 5, head: 5n, lost: [] })
  expect(acceptLoss(folder, noon)).toBeUndefined()
})

test('inspects a log that is in use', async () => {
  const folder = await folderWithEvents(5)
  const log = await openTestLog(folder)
  await log.append('thing-9', [textEvent('new')], 'none')
  expect(inspectLog(folder)).toEqual({ events: 6, head: 6n, lost: [] })
  expect(() => acceptLoss(folder, noon)).toThrow('Another process already uses the event log')
})

const words = (...numbers: number[]) => numbers.map((number) => `word ${number}`)

/** Changes the last page of each table or index. */
async function changeLastPages(folder: string, names: string[], edit: (page: Buffer) => void) {
  const file = join(folder, 'events.db')
  const bytes = await readFile(file)
  using db = openForReading(file)
  const find = db.prepare("SELECT max(pageno) AS page FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
  for (const name of names) {
    const page = Number(find.get(name)?.['page'])
    edit(bytes.subarray((page - 1) * 4096, page * 4096))
  }
  await writeFile(file, bytes)
}

async function damageStreams(folder: string) {
  change(
    folder,
    `WITH RECURSIVE numbers (n) AS (SELECT 4 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
     INSERT INTO streams (id, name) SELECT n, 'thing-' || n FROM numbers`,
  )
  await changeLastPages(folder, ['streams', 'sqlite_autoindex_events_1'], (page) => page.fill(0))
}

const changedEvents = "UPDATE events SET record = replace(record, 'word', 'wort') WHERE position IN (3, 4)"
const changedHash = `UPDATE events SET hash = '${'0'.repeat(64)}' WHERE position = 4`
const unerased = "UPDATE streams SET erased_before = 1 WHERE name = 'thing-1'"

/** The damage (SQL, or another change of the folder), the positions of the lost events, and the positions of the erased events. */
test.for<[string, string | ((folder: string) => Promise<void>), number[], number[]?]>([
  ['a missing end', 'DELETE FROM events WHERE position > 6', [7, 8, 9]],
  ['changed events', changedEvents, [3, 4]],
  ['a damaged hash', changedHash, []],
  ['an impossible stream', 'UPDATE events SET stream = 1000000000000 WHERE position = 4', [4]],
  ['unreadable ends of the streams and of the index of the events', damageStreams, []],
  ['content that should have been erased', unerased, [], [1]],
  ['a missing anchor', (folder) => rm(join(folder, 'events.head')), []],
])(
  'of a log with %s it gives up what is lost only, and never reuses its positions',
  async ([, damage, gone, erased = []]) => {
    const folder = await folderWithEvents(9)
    const lost = gone.length === 0 ? [] : [{ from: BigInt(gone[0] ?? 0), to: BigInt(gone.at(-1) ?? 0) }]
    const kept = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((word) => ![...gone, ...erased].includes(word))
    if (typeof damage === 'string') change(folder, damage)
    else await damage(folder)
    expect(inspectLog(folder)).toMatchObject({ fault: expect.any(String), lost })
    expect(acceptLoss(folder, noon)?.lost).toEqual(lost)
    expect(inspectLog(folder)).toEqual({ events: kept.length, head: 9n, lost: [] })
    const log = await openTestLog(folder)
    expect(textsOf(await collectBatches(log.readAll()))).toEqual(words(...kept))
    expect((await appendToEnd(log, 'thing-1', [textEvent('new')])).position).toBe(10n)
  },
)

test('erased events stay erased', async () => {
  const folder = await folderWithEvents(9)
  const log = await openTestLog(folder)
  await log.remove('thing-2')
  await log.close()
  change(folder, 'DELETE FROM events WHERE position = 9')
  expect(acceptLoss(folder, noon)?.lost).toEqual([{ from: 9n, to: 9n }])
  const again = await openTestLog(folder)
  expect(textsOf(await collectBatches(again.readAll()))).toEqual(words(1, 3, 4, 6, 7))
  await expect(again.append('thing-2', [textEvent('more')], 'none')).rejects.toMatchObject({
    name: 'StreamRemoved',
  })
})

test('keeps all events outside a page of zeros', async () => {
  const folder = await folderWithEvents(400)
  const file = join(folder, 'events.db')
  const bytes = await readFile(file)
  const page = Math.floor(bytes.indexOf('"word 200"') / 4096)
  bytes.fill(0, page * 4096, (page + 1) * 4096)
  await writeFile(file, bytes)
  const result = acceptLoss(folder, noon)
  const [loss] = result?.lost ?? []
  expect(result?.lost).toHaveLength(1)
  expect(Number(loss?.to) - Number(loss?.from)).toBeLessThan(20)
  expect(inspectLog(folder)).toMatchObject({ head: 400n, lost: [] })
})

test('recovers from one loss after another', async () => {
  const folder = await folderWithEvents(9)
  change(folder, 'DELETE FROM events WHERE position IN (2, 3)')
  acceptLoss(folder, noon)
  change(folder, 'DELETE FROM events WHERE position = 8')
  expect(acceptLoss(folder, () => noon() + 1000)?.lost).toEqual([{ from: 8n, to: 8n }])
  expect(inspectLog(folder)).toEqual({ events: 6, head: 9n, lost: [] })
})

test('recovers from a missing database with an empty log that continues the positions', async () => {
  const folder = await folderWithEvents(9)
  await rm(join(folder, 'events.db'))
  expect(acceptLoss(folder, noon)?.lost).toEqual([{ from: 1n, to: 9n }])
  const log = await openTestLog(folder)
  expect((await log.append('thing-1', [textEvent('new')], 'none')).position).toBe(10n)
})

test('keeps the damaged files unchanged in another folder', async () => {
  const folder = await folderWithEvents(9)
  change(folder, 'DELETE FROM events WHERE position > 6')
  const damaged = await readFile(join(folder, 'events.db'))
  const damagedFilesFolder = acceptLoss(folder, noon)?.damagedFilesFolder ?? ''
  expect(damagedFilesFolder).toBe(join(folder, 'damaged-2026-11-20T12-00-00.000Z'))
  expect(damaged.equals(await readFile(join(damagedFilesFolder, 'events.db')))).toBe(true)
})

test('recovers a log with more streams than a function may have arguments', async () => {
  const file = join(await temporaryFolder(), 'events.new.db')
  const names = Array.from({ length: 130_000 }, (_, id) => [id, `thing-${id}`] as const)
  const streams = new Map(names.map(([id, name]) => [id, { name, erasedBefore: 0, removed: false }]))
  const events = function* () {
    yield { position: 1, row: undefined }
  }
  expect(rebuildDatabase(file, { streams, events: events() })).toMatchObject({ position: 1 })
})

test('changes nothing when two streams have one name: neither may replace the other', async () => {
  const folder = await folderWithEvents(9)
  await changeLastPages(folder, ['streams'], (page) => page.write('thing-1', page.indexOf('thing-2')))
  const damaged = await readFile(join(folder, 'events.db'))
  expect(() => acceptLoss(folder, noon)).toThrow('UNIQUE constraint failed: streams.name')
  expect(damaged.equals(await readFile(join(folder, 'events.db')))).toBe(true)
})
