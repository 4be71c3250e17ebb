import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { EventComparison, RecordedEvent, SeenEvent } from '../../event-log/event-log.ts'
import { memoryReadModelStore } from '../memory.ts'
import type { BuildKey, Commit, Projection } from '../read-models.ts'
import { ReadModelSnapshots } from './read-model-snapshots.ts'
import { readParts } from './snapshot-file.ts'

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
  const state = {
    head,
    name: 'log',
    comparison: 'same' as EventComparison,
    erasures: [] as bigint[],
    isFull: false,
  }
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

type State = ReturnType<typeof logUpTo>['state']

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
  const ignored: string[] = []
  const snapshots = new ReadModelSnapshots({
    store,
    log,
    folder,
    scheduler,
    erasureStreams: ['gone-'],
    logName: async () => state.name,
    requireSpace: async () => {
      if (state.isFull) throw new Error('full')
    },
    onIgnored: (_, reason) => ignored.push(reason instanceof Error ? reason.message : ''),
    onError: (error) => errors.push(error),
  })
  return { store, state, scheduler, snapshots, errors, ignored }
}

const seenAt = (upTo: bigint) => ({
  upTo,
  events: [{ position: upTo, id: `e${upTo}`, stream: 'person-1', revision: 0 }],
})
/** The commit of the event at position 8, of a build that is at 7. */
const stepTo8 = (build: BuildKey, change: Partial<Commit> = {}): Commit => ({
  build,
  stepId: 'b',
  from: 7n,
  to: 8n,
  seen: seenAt(8n),
  upserts: [],
  deletes: [],
  messages: [],
  ...change,
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

const file = 'board-Europe%2FBerlin-v2.snapshot'

test('a damaged snapshot is deleted with one report, and the log decides', async () => {
  const folder = await makeFolder()
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
    const after = start(folder)
    expect(await after.snapshots.restore([board])).toBe(0)
    expect(after.ignored).toEqual(['It is damaged.'])
    expect(await after.store.liveBuild(board)).toBeUndefined()
    expect(await readdir(folder)).toEqual([])
  }
})

test.for<
  [
    string,
    string | undefined,
    { head?: bigint; notBefore?: bigint; projection?: Partial<typeof board>; state?: Partial<State> },
  ]
>([
  ['of this log', undefined, {}],
  ['that is not older than the run', undefined, { notBefore: 7n }],
  // Nobody needs a file of a version or of a read model that this release does not have.
  ['of another version', '', { projection: { version: 3 } }],
  ['of another read model', '', { projection: { name: 'b' } }],
  ['of a log that was replaced', 'The event log was replaced since.', { state: { comparison: 'other' } }],
  ['of another log', 'It is of another event log.', { state: { name: 'other' } }],
  ['newer than the log', 'It is newer than the event log.', { head: 6n }],
  ['older than the run', 'It is from before the current run.', { notBefore: 8n }],
])(
  'a snapshot %s is restored, or deleted with this reason: %s',
  async ([, reason, { head = 9n, notBefore, projection, state }]) => {
    const folder = await makeFolder()
    await (await filled(folder)).snapshots.save()
    const running = start(folder, head)
    Object.assign(running.state, state)
    const restored = await running.snapshots.restore([{ ...board, ...projection }], notBefore)
    const kept = reason === undefined ? 1 : 0
    expect([restored, await readdir(folder), running.ignored.join()]).toEqual([
      kept,
      kept === 1 ? [file] : [],
      reason ?? '',
    ])
  },
)

test('a snapshot under the name of another version is deleted', async () => {
  const folder = await makeFolder()
  await (await filled(folder)).snapshots.save()
  await rename(join(folder, file), join(folder, file.replace('v2', 'v3')))
  const after = start(folder)
  expect(await after.snapshots.restore([{ ...board, version: 3 }])).toBe(0)
  expect(after.ignored).toEqual(['It is of board-Europe/Berlin in version 2.'])
  expect(await readdir(folder)).toEqual([])
})

test('files that nobody needs are deleted: at the start, and when a read model is gone', async () => {
  const folder = await makeFolder()
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
  expect(await readdir(folder)).toEqual([file])
  state.head = 8n
  await store.commit(stepTo8(build))
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
  expect(await after.snapshots.restore([board])).toBe(1)
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

test('a read model that has not applied an erasure is saved only when it has', async () => {
  const folder = await makeFolder()
  const { snapshots, scheduler, state, store, build } = await filled(folder)
  await snapshots.restore([board])
  state.erasures.push(8n)
  state.head = 8n
  snapshots.start()
  await scheduler.advance(1_000)
  await snapshots.settled()
  await snapshots.save()
  expect(await readdir(folder)).toEqual([])
  await store.commit(stepTo8(build))
  await snapshots.save()
  expect(await readdir(folder)).toEqual([file])
})

/** The content of the only file in a folder. */
const savedText = async (folder: string): Promise<string> =>
  (await readParts(join(folder, file)))?.map((part) => JSON.stringify(part.read())).join('\n') ?? ''

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
  await after.store.commit(stepTo8(live.build, { upserts, deletes: ['person-9'] }))
  await after.snapshots.save()
  const text = await savedText(folder)
  expect(text).toMatch(/"Name 8"/)
  expect(text).not.toMatch(/"Name [79]"|"person-9"/)
  const restored = start(folder, 8n)
  await restored.snapshots.restore([board])
  expect(await contentOf(restored)).toEqual(await contentOf(after))
  expect(await restored.store.load(board, ['person-7', 'person-9'])).toEqual([document, undefined])
})

test('texts and words are read without the documents, and a search leaves those unread that it does not find', async () => {
  const folder = await makeFolder()
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
    // Only the documents that were found are compared by their places.
    expect(computed).toBeLessThan(12)
    await after.snapshots.save()
  }
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

test('nothing is written to a full disk, and the former snapshot stays', async () => {
  const folder = await makeFolder()
  const { snapshots, state, errors, store, build } = await filled(folder)
  await snapshots.save()
  const before = await readFile(join(folder, file))
  await store.commit(stepTo8(build))
  state.head = 8n
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
  const folder = await makeFolder()
  const { snapshots, errors, store, build } = await filled(folder)
  await snapshots.save()
  const before = await readFile(join(folder, file))
  const document = { name: 'N', points: 1 }
  const upserts = [
    {
      id: 'new',
      document: {
        ...document,
        toJSON: () => {
          throw new Error('no space left')
        },
      },
      indexEntries: {},
    },
  ]
  await store.commit(stepTo8(build, { upserts }))
  await snapshots.save()
  expect(errors).toHaveLength(1)
  expect(await readdir(folder)).toEqual([file])
  expect(await readFile(join(folder, file))).toEqual(before)
})
