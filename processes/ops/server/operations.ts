// Runs the operations of operators on the read models of this process, one at a time.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { OperatedReadModel, Operation, OperationKind } from '@thirty/contracts/operations/api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { refuse, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ProjectionProgress } from '@thirty/projections/runner/progress.ts'
import type { FillBuild } from '@thirty/projections/runner/open-build.ts'
import { formatDifference } from '@thirty/projections/self-check/differences.ts'
import type { Comparison } from '@thirty/projections/self-check/compare.ts'
import type { RunningSelfCheck } from '@thirty/projections/self-check/self-check.ts'

export type OperationsDeps = {
  log: Pick<EventLog, 'head'>
  selfCheck: Pick<RunningSelfCheck, 'check'>
  running: Pick<ProjectionProgress, 'positions'> & {
    /** See `RunningProjections`. */
    rebuild(name: string, fill?: FillBuild): Promise<boolean>
  }
  /** Fills builds from snapshots; missing where there are none. */
  fill?: FillBuild | undefined
}

const remembered = 10
const listedDifferences = 100

export type Operations = ReturnType<typeof createOperations>

export function createOperations(deps: OperationsDeps) {
  const operations = new Map<string, Operation>()
  let isRunning = false

  const update = (id: string, change: Partial<Operation>): void => {
    const operation = operations.get(id)
    if (operation) operations.set(id, { ...operation, ...change })
  }
  const run = async (id: string, kind: OperationKind, fill: FillBuild | undefined): Promise<void> => {
    try {
      if (kind === 'check') await compare(deps, id, update)
      else await (fill ? replayFromSnapshots(deps, fill, id, update) : replay(deps, id, update))
      update(id, { state: 'done', current: null })
    } catch (error) {
      update(id, {
        state: 'failed',
        current: null,
        failure: error instanceof Error ? error.message : 'unknown',
      })
    }
    isRunning = false
  }
  return {
    /**
     * Starts an operation in the background. Throws `conflict` while another one runs. `fromSnapshot`: a replay begins with
     * snapshots, where there are some, and its read models are live before they are compared.
     */
    start: (
      kind: OperationKind,
      { fromSnapshot = false }: { fromSnapshot?: boolean | undefined } = {},
    ): Operation => {
      if (isRunning) throw untranslated('conflict', 'Another operation is running. Wait until it has ended.')
      const id = randomUUID()
      const count = deps.running.positions().length
      const operation: Operation = {
        id,
        kind,
        state: 'running',
        done: 0,
        total: kind === 'check' ? count : 2 * count,
        current: null,
        readModels: [],
        failure: null,
      }
      operations.set(id, operation)
      for (const oldest of operations.keys()) if (operations.size > remembered) operations.delete(oldest)
      isRunning = true
      void run(id, kind, fromSnapshot ? deps.fill : undefined)
      return operation
    },
    /** Returns an operation, of which the last few are remembered; `undefined` for any other. */
    find: (id: string): Operation | undefined => operations.get(id),
  }
}

type Update = (id: string, change: Partial<Operation>) => void

async function compare(
  { selfCheck, running, log }: OperationsDeps,
  id: string,
  update: Update,
): Promise<readonly OperatedReadModel[]> {
  const seen = new Set<string>()
  const checked = await selfCheck.check({
    heals: false,
    onProgress: ({ readModel: name, done, total }) => {
      seen.add(name)
      update(id, { done: seen.size - 1, current: { name, done: `${done}`, total: `${total}` } })
    },
  })
  const head = await log.head()
  await waitFor(running, head)
  const readModels = running.positions().flatMap(({ readModel, position, parked }): OperatedReadModel[] => {
    const compared = checked.find((each) => each.readModel.name === readModel.name)
    if (compared === undefined && parked === undefined) return []
    return [
      {
        ...toOperated(compared ?? { readModel, position, documents: 0, count: 0, differences: [] }),
        ...((parked !== undefined || position < head) && {
          standstill: { head: `${head}`, reason: parked?.reason ?? null },
        }),
      },
    ]
  })
  update(id, { done: readModels.length, readModels: [...readModels] })
  return readModels
}

/** Milliseconds within which read models that are not parked have what was in the log. */
const standstillMs = 5_000

/** Waits a few seconds until all read models that are live and not parked have the events up to a position. */
async function waitFor({ positions }: OperationsDeps['running'], head: bigint): Promise<void> {
  const isLate = () =>
    positions().some(({ position, isLive, parked }) => isLive && parked === undefined && position < head)
  for (const since = performance.now(); isLate() && performance.now() - since < standstillMs;)
    await pause(100)
}

/** Compares all read models, and then rebuilds each beside its live build and switches over. */
async function replay(deps: OperationsDeps, id: string, update: Update): Promise<void> {
  const readModels = [...(await compare(deps, id, update))]
  const total = 2 * readModels.length
  for (const [index, readModel] of readModels.entries()) {
    const { name, position } = readModel
    update(id, { done: readModels.length + index, total, current: { name, done: '0', total: position } })
    readModels[index] = { ...readModel, isRebuilt: await deps.running.rebuild(name) }
    update(id, { done: readModels.length + index + 1, readModels: [...readModels] })
  }
}

/**
 * Rebuilds all read models from their snapshots, and then compares them, because a snapshot may be wrong. They are live before
 * the comparison.
 */
async function replayFromSnapshots(
  deps: OperationsDeps,
  fill: FillBuild,
  id: string,
  update: Update,
): Promise<void> {
  const rebuilt = new Map<string, boolean>()
  for (const { readModel, position } of deps.running.positions()) {
    const { name } = readModel
    update(id, { done: rebuilt.size, current: { name, done: '0', total: `${position}` } })
    rebuilt.set(name, await deps.running.rebuild(name, fill))
  }
  const compared = await compare(deps, id, (_, { done = 0, ...change }) =>
    update(id, { ...change, done: rebuilt.size + done }),
  )
  const done = rebuilt.size + compared.length
  const readModels = compared.map((each) => ({ ...each, isRebuilt: rebuilt.get(each.name) ?? false }))
  update(id, { done, total: done, readModels })
}

/** Returns what an operator sees of a comparison. */
export const toOperated = ({
  readModel: { name },
  position,
  documents,
  count,
  differences,
}: Comparison): OperatedReadModel => ({
  name,
  position: `${position}`,
  documents,
  count,
  differences: differences.slice(0, listedDifferences).map(formatDifference),
  isRebuilt: null,
})

/** Handlers by which the operator's shell runs operations. Without `operations` this process builds no read models. */
export function operationHandlers(operations: Operations | undefined): Endpoint[] {
  return [
    endpoint(operationEndpoints.start)(({ body }) => {
      if (operations === undefined) throw untranslated('conflict', 'This process builds no read models.')
      return { success: true, operation: operations.start(body.kind, body) }
    }),
    endpoint(operationEndpoints.one)(({ params }) => {
      const operation = operations?.find(params.operationId)
      if (operation === undefined) refuse('not-found', 'There is no such operation.')
      return { success: true, operation }
    }),
  ]
}
