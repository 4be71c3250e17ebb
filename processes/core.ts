import type { WaitForProjections } from '@thirty/command-api/wait-for-projections.ts'
import { backgroundTasks } from './lifecycle/background-tasks.ts'
import type { Shutdown } from './lifecycle/shutdown.ts'
import { openMedia } from './adapters/stores.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'
import { openMail } from './adapters/mail.ts'
import { openReadModels } from './adapters/read-models.ts'

/** How long an answer waits for the read models to show what the command did (decisions: one second). */
const settleWithin = 1_000

export type Core = Awaited<ReturnType<typeof openCore>>

/** Everything that outlives a request: log, read models, pictures, mail. Whoever opened it may serve. */
export async function openCore(house: ProcessContext, ending: Shutdown) {
  const { log, live, models, progress, health, ready } = await openReadModels(house, ending)
  const media = await openMedia(house)
  ending.defer(() => media.close())
  const mail = openMail(house)
  ending.defer(mail.close)
  const { runInBackground, drain: done } = backgroundTasks(house.logger)
  ending.defer(done)
  await ready
  await health.check()

  const waitForProjections: WaitForProjections = async (position) => {
    const answer = { position: position.toString() }
    // Nobody is made to wait for what cannot come: the store is away, or nobody feeds any view.
    const isHopeless = health.isStoreUnavailable() || health.lagging().length === models.projections.length
    const patience = isHopeless ? 0 : settleWithin
    if (await progress.waitForPosition(position, patience)) return answer
    house.metrics.pendingResponses.inc()
    return { ...answer, pending: true }
  }
  return { log, live, media, mail, runInBackground, models, waitForProjections, health }
}
