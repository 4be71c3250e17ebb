import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import type { Commit, Frame, View, ViewStore } from '@thirty/infra/views/views.ts'
import { onTestFinished } from 'vitest'
import type { Failure } from './care.ts'
import { logDouble, type LogDouble } from '../log-double.ts'
import type { Projection } from '../projection.ts'
import { startProjections } from './runner.ts'

export type Tally = { count: number; last: string }

/** Counts the events of every project. */
export const tally = (name = 'tally', streams: readonly string[] = ['project-']): View<Tally> => ({
  name,
  version: 1,
  streams,
  documents: (event) => [event.stream],
  evolve: (document, event) =>
    event.type === 'Removed' ? undefined : { count: (document?.count ?? 0) + 1, last: event.type },
  indexes: (document) => ({ count: { score: document.count } }),
})

/** The same, but it throws at events of a type. */
export const poisoned = (name: string, type: string): View<Tally> => ({
  ...tally(name),
  evolve: (document, event, id) => {
    if (event.type === type) throw new Error(`cannot take in ${type}`)
    return tally().evolve(document, event, id)
  },
})

/** Says every change to everybody. */
export const loud = (view: View<Tally>): Projection<Tally> => ({
  view,
  announce: ({ event, id, before, after }) => [
    {
      room: 'all',
      message: event.type,
      item: { id, from: before?.count ?? null, to: after?.count ?? null },
    },
  ],
})

/** Views over a log and a store in memory, and everything that can be seen of it; what is started ends with its test. */
export function setUp(
  projections: readonly Projection[],
  given: { log?: EventLog & LogDouble; wrap?: (store: ViewStore) => ViewStore } = {},
) {
  const log = given.log ?? logDouble()
  const frames: Frame[] = []
  const failures: Failure[] = []
  const commits: Commit[] = []
  const time = steppedTime()
  const live = {
    publish: (room: string, message: string, payload: unknown) =>
      void frames.push({ room, message, payload }),
  }
  const memory = memoryViews({ live })
  const shown: string[] = []
  const noted: ViewStore = {
    ...memory,
    goLive: async (build) => {
      await memory.goLive(build)
      shown.push(build.name)
    },
    commit: async (commit) => {
      await memory.commit(commit)
      commits.push(commit)
    },
  }
  const store = given.wrap?.(noted) ?? noted
  const start = (batch = 3) => {
    const onFailure = (failure: Failure) => void failures.push(failure)
    const runner = startProjections({ log, store, projections, scheduler: time, onFailure, batch })
    onTestFinished(() => runner.stop())
    return runner
  }
  const counts = async (name = 'tally', ids = ['project-a', 'project-b']) => {
    const documents = await memory.load<Tally>({ name, version: 1 }, ids)
    return documents.map((document) => document?.count)
  }
  return { log, frames, failures, commits, shown, time, memory, start, counts }
}
