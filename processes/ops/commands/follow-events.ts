// The command of the operator's shell that prints events as JSON lines, and continues with new ones until the operator presses Ctrl-C.

import { setTimeout as pause } from 'node:timers/promises'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { redactEvent } from '@thirty/contracts/events/redact.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/read-events.ts'
import { requireLog } from '../connection/open-connection.ts'
import { exitCodes, type ExitCode, type ShellCommand } from '../shell-context.ts'

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

async function* embeddedEvents(
  { config: { dataDir }, signal }: ShellCommand,
  { after, isOnce }: Range,
): AsyncGenerator<RecordedEvent> {
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

async function* storedEvents(
  { signal, note }: ShellCommand,
  url: string,
  { after, isOnce }: Range,
): AsyncGenerator<RecordedEvent> {
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
