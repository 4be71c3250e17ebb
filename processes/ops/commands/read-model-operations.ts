// Lets the operator's shell compare all read models with the log, or also rebuild them: the command `replay`, and what the doctor shares
// with it. `../server/operations.ts` does the work.

import { operationEndpoints } from '@thirty/contracts/operations/api.ts'
import type { OperatedReadModel, Operation, OperationKind } from '@thirty/contracts/operations/api.ts'
import type { ConnectedCommand } from '../connection/open-connection.ts'
import {
  pauseBetweenPolls,
  progressBar,
  report,
  ShellFault,
  withNoun,
  type ExitCode,
} from '../shell-context.ts'

/**
 * `kind` is `replay` if the read models are rebuilt, too. `fromSnapshot`: rebuilds them from their last snapshots, and they are live before
 * they are compared; read models in Redis have no snapshots and are rebuilt from the first event. Throws `ShellFault`, also when the
 * operator presses Ctrl-C; an operation in a running server then continues there.
 */
export async function operateReadModels(
  command: ConnectedCommand,
  kind: OperationKind,
  fromSnapshot = false,
) {
  const { client, mode, showProgress } = command
  const stopped = mode === 'server' ? 'Stopped waiting; the server completes it.' : 'Stopped.'
  let { operation } = await client.call(operationEndpoints.start, { body: { kind, fromSnapshot } })
  while (operation.state === 'running') {
    showProgress(progressOf(operation))
    await pauseBetweenPolls(command, stopped)
    const params = { operationId: operation.id }
    ;({ operation } = await client.call(operationEndpoints.one, { params }))
  }
  showProgress('')
  if (operation.failure !== null) throw new ShellFault(`It could not be completed: ${operation.failure}`)
  return operation.readModels
}

function progressOf({ done, total, current }: Operation): string {
  if (current === null) return ''
  const share = Number(current.done) / Math.max(Number(current.total), 1)
  return `${progressBar(done + share, total)} ${current.name}`
}

export async function replayCommand(
  command: ConnectedCommand,
  { fromSnapshot = false }: { fromSnapshot?: boolean },
): Promise<ExitCode> {
  const { mode, note, config } = command
  if (fromSnapshot && config.redisUrl !== undefined)
    note('Read models in Redis have no snapshots; they are rebuilt from the first event.')
  const readModels = await operateReadModels(command, 'replay', fromSnapshot)
  const result = { success: isAllFine(readModels), readModels }
  const exitCode = report(command, result, ...formatReadModels(readModels))
  if (mode === 'rest' && config.redisUrl === undefined)
    note('The read models were in the memory of this shell only: every start builds them anew.')
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
