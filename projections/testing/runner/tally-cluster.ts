import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import { onTestFinished } from 'vitest'
import { projectorCluster, type FakeProjector, type ProjectorClusterOptions } from './projector-cluster.ts'

type Tally = { count: number }

/** Counts the events of every project, and publishes the name of the projection and the position of each event. */
export const tally = (name = 'tally', version = 1): RegisteredProjection<Tally> => ({
  projection: tallyProjection(name, version),
  liveUpdates: ({ event }) => [{ room: 'all', message: 'happened', item: `${name} ${event.position}` }],
})

const tallyProjection = (name: string, version: number): Projection<Tally> => ({
  name,
  version,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document) => ({ count: (document?.count ?? 0) + 1 }),
  indexEntries: ({ count }) => ({ count: { score: count } }),
})

/** Sets up projectors that share one tally, or other projections. They stop with their test. */
export function setUpTallyCluster(options: Partial<ProjectorClusterOptions> = {}) {
  const cluster = projectorCluster({ projections: [tally()], ...options })
  onTestFinished(cluster.end)
  /** Count of the stream `project-a`. */
  const count = async (name = 'tally', version = 1) =>
    (await cluster.memory.load<Tally>({ name, version }, ['project-a']))[0]?.count
  const addEvents = (times = 1) => {
    for (let index = 0; index < times; index++) cluster.log.add('project-a', 'Happened')
  }
  /** Starts a projector, and returns it once it is ready. */
  const started = async (...options: Parameters<typeof cluster.start>) => {
    const projector = cluster.start(...options)
    await projector.ready
    return projector
  }
  const sentItems = () =>
    cluster.messages.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
  const resyncs = () => cluster.messages.filter(({ message }) => message === 'news.missed').length
  return { ...cluster, started, count, addEvents, sentItems, resyncs }
}

/** How many projections each projector runs. */
export const runningCounts = (...projectors: FakeProjector[]): number[] =>
  projectors.map((one) => one.runningProjections().length)
