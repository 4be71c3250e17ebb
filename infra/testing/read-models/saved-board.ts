import type { EventComparison, RecordedEvent, SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import type { BuildKey, Commit, Projection } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler } from '../fake-scheduler.ts'

/** A read model whose name needs escaping in the name of a file. */
export const board: Projection<{ name: string; points: number }> = {
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
    /** The log answers once it resolves. */
    isReachable: undefined as Promise<void> | undefined,
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
      head: async () => {
        await state.isReachable
        return state.head
      },
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

export type State = ReturnType<typeof logUpTo>['state']

/** Starts an empty store in memory with its snapshots. `errors` and `ignored` collect their reports. */
export function start(folder: string, head = 7n) {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  const { log, state } = logUpTo(head)
  const scheduler = fakeScheduler(0)
  const errors: unknown[] = []
  const ignored: string[] = []
  const snapshots = readModelSnapshots({
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

export const seenAt = (upTo: bigint) => ({
  upTo,
  events: [{ position: upTo, id: `e${upTo}`, stream: 'person-1', revision: 0 }],
})

/** Returns the commit of the event at position 8 for a build whose checkpoint is 7. */
export const stepTo8 = (build: BuildKey, change: Partial<Commit> = {}): Commit => ({
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

export const documents = Array.from({ length: 1_200 }, (_, index) => ({
  id: `person-${index}`,
  document: { name: `Name ${index}`, points: (index * 7) % 100 },
}))

/** Starts a store whose board has all documents and is live at position 7. */
export async function filled(folder: string) {
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

/** The name of the file with the board. */
export const file = 'board-Europe%2FBerlin-v2.snapshot'
