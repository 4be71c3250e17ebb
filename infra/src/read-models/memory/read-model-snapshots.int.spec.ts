import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventComparison, RecordedEvent, SeenEvent } from '../../event-log/event-log.ts'
import { readBlockFile } from '../../files/block-file.ts'
import { memoryReadModelStore } from '../memory.ts'
import type { Projection } from '../read-models.ts'
import { ReadModelSnapshots } from './read-model-snapshots.ts'
import { findSavedReadModel, readSavedReadModel, saveReadModel } from './snapshots.ts'

const board: Projection<{ name: string; points: number }> = {
  name: 'board-Europe/Berlin',
  version: 2,
  streams: ['person-'],
  documentIds: ({ stream }) => [stream],
  evolve: (document) => document,
  indexEntries: ({ name, points }) => ({ points: { score: -points, tiebreaker: name } }),
}

/** A log with one event at each position up to the head. */
function logUpTo(head: bigint) {
  const state = { head, comparison: 'same' as EventComparison, erasures: [] as bigint[] }
  const eventAt = (position: bigint): RecordedEvent => ({
    position,
    id: `e${position}`,
    stream: 'gone-1',
    revision: 0,
    type: 'Gone',
    version: 1,
    at: '',
    data: {},
    metadata: { correlation: 'c' },
  })
  return {
    state,
    log: {
      head: async () => state.head,
      compareEvent: async (_event: SeenEvent) => state.comparison,
      async *readAll({
        after = -1n,
        until = state.head,
        streams,
      }: { after?: bigint; until?: bigint; streams?: readonly string[] } = {}) {
        const found = streams?.includes('gone-') ? state.erasures : []
        const events = found.filter((at) => at > after && at <= until).map(eventAt)
        if (events.length > 0) yield events
      },
    },
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'read-models-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function start(folder: string, head = 7n) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const { log, state } = logUpTo(head)
  const scheduler = fakeScheduler(0)
  const errors: unknown[] = []
  const snapshots = new ReadModelSnapshots({
    store,
    log,
    folder,
    scheduler,
    erasureStreams: ['gone-'],
    onError: (error) => errors.push(error),
  })
  return { store, state, scheduler, snapshots, errors }
}

const seenAt = (upTo: bigint) => ({
  upTo,
  events: [{ position: upTo, id: `e${upTo}`, stream: 'person-1', revision: 0 }],
})
const documents = Array.from({ length: 1_200 }, (_, index) => ({
  id: `person-${index}`,
  document: { name: `Name ${index}`, points: (index * 7) % 100 },
}))

/** A store with a read model at position 7. */
async function filled(folder: string) {
  const running = start(folder)
  const build = await running.store.beginBuild(board)
  const upserts = documents.map(({ id, document }) => ({
    id,
    document,
    indexEntries: board.indexEntries(document, id),
  }))
  const empty = { build, deletes: [], messages: [] }
  await running.store.commit({ ...empty, stepId: 'a', from: -1n, to: 7n, seen: seenAt(7n), upserts })
  await running.store.activate(build)
  return { ...running, build }
}

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
  const folder = await makeFolder()
  const before = await filled(folder)
  await before.snapshots.save()
  const after = start(folder)
  expect(await after.snapshots.restore([board])).toEqual([{ name: board.name, version: 2 }])
  expect(await contentOf(after)).toEqual(await contentOf(before))
  const live = await after.store.liveBuild(board)
  if (live === undefined) throw new Error('The read model is not live.')
  const upserts = [
    { id: 'new', document: { name: 'N', points: 500 }, indexEntries: { points: { score: -500 } } },
  ]
  const step = { stepId: 'b', from: 7n, to: 8n, upserts, deletes: ['person-0'], messages: [] }
  await after.store.commit({ build: live.build, ...step })
  expect(await after.store.range(board, 'points', { offset: 0, limit: 1 })).toMatchObject([
    { id: 'new', rank: 0 },
  ])
  expect(await after.store.count(board, 'points')).toBe(documents.length)
})

test.each([
  ['is damaged', async (path: string) => writeFile(path, (await readFile(path)).fill(1, 40, 41))],
  ['was cut off', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, -1))],
])('a snapshot that %s is deleted, and the log decides', async (_, damage) => {
  const folder = await makeFolder()
  await (await filled(folder)).snapshots.save()
  const [name = ''] = await readdir(folder)
  await damage(join(folder, name))
  const after = start(folder)
  expect(await after.snapshots.restore([board])).toEqual([])
  expect(await after.store.liveBuild(board)).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
})

test('a snapshot of another version, of another log, or newer than the log is deleted', async () => {
  const folder = await makeFolder()
  const { snapshots } = await filled(folder)
  const restoredAfter = async (
    change: (running: ReturnType<typeof start>) => void,
    projection = board,
    head = 9n,
    notBefore = -1n,
  ) => {
    await rm(folder, { recursive: true })
    await (await filled(folder)).snapshots.save()
    const running = start(folder, head)
    change(running)
    const restored = await running.snapshots.restore([projection], notBefore)
    return [restored.length, (await readdir(folder)).length]
  }
  await snapshots.save()
  expect(await restoredAfter(() => undefined)).toEqual([1, 1])
  expect(await restoredAfter(() => undefined, { ...board, version: 3 })).toEqual([0, 0])
  expect(await restoredAfter(({ state }) => (state.comparison = 'other'))).toEqual([0, 0])
  expect(await restoredAfter(() => undefined, board, 6n)).toEqual([0, 0])
  expect(await restoredAfter(() => undefined, board, 9n, 7n)).toEqual([1, 1])
  expect(await restoredAfter(() => undefined, board, 9n, 8n)).toEqual([0, 0])
})

