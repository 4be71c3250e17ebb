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
  restored,
  stepTo8,
  upsertOf,
} from '@thirty/infra/testing/read-models/saved-board.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Projection } from '../projection.ts'
import type { ReadModelStore } from '../read-models.ts'
import { readPart, readParts } from './saved-read-model.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})

const contentOf = async (store: ReadModelStore) => {
  const { checkpoint, seen } = (await store.liveBuild(board)) ?? {}
  return {
    checkpoint,
    seen,
    order: await store.range(board, 'points', { offset: 0, limit: 2_000 }),
    sum: await store.sum(board, 'points'),
  }
}

test('a restored read model equals the saved one, and continues from its checkpoint', async () => {
  const before = await filled(folder)
  await before.snapshots.save()
  const { store, count, live } = await restored(folder)
  expect(count).toBe(1)
  expect(await contentOf(store)).toEqual(await contentOf(before.store))
  if (live === undefined) throw new Error('The read model is not live.')
  const upserts = [upsertOf('new', { name: 'N', points: 500 })]
  await stepTo8(store, live.build, { upserts, deletes: ['person-0'] })
  const first = await store.range(board, 'points', { offset: 0, limit: 1 })
  expect(first).toMatchObject([{ id: 'new', rank: 0 }])
  expect(await store.count(board, 'points')).toBe(documents.length)
})

test('what is being saved stays as it was when the read model changes', async () => {
  const { store, build } = await filled(folder)
  const figures = (state = store.state(board)) => structuredClone(state?.indexes.get('points'))
  const [state, before] = [store.state(board), figures()]
  await stepTo8(store, build, { upserts: [upsertOf('new', { name: 'N', points: 500 })] })
  expect(figures(state)).toEqual(before)
  expect(figures()).not.toEqual(before)
})

test('read models are saved every minute if they changed, and when the process ends', async () => {
  const { snapshots, scheduler, store, build, log } = await filled(folder)
  snapshots.start()
  const tick = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1_000) {
      await scheduler.advance(1_000)
      // A check, which reads and writes files, sets the timer of the next one.
      await expect.poll(scheduler.pendingTimers, { interval: 1 }).toBe(1)
    }
  }
  await tick(59_000)
  expect(await readdir(folder)).toEqual([])
  await tick(2_000)
  expect(await readdir(folder)).toEqual([file])
  appendOne(log)
  await stepTo8(store, build)
  await snapshots.stop()
  expect((await restored(folder, logUpTo(8n))).live?.checkpoint).toBe(8n)
})

test('the last save waits for the check under way', async () => {
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

test('documents deleted or changed after a restore are not in the next snapshot as they were', async () => {
  const first = await filled(folder)
  await first.store.range(board, 'points', { offset: 0, limit: 1 })
  await first.snapshots.save()
  const { store, snapshots, live } = await restored(folder, logUpTo(8n))
  if (live === undefined) throw new Error('The read model is not live.')
  const changed = upsertOf('person-7', { name: 'New', points: 3 })
  await stepTo8(store, live.build, { upserts: [changed], deletes: ['person-9'] })
  await snapshots.save()
  const parts = await readParts(join(folder, file))
  const text = parts?.map((part) => JSON.stringify(readPart(part))).join('\n')
  expect(text).toMatch(/"Name 8"/)
  expect(text).not.toMatch(/"Name [79]"|"person-9"/)
  const again = (await restored(folder, logUpTo(8n))).store
  expect(await contentOf(again)).toEqual(await contentOf(store))
  expect(await again.load(board, ['person-7', 'person-9'])).toEqual([changed.document, undefined])
})

test('texts and words are read without the documents, and a search reads only the documents that it finds', async () => {
  let computed = 0
  const counted: Projection<{ name: string; points: number }> = {
    ...board,
    indexEntries: (document, id) => {
      computed++
      return board.indexEntries(document, id)
    },
  }
  const sevens = new Set(documents.filter(({ document: { points } }) => points === 7).map(({ id }) => id))
  const textsOf = (id: string) => (sevens.has(id) ? { texts: [`Text of ${id}`], words: ['seven', id] } : {})
  const before = await filled(folder, textsOf)
  await before.snapshots.save()
  const search = (store: ReadModelStore) =>
    store.search(board, 'points', { prefixes: [['sev'], ['person-1']], limit: 3 })
  const found = await search(before.store)
  expect(found).toHaveLength(3)
  for (const _round of ['of the first snapshot', 'of the snapshot of a restored read model']) {
    const { store, snapshots } = await restored(folder, undefined, counted)
    computed = 0
    expect(await store.texts(board, ['person-1', 'person-2'])).toEqual([['Text of person-1'], []])
    expect(await search(store)).toEqual(found)
    // The store computes the places of the found documents only.
    expect(computed).toBeLessThan(12)
    await snapshots.save()
  }
})

test('a new build continues from the snapshot that fits its projection and the run', async () => {
  const { snapshots, store, build: first } = await filled(folder)
  const filledBuild = async (projection = board, notBefore = -1n) => {
    const build = await store.beginBuild(projection)
    const from = await snapshots.fill(build, projection, notBefore)
    return [from?.checkpoint, ...(await store.load(build, ['person-3']))]
  }
  expect(await filledBuild()).toEqual([undefined, undefined])
  await snapshots.save()
  expect(await filledBuild()).toEqual([7n, { name: 'Name 3', points: 21 }])
  // The live build is another one, and stays as it is.
  expect(await store.liveBuild(board)).toMatchObject({ build: first })
  expect((await filledBuild({ ...board, version: 3 }))[0]).toBeUndefined()
  expect((await filledBuild(board, 8n))[0]).toBeUndefined()
})
