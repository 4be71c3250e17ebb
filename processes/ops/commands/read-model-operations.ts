// The commands of the operator's shell that compare all read models with the log, or rebuild and then compare them. If other
// processes use the same store and log, the shell does the work itself.

import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import type { OperatedReadModel, Operation, OperationKind } from '@thirty/contracts/operations/api.ts'
import { processReport } from '@thirty/contracts/operations/health-api.ts'
import { monotonicClock } from '@thirty/infra/clock.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { sharedStoreOptions, startProjections } from '@thirty/projections/runner/start-projections.ts'
import { compareReadModel } from '@thirty/projections/self-check/compare.ts'
import { createPace } from '@thirty/projections/self-check/pace.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import type { ConnectedCommand, Connection } from '../connection/open-connection.ts'
import {
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
  type ShellContext,
} from '../shell-context.ts'
import type { WebCore } from '../../core.ts'
import { toOperated } from '../server/operations.ts'

const pollIntervalMs = 250

/**
 * `kind` is `replay` if the read models are rebuilt, too. `fromSnapshot`: rebuilds them from their last snapshots, and they are live before
 * they are compared; read models in Redis have no snapshots and are rebuilt from the first event. Throws `ShellFault`, also when the
 * operator presses Ctrl-C; an operation in a running server then continues there.
 */
export async function operateReadModels(
  connection: Connection,
  kind: OperationKind,
  context: ShellContext,
  { fromSnapshot = false } = {},
): Promise<readonly OperatedReadModel[]> {
  if (fromSnapshot && connection.mode === 'beside')
    context.note('Read models in Redis have no snapshots; they are rebuilt from the first event.')
  if (connection.mode === 'beside')
    return kind === 'check' ? compareBeside(connection.core, context) : replayBeside(connection.core, context)
  let { operation } = await connection.client.call(operationEndpoints.start, { body: { kind, fromSnapshot } })
  while (operation.state === 'running') {
    context.showProgress(progressOf(operation))
    await pause(pollIntervalMs, undefined, { signal: context.signal }).catch(() => {
      throw new ShellFault(
        connection.mode === 'server' ? 'Stopped waiting; the server completes it.' : 'Stopped.',
      )
    })
    const params = { operationId: operation.id }
    ;({ operation } = await connection.client.call(operationEndpoints.one, { params }))
  }
  context.showProgress('')
  if (operation.failure !== null)
    throw new ShellFault(`The server could not complete it: ${operation.failure}`)
  return operation.readModels
}

function progressOf({ done, total, current }: Operation): string {
  const share = current ? Number(current.done) / Math.max(Number(current.total), 1) : 0
  return `${progressBar(done + share, total)} ${current?.name ?? ''}`
}

/** `fromSnapshot`: see `operateReadModels`. */
export async function replayCommand(
  command: ConnectedCommand,
  { fromSnapshot = false }: { fromSnapshot?: boolean },
): Promise<ExitCode> {
  const { connection, context, config } = command
  const readModels = await operateReadModels(connection, 'replay', context, { fromSnapshot })
  const result = { success: isAllFine(readModels), readModels }
  const exitCode = report(command, result, ...formatReadModels(readModels))
  if (connection.mode === 'rest' && config.redisUrl === undefined)
    context.note('The read models were in the memory of this shell only: every start builds them anew.')
  return exitCode
}

/** Says in one line for each read model what was found and done. */
export function formatReadModels(readModels: readonly OperatedReadModel[]): string[] {
  return readModels.flatMap(({ name, position, documents, count, differences, isRebuilt, standstill }) => {
    const found =
      count === 0
        ? `${name}: ${documents} documents match the log`
        : `${name}: differs from the log in ${withNoun(count, 'place')}`
    const rebuilt =
      isRebuilt === null ? '.' : isRebuilt ? '; rebuilt and switched over.' : '; it could not be rebuilt.'
    const lines = [`${found}${rebuilt}`, ...differences.slice(0, 10).map((difference) => `  ${difference}`)]
    if (standstill === undefined) return lines
    const reason = standstill.reason ?? 'the reason is unknown'
    return [`${name}: stopped at position ${position} of ${standstill.head}: ${reason}`, ...lines]
  })
}

/** Whether nothing differed, nothing stands still, and every rebuild succeeded. */
export const isAllFine = (readModels: readonly OperatedReadModel[]): boolean =>
  readModels.every(
    ({ count, isRebuilt, standstill }) => count === 0 && isRebuilt !== false && standstill === undefined,
  )

/** Compares the read models of a shared store with a shared log. Nobody else is involved. */
async function compareBeside(core: WebCore, context: ShellContext): Promise<OperatedReadModel[]> {
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
  const reports = await processReports.list(processReport).catch(() => [])
  const projections = reports.flatMap(({ report }) => report.projections)
  return new Set(projections.filter(({ isParked }) => isParked).map(({ name }) => name))
}

/**
 * Compares the read models of a shared store and rebuilds them one after the other. For each, the shell takes the
 * read model over from the leader, who has it back afterwards.
 */
async function replayBeside(core: WebCore, context: ShellContext): Promise<OperatedReadModel[]> {
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
    onFailure: ({ error }) => note(`${name}: ${String(error)}`),
    ...sharedStoreOptions,
    shared: { owner: `shell ${randomUUID()}` },
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
