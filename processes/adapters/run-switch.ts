import type { HistoryStatus } from '@thirty/contracts/api/admin/backups.ts'
import { firstHistory, type History } from '@thirty/contracts/rules/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, ReadModelStore, UnfinishedBuild } from '@thirty/infra/read-models/read-models.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModels, ShownModels } from '@thirty/projections/read-models.ts'
import type { ProgressFollower } from '@thirty/projections/runner/follow-projections.ts'
import { isReadModelUnavailable } from '@thirty/projections/read-model-unavailable.ts'
import type { RunningProjections } from '@thirty/projections/runner/start-projections.ts'
import { chooseShownRun } from '@thirty/projections/shown-run/choose-shown-run.ts'
import { RunSwitch } from '@thirty/projections/shown-run/run-switch.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import type { Shutdown } from '../lifecycle/shutdown.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** Milliseconds between two tries to learn which run is the current one. */
const retryDelayMs = 500
/** A process with a shared store shows run 1 until it learns more, so that it does not wait for the log. */
const maxSharedWaitMs = 2_000

/**
 * Returns the history that a process shows at first. Waits for the log, but not if other processes may have read models.
 * Rejects when the process shuts down: a wait that never settles would end it with an error.
 */
export async function findShownRun(
  { config, logger }: ProcessContext,
  { log, store }: { log: EventLog; store: ReadModelStore },
  { signal }: Pick<Shutdown, 'signal'>,
): Promise<History> {
  const options = { log, store, timeZone: config.timezone }
  const warn = throttledLog((message: string, error: unknown) => logger.warn({ err: error }, message))
  const find = async (): Promise<History> => {
    for (;;) {
      signal.throwIfAborted()
      try {
        return await chooseShownRun(options)
      } catch (error) {
        if (!signal.aborted) warn('the current run is not known yet; retrying', error)
      }
      await pause(retryDelayMs, undefined, { ref: false, signal })
    }
  }
  if (config.redisUrl === undefined) return find()
  const found = find()
  found.catch(() => undefined)
  return Promise.race([found, pause(maxSharedWaitMs, firstHistory, { ref: false, signal })])
}

export type RunSwitchParts = {
  store: ReadModelStore
  live: LivePublisher
  models: ReadModels
  /** The projections that run in this process. */
  running: RunningProjections | undefined
  /** Follows the read models in a store that several processes share. */
  follower: ProgressFollower | undefined
  scheduler?: Scheduler
}

/** Shows the current run in this process. */
export function startRunSwitch(
  { logger }: Pick<ProcessContext, 'logger'>,
  { store, live, models, running, follower, scheduler = systemScheduler }: RunSwitchParts,
  shutdown: Pick<Shutdown, 'defer'>,
) {
  const warn = throttledLog((message: string, error: unknown) => logger.warn({ err: error }, message))
  const progress = follower ?? running
  let status: HistoryStatus | undefined
  const runSwitch = new RunSwitch({
    models,
    store,
    progress: {
      waitForPosition: async (position, withinMs) =>
        (await progress?.waitForPosition(position, withinMs)) ?? false,
    },
    isShared: follower !== undefined,
    scheduler,
    start: ({ projections }) => {
      follower?.add(keysOf(projections))
      running?.add(projections)
    },
    stop: async ({ projections }) => {
      const keys = keysOf(projections)
      follower?.remove(keys)
      await running?.remove(keys)
    },
    unfinishedBuilds: async () =>
      new Map([...(follower ? await announcedBuilds(store) : []), ...localBuilds(running)]),
    onSwitched: (from, to) => {
      logger.info({ from: from.name, to: to.name }, 'another run is shown')
      models
        .publishShownRun(live, scheduler, from)
        .catch((error: unknown) => warn('the sockets do not know of the shown run', error))
    },
    onStatus: (next) => {
      if (next.state === 'failed' && status?.failure !== next.failure)
        logger.error(next, 'the read models of the current run cannot be built; the previous run stays')
      status = next
      models
        .publishHistoryStatus(live, scheduler, next)
        .catch((error: unknown) => warn('the admins do not know of the shown run', error))
    },
    onError: (error) => {
      // An unavailable store is reported by everything that reads it.
      if (!isReadModelUnavailable(error)) warn('the current run could not be shown; retrying', error)
    },
  })
  shutdown.defer(() => runSwitch.stop())
  return {
    evaluate: () => runSwitch.evaluate(),
    progressed: () => runSwitch.progressed(),
    building: () => runSwitch.building(),
    waitForPosition: (position: bigint, withinMs: number) => runSwitch.waitForPosition(position, withinMs),
    status: () => runSwitch.status(),
    /** What keeps the current run from being shown, as a sentence for operators. */
    problem: () => problemOf(status),
  }
}

function problemOf(status: HistoryStatus | undefined): string | undefined {
  if (status === undefined || status.state === 'shown') return undefined
  const { run, shownRun, failure } = status
  return failure === null
    ? `Run ${shownRun} is shown while the read models of run ${run} are being built.`
    : `Run ${shownRun} stays shown because the read models of run ${run} cannot be built: ${failure}`
}

const keysOf = (projections: ShownModels['projections']): ReadModelKey[] =>
  projections.map(({ projection: { name, version } }) => ({ name, version }))

/** Returns the builds of all processes that are not live yet. */
async function announcedBuilds(store: ReadModelStore): Promise<[string, UnfinishedBuild][]> {
  // Zero milliseconds: this process reads who runs, and does not run itself.
  const workers = await store.announceWorker({ owner: 'reader', readModels: [] }, 0)
  return workers.flatMap(({ readModels }) =>
    readModels.flatMap(({ name, unfinished }): [string, UnfinishedBuild][] =>
      unfinished ? [[name, unfinished]] : [],
    ),
  )
}

/** Returns the builds of this process that are not live yet, or parked. */
const localBuilds = (running: RunningProjections | undefined): [string, UnfinishedBuild][] =>
  (running?.positions() ?? []).flatMap(({ readModel, position, isLive, parked }) =>
    isLive && parked === undefined
      ? []
      : [[readModel.name, { position: position.toString(), failure: parked?.reason }]],
  )
