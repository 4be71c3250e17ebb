// Compares and rebuilds read models in the process of the operator's shell, while other processes use the same store and log.

import { randomUUID } from 'node:crypto'
import { processReport } from '@thirty/contracts/operations/health-api.ts'
import type { OperatedReadModel } from '@thirty/contracts/operations/api.ts'
import { monotonicClock } from '@thirty/infra/clock.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { sharedStoreOptions, startProjections } from '@thirty/projections/runner/start-projections.ts'
import { compareReadModel } from '@thirty/projections/self-check/compare.ts'
import { createPace } from '@thirty/projections/self-check/pace.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import type { WebCore } from '../../core.ts'
import { toOperated } from '../server/operations.ts'
import { progressBar, type ShellContext } from '../shell-context.ts'

/** Compares the read models of a shared store with a shared log. Nobody else is involved. */
export async function compareBeside(core: WebCore, context: ShellContext): Promise<OperatedReadModel[]> {
  const compared: OperatedReadModel[] = []
  const head = await core.log.head()
  for (const { projection } of core.models.shownProjections()) {
    const comparison = await compareReadModel(projection, {
      store: core.store,
      log: core.log,
      pace: createPace({
        scheduler: systemScheduler,
        monotonic: monotonicClock,
        rest: 0,
        signal: context.signal,
      }),
      onProgress: (done, total) =>
        context.showProgress(`${progressBar(Number(done), Number(total))} ${projection.name}`),
    })
    context.showProgress('')
    if (comparison) compared.push(toOperated(comparison))
    else context.note(`${projection.name} is being built and was not compared.`)
  }
  return markStandstills(compared, head, await parkedProjections(core))
}

/** Marks the parked read models, and the read models that lack events from before the comparison. */
const markStandstills = (
  compared: readonly OperatedReadModel[],
  head: bigint,
  parked: ReadonlySet<string>,
): OperatedReadModel[] =>
  compared.map((readModel) => {
    const isParked = parked.has(readModel.name)
    if (!isParked && BigInt(readModel.position) >= head) return readModel
    const reason = isParked ? 'its projection is parked; the log of its process says why' : null
    return { ...readModel, standstill: { head: `${head}`, reason } }
  })

/** Returns what the projectors call parked; nothing if they cannot be asked. */
async function parkedProjections({ processReports }: WebCore): Promise<ReadonlySet<string>> {
  const reports = (await processReports?.list(processReport).catch(() => [])) ?? []
  const projections = reports.flatMap(({ report }) => report.projections)
  return new Set(projections.filter(({ isParked }) => isParked).map(({ name }) => name))
}

/**
 * Compares the read models of a shared store and rebuilds them one after the other. For each, the shell takes the
 * read model over from the leader, who has it back afterwards.
 */
export async function replayBeside(core: WebCore, context: ShellContext): Promise<OperatedReadModel[]> {
  const compared = await compareBeside(core, context)
  const replayed: OperatedReadModel[] = []
  for (const readModel of compared) {
    context.signal.throwIfAborted()
    const projection = core.models.shownProjections().find((each) => each.projection.name === readModel.name)
    context.showProgress(`Rebuilding ${readModel.name} …`)
    replayed.push({
      ...readModel,
      isRebuilt: projection ? await rebuildOne(core, projection, context) : false,
    })
    context.showProgress('')
  }
  return replayed
}

/** Milliseconds within which the shell has a live build. */
const takeOverMs = 20_000

async function rebuildOne(
  { log, store }: WebCore,
  registered: RegisteredProjection,
  { note, signal }: ShellContext,
): Promise<boolean> {
  const { name } = registered.projection
  const running = startProjections({
    log,
    store,
    projections: [registered],
    owner: `shell ${randomUUID()}`,
    onFailure: ({ error }) => note(`${name}: ${String(error)}`),
    ...sharedStoreOptions,
    assignment: 'take-over',
  })
  try {
    const isHere = () => running.positions().some(({ isLive }) => isLive)
    for (const since = monotonicClock(); !isHere();) {
      signal.throwIfAborted()
      if (monotonicClock() - since > takeOverMs) {
        note(`${name} could not be taken over.`)
        return false
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return await running.rebuild(name)
  } finally {
    await running.stop()
  }
}
