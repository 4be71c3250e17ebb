// Checks the event log, and opens it for the checks that read it.

import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inspectLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/recovery.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/read-events.ts'
import { systemScheduler, withTimeout } from '@thirty/infra/scheduler.ts'
import { errorMessage, findingOf, type Finding } from './finding.ts'

const finding = findingOf('log')

/** A log for the checks that read it, and what was found about the log itself. No log if it cannot be read. */
export type CheckedLog = { finding: Finding; log?: Pick<EventLog, 'readAll'>; close(): Promise<void> }

/** Verifies the hash chain of the embedded log, which may be in use. */
export async function checkEmbeddedLog(folder: string): Promise<CheckedLog> {
  try {
    const { events, head, fault, lost } = inspectLog(folder)
    const log = openReadOnlyLog(folder)
    const close = async () => log.close()
    if (fault === undefined) {
      const message = `The event log is intact: all ${events} events up to position ${head}.`
      return { finding: finding('fine', message), log, close }
    }
    const details = [
      ...lost.map(({ from, to }) => `The events from position ${from} to ${to} are lost.`),
      '"npm run ops -- log accept" gives them up and keeps the rest; a backup may have them.',
    ]
    return { finding: finding('fault', fault, details), log, close }
  } catch (error) {
    const message = `The event log cannot be read: ${errorMessage(error)}`
    return { finding: finding('fault', message), close: async () => undefined }
  }
}

/** Reads the head of the log in EventStoreDB, and its first events. */
export async function checkEventStoreLog(url: string): Promise<CheckedLog> {
  const { log, verified } = await startEventStoreLog({ url, onStoreError: () => undefined })
  const close = () => log.close()
  try {
    await inTime(verified)
    const head = await inTime(log.head())
    let events = 0
    for await (const batch of log.readAll({ batch: 100 })) {
      events += batch.length
      break
    }
    if (head >= 0n && events === 0) throw new Error('it has a newest event, but returns none')
    const message = `EventStoreDB answers; its newest event is at position ${head}.`
    return { finding: finding('fine', message), log, close }
  } catch (error) {
    const message = `The event log in EventStoreDB cannot be read: ${errorMessage(error)}`
    return { finding: finding('fault', message), close }
  }
}

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  withTimeout(systemScheduler, 15_000, work, () => new Error('no answer within 15 seconds'))
