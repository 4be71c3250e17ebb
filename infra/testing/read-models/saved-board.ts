import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import type { BuildKey, ReadModelStore, Upsert } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { inMemoryEventLog } from '../event-log/in-memory-event-log.ts'
import { fakeScheduler } from '../fake-scheduler.ts'
import { commitStep, type Change } from './port/board.ts'

/** A read model whose name needs escaping in the name of a file. */
export const board: Projection<{ name: string; points: number }> = {
  name: 'board-Europe/Berlin',
  version: 2,
  streams: ['person-'],
  documentIds: ({ stream }) => [stream],
  evolve: (document) => document,
  indexEntries: ({ name, points }) => ({ points: { score: -points, tiebreaker: name } }),
}

export type Log = ReturnType<typeof inMemoryEventLog>

/** A log with one event at each position up to the head. `name` is part of the ids of the events. */
export function logUpTo(head: bigint, name = 'e'): Log {
  const log = inMemoryEventLog()
  for (let position = 0n; position <= head; position++) appendOne(log, 'person-1', name)
  return log
}

/** Appends an event to the log: about a person, or in the streams of what was erased. */
export function appendOne(log: Log, stream: 'person-1' | 'gone-1' = 'person-1', name = 'e'): void {
  const id = `${name}${log.inStream('person-1').length + log.inStream('gone-1').length}`
  log.store(stream, [{ id, type: 'Changed', version: 1, at: '', data: {}, metadata: { correlation: 'c' } }])
}

/** Starts an empty store in memory with its snapshots. `errors` and `ignored` collect their reports. */
export function start(folder: string, log: Log = logUpTo(7n), logName = 'log') {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const state = {
    isFull: false,
    /** The log answers once it resolves. */
    isReachable: undefined as Promise<void> | undefined,
  }
  const scheduler = fakeScheduler(0)
  const errors: unknown[] = []
  const ignored: string[] = []
  const snapshots = readModelSnapshots({
    store,
    log: { ...log.log, head: () => state.isReachable?.then(log.log.head) ?? log.log.head() },
    folder,
    scheduler,
    erasureStreams: ['gone-'],
    logName: async () => logName,
    requireSpace: async () => {
      if (state.isFull) throw new Error('full')
    },
    onIgnored: (_, reason) => ignored.push(reason instanceof Error ? reason.message : ''),
    onError: (error) => errors.push(error),
  })
  return { store, log, state, scheduler, snapshots, errors, ignored }
}

const seenAt = (upTo: bigint) => ({
  upTo,
  events: [{ position: upTo, id: `e${upTo}`, stream: 'person-1', revision: Number(upTo) }],
})

/** Commits the event at position 8 to a build whose checkpoint is 7. */
export const stepTo8 = (store: ReadModelStore, build: BuildKey, change: Change = {}) =>
  commitStep(store, build, 8n, { from: 7n, seen: seenAt(8n), ...change })

export const documents = Array.from({ length: 1_200 }, (_, index) => ({
  id: `person-${index}`,
  document: { name: `Name ${index}`, points: (index * 7) % 100 },
}))

export const upsertOf = (id: string, document: { name: string; points: number }): Upsert => ({
  id,
  document,
  indexEntries: board.indexEntries(document, id),
})

/** Starts a store whose board has all documents, is live at position 7 and changed last at position 5. */
export async function filled(folder: string, more: (id: string) => Partial<Upsert> = () => ({})) {
  const running = start(folder)
  const build = await running.store.beginBuild(board)
  const upserts = documents.map(({ id, document }) => ({ ...upsertOf(id, document), ...more(id) }))
  await commitStep(running.store, build, 7n, { seen: { ...seenAt(7n), changedAt: 5n }, upserts })
  await running.store.activate(build)
  return { ...running, build }
}

/** Starts an empty store and restores the board. */
export async function restored(folder: string, log?: Log, projection = board) {
  const running = start(folder, log)
  const count = await running.snapshots.restore([projection])
  return { ...running, count, live: await running.store.liveBuild(projection) }
}

/** The name of the file with the board. */
export const file = 'board-Europe%2FBerlin-v2.snapshot'
