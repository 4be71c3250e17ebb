// The command of the operator's shell that prints events as JSON lines, and continues with new ones until the operator presses Ctrl-C.

import { setTimeout as pause } from 'node:timers/promises'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { redactEvent } from '@thirty/contracts/events/redact.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/read-only-log.ts'
import { requireLog } from '../connection/open-connection.ts'
import { exitCodes, type ExitCode, type ShellCommand, type ShellContext } from '../shell-context.ts'

export type FollowOptions = {
  /** Events after this position; all when missing. */
  after?: bigint | undefined
  /** Ends at the present end of the log. */
  isOnce: boolean
  hasPersonalData: boolean
}

export async function followEvents(
  { config, context }: ShellCommand,
  { after = beginning, isOnce, hasPersonalData }: FollowOptions,
): Promise<ExitCode> {
  const show = (event: RecordedEvent) => {
    const shown = hasPersonalData ? event : redactEvent(event)
    context.print(JSON.stringify({ ...shown, position: event.position.toString() }))
  }
  if (config.eventStoreUrl === undefined)
    await followEmbedded(config.dataDir, context, { after, isOnce }, show)
  else await followEventStore(config.eventStoreUrl, context, { after, isOnce }, show)
  return exitCodes.fine
}

type Range = { after: bigint; isOnce: boolean }

const pollIntervalMs = 250

async function followEmbedded(
  folder: string,
  { signal }: ShellContext,
  { after, isOnce }: Range,
  show: (event: RecordedEvent) => void,
): Promise<void> {
  requireLog(folder)
  const log = openReadOnlyLog(folder)
  try {
    for (let position = after; !signal.aborted;) {
      for await (const events of log.readAll({ after: position })) {
        for (const event of events) {
          if (signal.aborted) return
          show(event)
          position = event.position
        }
      }
      if (isOnce) return
      // Another process writes, and does not notify this one.
      await pause(pollIntervalMs, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    log.close()
  }
}

async function followEventStore(
  url: string,
  { signal, note }: ShellContext,
  { after, isOnce }: Range,
  show: (event: RecordedEvent) => void,
): Promise<void> {
  const { log: stored, verified } = await startEventStoreLog({
    url,
    onStoreError: ({ error }) => note(`EventStoreDB failed, trying again: ${error.message}`),
  })
  try {
    await verified
    const log = catalogueLog(stored, catalogue)
    for await (const { events, caughtUp } of log.subscribe({ after, signal })) {
      for (const event of events) show(event)
      if (signal.aborted || (isOnce && caughtUp)) return
    }
  } finally {
    await stored.close()
  }
}
