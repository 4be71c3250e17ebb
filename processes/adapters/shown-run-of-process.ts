// Shows the current run in a process: connects `RunSwitch`, which follows it, to the stores, logs and sockets of the process.

import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import { challengeMessages } from '@thirty/projections/challenge/live.ts'
import type { ReadModels } from '@thirty/projections/read-models.ts'
import { isReadModelUnavailable } from '@thirty/projections/read-model-state.ts'
import { RunSwitch, type RunSwitchOptions } from '@thirty/projections/shown-run/run-switch.ts'
import type { ProcessReports } from '@thirty/infra/process-reports/process-reports.ts'
import { unfinishedBuildsElsewhere } from '../health/publish-reports.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'

type RunSwitchParts = Pick<RunSwitchOptions, 'store' | 'running' | 'progress' | 'isShared'> & {
  live: LivePublisher
  models: ReadModels
  processReports: Pick<ProcessReports, 'list'>
  scheduler?: Scheduler
}

export function startRunSwitch(
  { processId, logger, warn }: Pick<ProcessContext, 'processId' | 'logger' | 'warn'>,
  parts: RunSwitchParts,
) {
  const { live, models, processReports, scheduler = systemScheduler } = parts
  const messages = challengeMessages(models.challenge, live, scheduler)
  let failure: string | null = null
  return new RunSwitch({
    ...parts,
    scheduler,
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
