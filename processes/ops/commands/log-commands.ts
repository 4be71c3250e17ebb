// Commands of the operator's shell for the embedded log: verify it, copy it, and give up the lost events of a damaged one.

import { resolve } from 'node:path'
import { backUpLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/back-up.ts'
import {
  acceptLoss,
  inspectLog,
  type LostRange,
} from '@thirty/infra/event-log/sqlite/verify-and-recover/recovery.ts'
import type { Config } from '../../config/config.ts'
import { requireLog } from '../connection/open-connection.ts'
import { report, ShellFault, type ExitCode, type ShellCommand } from '../shell-context.ts'

export function verifyLogCommand(command: ShellCommand): ExitCode {
  const { events, head, fault, lost } = inspectLog(embeddedLog(command.config))
  const found = { events, head: `${head}` }
  if (fault === undefined)
    return report(
      command,
      { success: true, ...found },
      `All ${events} events are intact; the newest is at position ${head}.`,
    )
  const ranges = lost.map(({ from, to }) => ({ from: `${from}`, to: `${to}` }))
  return report(
    command,
    { success: false, ...found, fault, lost: ranges },
    fault,
    `"npm run ops -- log accept" would give up ${formatRanges(lost)} and keep the rest.`,
  )
}

/** The log must not be in use. */
export function acceptLossCommand(command: ShellCommand): ExitCode {
  const accepted = acceptLoss(embeddedLog(command.config), command.clock)
  return report(
    command,
    { success: true, damagedFilesFolder: accepted?.damagedFilesFolder ?? null },
    accepted === undefined
      ? 'No event is lost, so nothing was changed.'
      : `Given up: ${formatRanges(accepted.lost)}. The damaged files are in ${accepted.damagedFilesFolder}.`,
  )
}

export function backUpLogCommand(command: ShellCommand, target: string): ExitCode {
  const folder = embeddedLog(command.config)
  const to = resolve(command.workingDirectory, target)
  const { events, head } = backUpLog(folder, to)
  return report(
    command,
    { success: true, events, head: `${head}`, folder: to },
    `Copied and verified ${events} events up to position ${head} into ${to}. Copy the rest of ${folder} too.`,
  )
}

function embeddedLog({ eventStoreUrl, dataDir }: Config): string {
  if (eventStoreUrl !== undefined)
    throw new ShellFault('The event log is in EventStoreDB; use its own tools. See docs/operations.md.')
  requireLog(dataDir)
  return dataDir
}

const formatRanges = (lost: readonly LostRange[]): string =>
  lost.map(({ from, to }) => (from === to ? `position ${from}` : `positions ${from} to ${to}`)).join(', ') ||
  'no event'
