import { resolve } from 'node:path'
import { backUpLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/back-up.ts'
import {
  acceptLoss,
  inspectLog,
  type LostRange,
} from '@thirty/infra/event-log/sqlite/verify-and-recover/recovery.ts'
import type { Config } from '../../config/config.ts'
import { requireLog } from '../connection/open-connection.ts'
import { exitCodes, ShellFault, type ExitCode, type ShellContext } from '../shell-context.ts'

type LogCommand = { config: Config; context: ShellContext; isJson: boolean }

/** Verifies every event of the embedded log, which may be in use. */
export function verifyLogCommand({ config, context: { print }, isJson }: LogCommand): ExitCode {
  const { events, head, fault, lost } = inspectLog(embeddedLog(config))
  const isIntact = fault === undefined
  if (isJson)
    print(
      JSON.stringify({
        success: isIntact,
        events,
        head: `${head}`,
        ...(!isIntact && { fault, lost: lost.map(({ from, to }) => ({ from: `${from}`, to: `${to}` })) }),
      }),
    )
  else if (isIntact) print(`All ${events} events are intact; the newest is at position ${head}.`)
  else {
    print(fault)
    print(`"npm run ops -- log accept" would give up ${formatRanges(lost)} and keep the rest.`)
  }
  return isIntact ? exitCodes.fine : exitCodes.faultFound
}

/** Gives up the lost events of a damaged log, which must not be in use. */
export function acceptLossCommand({ config, context: { print, clock }, isJson }: LogCommand): ExitCode {
  const accepted = acceptLoss(embeddedLog(config), clock)
  if (isJson)
    print(JSON.stringify({ success: true, damagedFilesFolder: accepted?.damagedFilesFolder ?? null }))
  else if (accepted === undefined) print('No event is lost, so nothing was changed.')
  else
    print(
      `Given up: ${formatRanges(accepted.lost)}. The damaged files are in ${accepted.damagedFilesFolder}.`,
    )
  return exitCodes.fine
}

/** Copies the log, which may be in use, into a folder without one. */
export function backUpLogCommand(target: string, { config, context, isJson }: LogCommand): ExitCode {
  const folder = embeddedLog(config)
  const to = resolve(context.workingDirectory, target)
  const { events, head } = backUpLog(folder, to)
  if (isJson) context.print(JSON.stringify({ success: true, events, head: `${head}`, folder: to }))
  else
    context.print(
      `Copied and verified ${events} events up to position ${head} into ${to}. Copy the rest of ${folder} too.`,
    )
  return exitCodes.fine
}

function embeddedLog({ eventStoreUrl, dataDir }: Config): string {
  if (eventStoreUrl !== undefined)
    throw new ShellFault('The event log is in EventStoreDB; use its own tools. See docs/operations.md.')
  requireLog(dataDir)
  return dataDir
}

function formatRanges(lost: readonly LostRange[]): string {
  if (lost.length === 0) return 'no event'
  return lost
    .map(({ from, to }) => (from === to ? `position ${from}` : `positions ${from} to ${to}`))
    .join(', ')
}
