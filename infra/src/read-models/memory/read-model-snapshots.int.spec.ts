import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import {
  appendOne,
  board,
  documents,
  file,
  filled,
  logUpTo,
  seenAt,
  start,
  stepTo8,
} from '@thirty/infra/testing/read-models/saved-board.ts'
import { expect, test } from 'vitest'
import type { Projection } from '../projection.ts'
import { readParts } from './snapshot-file.ts'

const contentOf = async ({ store }: Pick<ReturnType<typeof start>, 'store'>) => ({
  live: await store.liveBuild(board).then((live) => live && { checkpoint: live.checkpoint, seen: live.seen }),
  documents: await store.load(
    board,
    documents.map(({ id }) => id),
  ),
  order: await store.range(board, 'points', { offset: 0, limit: 2_000 }),
  sum: await store.sum(board, 'points'),
})

test('a restored read model equals the saved one, and continues from its checkpoint', async () => {
  const folder = await temporaryFolder()
  const before = await filled(folder)
  await before.snapshots.save()
  const after = start(folder)
  expect(await after.snapshots.restore([board])).toBe(1)
  expect(await contentOf(after)).toEqual(await contentOf(before))
  const live = await after.store.liveBuild(board)
  if (live === undefined) throw new Error('The read model is not live.')
  const upserts = [
    { id: 'new', document: { name: 'N', points: 500 }, indexEntries: { points: { score: -500 } } },
  ]
  await after.store.commit(stepTo8(live.build, { upserts, deletes: ['person-0'] }))
  expect(await after.store.range(board, 'points', { offset: 0, limit: 1 })).toMatchObject([
    { id: 'new', rank: 0 },
  ])
  expect(await after.store.count(board, 'points')).toBe(documents.length)
})

test('read models are saved every minute if they changed, and when the process ends', async () => {
  const folder = await temporaryFolder()
  const { snapshots, scheduler, store, build, log } = await filled(folder)
  snapshots.start()
  const tick = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      await scheduler.advance(1_000)
      // A check reads and writes files, which fake time does not wait for.
      await snapshots.settled()
    }
  }
  await tick(59_000)
  expect(await readdir(folder)).toEqual([])
  await tick(2_000)
  expect(await readdir(folder)).toEqual([file])
  appendOne(log)
  await store.commit(stepTo8(build))
  await snapshots.stop()
  const after = start(folder, logUpTo(8n))
  await after.snapshots.restore([board])
  expect((await after.store.liveBuild(board))?.checkpoint).toBe(8n)
})

test('the last save waits for the check under way', async () => {
  const folder = await temporaryFolder()
  const { snapshots, scheduler, state } = await filled(folder)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  state.isReachable = isAnswered
  snapshots.start()
  await scheduler.advance(1_000)
  state.isReachable = undefined
  const stopped = snapshots.stop()
  expect(await Promise.race([stopped.then(() => 'stopped'), pause(100, 'waits')])).toBe('waits')
  expect(await readdir(folder)).toEqual([])
  answer()
  await stopped
  expect(await readdir(folder)).toEqual([file])
  expect(scheduler.pendingTimers()).toBe(0)
})

/** The content of the only file in a folder. */
const savedText = async (folder: string): Promise<string> =>
  (await readParts(join(folder, file)))?.map((part) => JSON.stringify(part.read())).join('\n') ?? ''

test('documents deleted or changed after a restore are not in the next snapshot as they were', async () => {
  const folder = await temporaryFolder()
  const first = await filled(folder)
  await first.store.range(board, 'points', { offset: 0, limit: 1 })
  await first.snapshots.save()
  const after = start(folder, logUpTo(8n))
  await after.snapshots.restore([board])
  const live = await after.store.liveBuild(board)
  if (live === undefined) throw new Error('The read model is not live.')
  const document = { name: 'New', points: 3 }
  const upserts = [{ id: 'person-7', document, indexEntries: board.indexEntries(document, 'person-7') }]
  await after.store.commit(stepTo8(live.build, { upserts, deletes: ['person-9'] }))
  await after.snapshots.save()
  const text = await savedText(folder)
  expect(text).toMatch(/"Name 8"/)
  expect(text).not.toMatch(/"Name [79]"|"person-9"/)
  const restored = start(folder, logUpTo(8n))
  await restored.snapshots.restore([board])
  expect(await contentOf(restored)).toEqual(await contentOf(after))
  expect(await restored.store.load(board, ['person-7', 'person-9'])).toEqual([document, undefined])
})

test('texts and words are read without the documents, and a search reads only the documents that it finds', async () => {
  const folder = await temporaryFolder()
  let computed = 0
  const found: Projection<{ name: string; points: number }> = {
    ...board,
    indexEntries: (document, id) => {
      computed++
      return board.indexEntries(document, id)
    },
  }
  const before = start(folder)
  const build = await before.store.beginBuild(found)
  const upserts = documents.map(({ id, document }) => ({
    id,
    document,
    indexEntries: board.indexEntries(document, id),
    ...(document.points === 7 && { texts: [document.name], words: ['seven', id] }),
  }))
  const empty = { build, deletes: [], messages: [] }
  await before.store.commit({ ...empty, stepId: 'a', from: -1n, to: 7n, seen: seenAt(7n), upserts })
  await before.store.activate(build)
  await before.snapshots.save()
  for (const round of ['first', 'second']) {
    const after = start(folder)
    await after.snapshots.restore([found])
    computed = 0
    expect([round, await after.store.texts(found, ['person-1', 'person-2'])]).toEqual([
      round,
      [['Name 1'], []],
    ])
    expect(
      await after.store.search(found, 'points', { prefixes: [['sev'], ['person-1']], limit: 3 }),
    ).toEqual(await before.store.search(found, 'points', { prefixes: [['sev'], ['person-1']], limit: 3 }))
    // The store computes the places of the found documents only.
    expect(computed).toBeLessThan(12)
    await after.snapshots.save()
  }
})

test('a new build continues from the snapshot that fits its projection and the run', async () => {
  const folder = await temporaryFolder()
  const { snapshots, store, build: first } = await filled(folder)
  const filledBuild = async (projection = board, notBefore = -1n) => {
    const build = await store.beginBuild(projection)
    const from = await snapshots.fill(build, projection, notBefore)
    return { from: from?.checkpoint, document: (await store.load(build, ['person-3']))[0] }
  }
  expect(await filledBuild()).toEqual({ from: undefined, document: undefined })
  await snapshots.save()
  expect(await filledBuild()).toEqual({ from: 7n, document: { name: 'Name 3', points: 21 } })
  // The live build is another one, and stays as it is.
  expect(await store.liveBuild(board)).toMatchObject({ build: first })
  expect((await filledBuild({ ...board, version: 3 })).from).toBeUndefined()
  expect((await filledBuild(board, 8n)).from).toBeUndefined()
})
