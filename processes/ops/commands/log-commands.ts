// Commands of the operator's shell for the event log: verify the embedded one, copy it, and give up the lost events of a damaged one; and
// print events of any log as JSON lines, new ones too, until the operator presses Ctrl-C.

import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { redactEvent } from '@thirty/contracts/events/redact.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/reader.ts'
import {
  acceptLoss,
  backUpLog,
  inspectLog,
  type LostRange,
} from '@thirty/infra/event-log/sqlite/verify-and-recover/recovery.ts'
import type { Config } from '../../config/config.ts'
import { requireLog } from '../connection/open-connection.ts'
import { exitCodes, report, ShellFault, type ExitCode, type ShellCommand } from '../shell-context.ts'

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

/** Events after this position. `isOnce`: up to the present end of the log. */
type Range = { after: bigint; isOnce: boolean }

export async function followEvents(
  command: ShellCommand,
  after: bigint = beginning,
  { once: isOnce = false, withPersonalData = false }: { once?: boolean; withPersonalData?: boolean },
): Promise<ExitCode> {
  const range = { after, isOnce }
  const { eventStoreUrl } = command.config
  const events =
    eventStoreUrl === undefined ? embeddedEvents(command, range) : storedEvents(command, eventStoreUrl, range)
  for await (const event of events) {
    if (command.signal.aborted) break
    const shown = withPersonalData ? event : redactEvent(event)
    command.print(JSON.stringify({ ...shown, position: event.position.toString() }))
  }
  return exitCodes.fine
}

const pollIntervalMs = 250

async function* embeddedEvents({ config: { dataDir }, signal }: ShellCommand, { after, isOnce }: Range) {
  requireLog(dataDir)
  const log = openReadOnlyLog(dataDir)
  try {
    for (let position = after; !signal.aborted;) {
      for await (const events of log.readAll({ after: position })) {
        yield* events
        position = events.at(-1)?.position ?? position
      }
      if (isOnce) return
      // Another process writes, and does not notify this one.
      await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    log.close()
  }
}

async function* storedEvents({ signal, note }: ShellCommand, url: string, { after, isOnce }: Range) {
  const { log: stored, verified } = await startEventStoreLog({
    url,
    onStoreError: ({ error }) => note(`EventStoreDB failed, trying again: ${error.message}`),
  })
  try {
    await verified
    for await (const { events, caughtUp } of catalogueLog(stored, catalogue).subscribe({ after, signal })) {
      yield* events
      if (isOnce && caughtUp) return
    }
  } finally {
    await stored.close()
  }
}