test('read models are saved every minute if they changed, and when the process ends', async () => {
  const folder = await makeFolder()
  const { snapshots, scheduler, store, build, state } = await filled(folder)
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
  expect(await readdir(folder)).toEqual(['board-Europe%2FBerlin-v2'])
  state.head = 8n
  await store.commit({
    build,
    stepId: 'b',
    from: 7n,
    to: 8n,
    seen: seenAt(8n),
    upserts: [],
    deletes: [],
    messages: [],
  })
  await snapshots.stop()
  const after = start(folder, 8n)
  await after.snapshots.restore([board])
  expect((await after.store.liveBuild(board))?.checkpoint).toBe(8n)
})

test('an erasure deletes all older snapshots within a second, and older ones that the start finds', async () => {
  const folder = await makeFolder()
  const { snapshots, scheduler, state } = await filled(folder)
  await snapshots.save()
  snapshots.start()
  state.erasures.push(8n)
  state.head = 8n
  await scheduler.advance(1_000)
  await snapshots.settled()
  expect(await readdir(folder)).toEqual([])

  await (await filled(folder)).snapshots.save()
  const after = start(folder, 9n)
  after.state.erasures.push(9n)
  // Restored all the same: the events since then erase the data in memory.
  expect(await after.snapshots.restore([board])).toHaveLength(1)
  expect(await readdir(folder)).toEqual([])
})

test('a state that was read before an erasure is not left on disk', async () => {
  const folder = await makeFolder()
  const { snapshots, state } = await filled(folder)
  await snapshots.restore([board])
  const saving = snapshots.save()
  state.erasures.push(8n)
  state.head = 8n
  await saving
  expect(await readdir(folder)).toEqual([])
})

/** The content of all blocks of the only file in a folder. */
async function savedText(folder: string): Promise<string> {
  const file = await readBlockFile(join(folder, 'board-Europe%2FBerlin-v2'))
  return file?.stored.map((block) => block.read().toString()).join('\n') ?? ''
}

test('a snapshot of unread documents and indexes is a copy of the one before', async () => {
  const folder = await makeFolder()
  await (await filled(folder)).snapshots.save()
  const before = await savedText(folder)
  expect(before).toContain('Name 1199')
  const after = start(folder)
  await after.snapshots.restore([board])
  const parse = vi.spyOn(JSON, 'parse')
  const state = after.store.state(board)
  if (state === undefined) throw new Error('The read model is not live.')
  await saveReadModel(folder, board, state)
  expect(parse.mock.calls.filter(([text]) => text.includes('Name'))).toEqual([])
  expect(await savedText(folder)).toBe(before)
})

test('what was deleted or changed after a restore is not in the next snapshot', async () => {
  const folder = await makeFolder()
  const first = await filled(folder)
  await first.store.range(board, 'points', { offset: 0, limit: 1 })
  await first.snapshots.save()
  const after = start(folder, 8n)
  await after.snapshots.restore([board])
  const live = await after.store.liveBuild(board)
  if (live === undefined) throw new Error('The read model is not live.')
  const document = { name: 'New', points: 3 }
  const upserts = [{ id: 'person-7', document, indexEntries: board.indexEntries(document, 'person-7') }]
  const step = { stepId: 'b', from: 7n, to: 8n, upserts, deletes: ['person-9'], messages: [] }
  await after.store.commit({ build: live.build, ...step })
  await after.snapshots.save()
  const text = await savedText(folder)
  expect(text).toMatch(/"Name 8"/)
  expect(text).not.toMatch(/"Name [79]"|"person-9"/)
  const restored = start(folder, 8n)
  await restored.snapshots.restore([board])
  expect(await contentOf(restored)).toEqual(await contentOf(after))
  expect(await restored.store.load(board, ['person-7', 'person-9'])).toEqual([document, undefined])
})

test('a new build continues from the snapshot that fits its projection and the log', async () => {
  const folder = await makeFolder()
  const { snapshots, store, state, build: first } = await filled(folder)
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
  state.comparison = 'other'
  expect((await filledBuild()).from).toBeUndefined()
  state.comparison = 'same'
  state.head = 6n
  expect((await filledBuild()).from).toBeUndefined()
})

test('a filled build returns only where it is, so that its caller does not keep the documents of the snapshot', async () => {
  const { snapshots, store } = await filled(await makeFolder())
  await snapshots.save()
  const from = await snapshots.fill(await store.beginBuild(board), board)
  expect(Object.keys(from ?? {}).sort()).toEqual(['checkpoint', 'seen'])
})

test('a file that is replaced between its description and its content is not mixed with it', async () => {
  const folder = await makeFolder()
  const { snapshots, store, build } = await filled(folder)
  await snapshots.save()
  const found = await findSavedReadModel(folder, board)
  if (found === undefined) throw new Error('Nothing was saved.')
  const step = { build, stepId: 'b', from: 7n, to: 8n, seen: seenAt(8n), deletes: [], messages: [] }
  await store.commit({ ...step, upserts: [] })
  await snapshots.save()
  expect(await readSavedReadModel(found, board)).toBeUndefined()
})

test('a full disk is reported and harms nothing', async () => {
  const folder = await makeFolder()
  const { snapshots, errors } = await filled(join(folder, 'file'))
  await writeFile(join(folder, 'file'), 'not a folder')
  await snapshots.save()
  expect(errors).toHaveLength(1)
})
