// Shows the current run in a process: finds it at the start, and connects `RunSwitch`, which follows it, to the stores, logs and sockets of
// the process.

import type { History } from '@thirty/contracts/challenge/history.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import { challengeMessages } from '@thirty/projections/challenge/live.ts'
import type { ReadModels } from '@thirty/projections/read-models.ts'
import { isReadModelUnavailable } from '@thirty/projections/read-model-unavailable.ts'
import type { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import type { RunningProjections } from '@thirty/projections/runner/start-projections.ts'
import { chooseShownRun } from '@thirty/projections/shown-run/choose-shown-run.ts'
import { RunSwitch } from '@thirty/projections/shown-run/run-switch.ts'
import type { ProcessReports } from '@thirty/infra/process-reports/process-reports.ts'
import { unfinishedBuildsElsewhere } from '../health/publish-reports.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/**
 * Returns the history that a process shows at first. Waits for the stores. Rejects when the process shuts down: a wait that never settles
 * would end it with an error.
 */
export async function findShownRun(
  { config, logger, shutdown }: ProcessContext,
  { log, store }: { log: EventLog; store: ReadModelStore },
): Promise<History> {
  const options = { log, store, timeZone: config.timezone }
  const warn = throttledLog((message: string, error: unknown) => logger.warn({ err: error }, message))
  return shutdown.untilDone(
    () => chooseShownRun(options),
    (error) => warn('the current run is not known yet; retrying', error),
  )
}

export type RunSwitchParts = {
  store: ReadModelStore
  live: LivePublisher
  models: ReadModels
  /** The projections that run in this process. */
  running: RunningProjections | undefined
  progress: Pick<ProjectionProgress, 'waitForPosition'>
  /** Whether other processes read the same store. */
  isShared: boolean
  processReports: Pick<ProcessReports, 'list'>
  scheduler?: Scheduler
}

/** Shows the current run in this process, until it is stopped. */
export function startRunSwitch(
  { processId, logger }: Pick<ProcessContext, 'processId' | 'logger'>,
  parts: RunSwitchParts,
) {
  const warn = throttledLog((message: string, error: unknown) => logger.warn({ err: error }, message))
  const { store, live, models, running, progress, isShared, processReports } = parts
  const { scheduler = systemScheduler } = parts
  const messages = challengeMessages(models.challenge, live, scheduler)
  let failure: string | null = null
  return new RunSwitch({
    models,
    store,
    progress,
    isShared,
    scheduler,
    running,
    buildsElsewhere: () => unfinishedBuildsElsewhere(processReports, processId),
    onSwitched: (from, to) => {
      logger.info({ from: from.name, to: to.name }, 'another run is shown')
      const isHidden = from.epochNames.everybody === to.epochNames.everybody
      messages
        .publishShownRun(isHidden)
        .catch((error: unknown) => warn('the sockets do not know of the shown run', error))
    },
    onStatus: (next) => {
      if (next.failure !== null && next.failure !== failure)
        logger.error(next, 'the read models of the current run cannot be built; the previous run stays')
      failure = next.failure
      messages
        .publishStatus(next)
        .catch((error: unknown) => warn('the admins do not know of the shown run', error))
    },
    onError: (error) => {
      // An unavailable store is reported by everything that reads it.
      if (!isReadModelUnavailable(error)) warn('the current run could not be shown; retrying', error)
    },
  })
}
