import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import {
  appendOne,
  board,
  file,
  filled,
  type Log,
  logUpTo,
  restored,
  start,
  stepTo8,
  upsertOf,
} from '@thirty/infra/testing/read-models/saved-board.ts'
import { beforeEach, expect, test } from 'vitest'
import { readPart, readParts, toPart, writeParts } from './saved-read-model.ts'

const erase = (log: Log) => appendOne(log, 'gone-1')

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

test('a damaged snapshot is deleted with one report, and the log decides', async () => {
  const path = join(folder, file)
  await (await filled(folder)).snapshots.save()
  const bytes = await readFile(path)
  const damaged = [Buffer.alloc(0), bytes.subarray(0, -1), bytes.subarray(1), Buffer.concat([bytes, bytes])]
  for (let at = 0; at < bytes.length; at += 97) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    damaged.push(flipped, bytes.subarray(0, at))
  }
  for (const content of damaged) {
    await writeFile(path, content)
    const { count, ignored, live } = await restored(folder)
    expect([count, ignored, live]).toEqual([0, ['It is damaged.'], undefined])
    expect(await readdir(folder)).toEqual([])
  }
})

type Start = { log?: Log; logName?: string; notBefore?: bigint; projection?: Partial<typeof board> }
test.for<[state: string, reason: string | undefined, start: Start]>([
  ['of this log', undefined, {}],
  ['that is not older than the run', undefined, { notBefore: 7n }],
  // Nobody needs a file of a version or of a read model that this release does not have.
  ['of another version', '', { projection: { version: 3 } }],
  ['of another read model', '', { projection: { name: 'b' } }],
  ['of a log that was replaced', 'The event log was replaced since.', { log: logUpTo(9n, 'other') }],
  ['of another log', 'It is of another event log.', { logName: 'other' }],
  ['newer than the log', 'It is newer than the event log.', { log: logUpTo(6n) }],
  ['older than the run', 'It is from before the current run.', { notBefore: 8n }],
])(
  'a snapshot %s is restored, or deleted with this reason: %s',
  async ([, reason, { log = logUpTo(9n), logName, notBefore, projection }]) => {
    await (await filled(folder)).snapshots.save()
    const running = start(folder, log, logName)
    const count = await running.snapshots.restore([{ ...board, ...projection }], notBefore)
    const outcome = reason === undefined ? [1, [file], ''] : [0, [], reason]
    expect([count, await readdir(folder), running.ignored.join()]).toEqual(outcome)
  },
)

test('a snapshot under the name of another version is deleted', async () => {
  await (await filled(folder)).snapshots.save()
  await rename(join(folder, file), join(folder, file.replace('v2', 'v3')))
  const { count, ignored } = await restored(folder, undefined, { ...board, version: 3 })
  expect([count, ignored]).toEqual([0, ['It is of board-Europe/Berlin in version 2.']])
  expect(await readdir(folder)).toEqual([])
})

test('the folder of the snapshots is created, and a snapshot in the format of another release is deleted', async () => {
  folder = join(folder, 'not', 'there')
  await (await filled(folder)).snapshots.save()
  const [header, ...rest] = (await readParts(join(folder, file))) ?? []
  const older = JSON.stringify({ ...(header && readPart<object>(header)), format: 3 })
  async function* parts() {
    yield await toPart(older)
    yield* rest
  }
  await writeParts(folder, file, parts())
  const { count, ignored } = await restored(folder)
  expect([count, ignored, await readdir(folder)]).toEqual([0, ['It is of another format.'], []])
})

test('files that nobody needs are deleted: at the start, and when a read model is gone', async () => {
  const former = join(folder, 'board-Europe%2FBerlin-v2')
  await writeFile(former, 'of a release with other files')
  await writeFile(join(folder, `.${file}.tmp`), 'of a process that was killed')
  const { snapshots, store, ignored } = await filled(folder)
  expect(await snapshots.restore([board])).toBe(0)
  expect([await readdir(folder), ignored]).toEqual([[], []])
  await snapshots.save()
  expect(await readdir(folder)).toEqual([file])
  await store.drop(board)
  await snapshots.save()
  expect(await readdir(folder)).toEqual([])
})

test('an erasure deletes all older snapshots within a second, and older ones that the start finds', async () => {
  const { snapshots, scheduler, log } = await filled(folder)
  await snapshots.save()
  snapshots.start()
  erase(log)
  await scheduler.advance(1_000)
  await expect.poll(() => readdir(folder)).toEqual([])

  await (await filled(folder)).snapshots.save()
  // Still restored: the events since then erase the data in memory.
  expect((await restored(folder, log)).count).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test('a state that was read before an erasure is not left on disk', async () => {
  const { snapshots, log } = await filled(folder)
  await snapshots.restore([board])
  const saving = snapshots.save()
  erase(log)
  await saving
  expect(await readdir(folder)).toEqual([])
})

test('a read model that has not applied an erasure is saved only when it has', async () => {
  const { snapshots, log, store, build } = await filled(folder)
  await snapshots.restore([board])
  erase(log)
  // The first notices the erasure.
  await snapshots.save()
  await snapshots.save()
  expect(await readdir(folder)).toEqual([])
  await stepTo8(store, build)
  await snapshots.save()
  expect(await readdir(folder)).toEqual([file])
})

test('nothing is written to a full disk, and the former snapshot stays', async () => {
  const { snapshots, state, log, errors, store, build } = await filled(folder)
  await snapshots.save()
  const before = await readFile(join(folder, file))
  await stepTo8(store, build)
  appendOne(log)
  state.isFull = true
  await snapshots.save()
  expect(errors).toHaveLength(1)
  expect(await readFile(join(folder, file))).toEqual(before)
  state.isFull = false
  await snapshots.save()
  expect(errors).toHaveLength(1)
  expect(await readFile(join(folder, file))).not.toEqual(before)
})

test('a write that fails midway leaves the former snapshot and no other file', async () => {
  const { snapshots, errors, store, build } = await filled(folder)
  await snapshots.save()
  const before = await readFile(join(folder, file))
  const toJSON = () => {
    throw new Error('no space left')
  }
  const document = { name: 'N', points: 1, toJSON }
  await stepTo8(store, build, { upserts: [upsertOf('new', document)] })
  await snapshots.save()
  expect(errors).toHaveLength(1)
  expect(await readdir(folder)).toEqual([file])
  expect(await readFile(join(folder, file))).toEqual(before)
})
