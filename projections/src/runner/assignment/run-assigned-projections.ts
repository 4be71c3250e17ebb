import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionRunner } from '../projection-runner.ts'
import { LeaseCoordinator, type AssignedReadModel } from './lease-coordinator.ts'
import { dropOlderVersions } from './drop-older-versions.ts'

export type RunAssignedProjectionsOptions = {
  store: ReadModelStore
  owner: string
  readModels: readonly ReadModelKey[]
  retryPolicy: RetryPolicy
  monotonic: Clock
  runner: ProjectionRunner
  /** Opens lanes for what is led now. */
  startWorkers(leading: readonly AssignedReadModel[]): Promise<void>
  /** Hears when everything is fed that fell to this process at the start. */
  onStarted(): void
}

/** Milliseconds that builds of older versions are kept: time enough to go back to the release before. */
const keepOlderFor = 600_000

/** Feeds the share of the views that falls to this process, until it is stopped; then hands it over. */
export async function runAssignedProjections(options: RunAssignedProjectionsOptions): Promise<void> {
  const {
    store,
    owner,
    readModels: views,
    retryPolicy: care,
    monotonic,
    runner: feeder,
    startWorkers: feed,
    onStarted: begin,
  } = options
  const leadership = new LeaseCoordinator({
    store,
    owner,
    readModels: views,
    retryPolicy: care,
    monotonic,
    startWorkers: async (leading) => {
      await feed(leading)
      for (const one of leading) void forgetOlder(one, options)
    },
    positionOf: ({ name }) => {
      const lane = feeder.findWorker(name)
      return lane?.isLive ? lane.position() : undefined
    },
    stopGracefully: ({ name }) => feeder.stopGracefully(feeder.findWorker(name)),
    stopImmediately: ({ name }) => feeder.stopImmediately(feeder.findWorker(name)),
  })
  void leadership.started.then(begin)
  await leadership.run()
}

/** Now and then, for as long as the view is led from here: an older release may still be running at first. */
async function forgetOlder(
  { readModel: view, lease: hold }: AssignedReadModel,
  { store, owner, retryPolicy: care }: RunAssignedProjectionsOptions,
): Promise<void> {
  const isLed = () => !care.isStopped() && hold?.isExpired() !== true
  while (view.version > 1 && isLed()) {
    await care.pause(keepOlderFor)
    if (isLed()) await care.retryUntilStopped(() => dropOlderVersions(store, view, owner))
  }
}
