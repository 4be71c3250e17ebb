// Compares all read models of this process with the log (`check`), or also rebuilds them (`replay`), one such operation at a time: the
// operator's shell starts it by a request, and asks how far it is.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Operation, OperationKind } from '@thirty/contracts/operations/api.ts'
import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import { Refusal, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { FillBuild } from '@thirty/projections/runner/build.ts'
import type { ReadModelPosition } from '@thirty/projections/runner/progress.ts'
import type { Comparison } from '@thirty/projections/self-check/compare.ts'
import type { RunningSelfCheck } from '@thirty/projections/self-check/self-check.ts'
import { errorMessage } from '../doctor/finding.ts'

export type OperationsDeps = {
  log: Pick<EventLog, 'head'>
  selfCheck: Pick<RunningSelfCheck, 'check'>
  running: {
    /** Returns how far the read models are. */
    positions(): readonly ReadModelPosition[] | Promise<readonly ReadModelPosition[]>
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

  const run = async (operation: Operation, fill: FillBuild | undefined): Promise<void> => {
    const isReplay = operation.kind === 'replay'
    try {
      const { length: count } = await deps.running.positions()
      operation.total = isReplay ? 2 * count : count
      if (!fill) await compare(deps, operation)
      const rebuilt = isReplay && (await rebuildAll(deps, operation, fill))
      // A snapshot may be wrong.
      if (fill) await compare(deps, operation)
      operation.total = operation.done
      if (rebuilt)
        for (const readModel of operation.readModels) readModel.isRebuilt = rebuilt.has(readModel.name)
      operation.state = 'done'
    } catch (error) {
      operation.state = 'failed'
      operation.failure = error instanceof Error ? error.message : 'unknown'
    }
    operation.current = null
  }
  return {
    /**
     * Starts an operation in the background, and returns it; it shows how far it is. Throws `conflict` while another one runs.
     * `fromSnapshot`: a replay begins with snapshots, where there are some, and its read models are live before they are compared.
     */
    start: (kind: OperationKind, { fromSnapshot = false }: { fromSnapshot?: boolean | undefined } = {}) => {
      if ([...operations.values()].some(({ state }) => state === 'running'))
        throw untranslated('conflict', 'Another operation is running. Wait until it has ended.')
      const operation: Operation = {
        id: randomUUID(),
        kind,
        state: 'running',
        done: 0,
        total: 0,
        current: null,
        readModels: [],
        failure: null,
      }
      operations.set(operation.id, operation)
      for (const oldest of operations.keys()) if (operations.size > remembered) operations.delete(oldest)
      void run(operation, fromSnapshot ? deps.fill : undefined)
      return operation
    },
    /** Returns an operation, of which the last few are remembered; `undefined` for any other. */
    find: (id: string): Operation | undefined => operations.get(id),
  }
}

/** Compares all read models with the log. */
async function compare({ selfCheck, running, log }: OperationsDeps, operation: Operation): Promise<void> {
  const finished = operation.done
  const seen = new Set<string>()
  const failures = new Map<string, string>()
  const checked = await selfCheck.check({
    heals: false,
    onProgress: ({ readModel: name, done, total }) => {
      seen.add(name)
      operation.done = finished + seen.size - 1
      operation.current = { name, done: `${done}`, total: `${total}` }
    },
    onFailure: (name, error) => void failures.set(name, `it could not be compared: ${errorMessage(error)}`),
  })
  const head = await log.head()
  const positions = await positionsAt(running, head)
  operation.readModels = positions.flatMap(({ readModel, position, parked }) => {
    const compared = checked.find((each) => each.readModel.name === readModel.name)
    const failure = failures.get(readModel.name)
    if (compared === undefined && parked === undefined && failure === undefined) return []
    const isStanding = parked !== undefined || position < head
    const differences = failure === undefined ? [] : [failure]
    return {
      ...toOperated(compared ?? { readModel, position, documents: 0, differences }),
      ...(isStanding && { standstill: { head: `${head}`, reason: parked?.reason ?? null } }),
    }
  })
  operation.done = finished + operation.readModels.length
}

/** Milliseconds within which read models that are not parked have what was in the log. */
const standstillMs = 5_000

/** Returns where the read models are when all that are live and not parked have the events up to a position, or after a few seconds. */
async function positionsAt(running: OperationsDeps['running'], head: bigint) {
  for (const since = performance.now(); ;) {
    const positions = await running.positions()
    const isLate = positions.some(
      ({ position, isLive, parked }) => isLive && parked === undefined && position < head,
    )
    if (!isLate || performance.now() - since >= standstillMs) return positions
    await pause(100)
  }
}

/** Rebuilds each read model beside its live build and switches over. Returns the names of those with which this succeeded. */
async function rebuildAll({ running }: OperationsDeps, operation: Operation, fill: FillBuild | undefined) {
  const rebuilt = new Set<string>()
  for (const { readModel, position, isLive, parked } of await running.positions()) {
    if (!isLive && !parked) continue
    const { name } = readModel
    operation.current = { name, done: '0', total: `${position}` }
    if (await running.rebuild(name, fill)) rebuilt.add(name)
    operation.done += 1
  }
  return rebuilt
}

const toOperated = ({ readModel: { name }, position, documents, differences }: Comparison) => ({
  name,
  position: `${position}`,
  documents,
  count: differences.length,
  differences: differences.slice(0, listedDifferences),
  isRebuilt: null,
})

/** Handlers by which the operator's shell runs operations. Without `operations` this process builds no read models. */
export function operationHandlers(operations: Operations | undefined): Endpoint[] {
  return [
    endpoint(operationEndpoints.start)(({ body }) => {
      if (operations === undefined) throw untranslated('conflict', 'This process builds no read models.')
      return { operation: operations.start(body.kind, body) }
    }),
    endpoint(operationEndpoints.one)(({ params }) => {
      const operation = operations?.find(params.operationId)
      if (operation === undefined) throw new Refusal('not-found', 'There is no such operation.')
      return { operation }
    }),
  ]
}
