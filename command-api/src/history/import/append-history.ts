import { moveToRun } from '@thirty/contracts/backup-file/portable-events.ts'
import { challengeStream, parseJourneyStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { streamSubject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import { VersionConflict, type EventLog, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { deriveId } from '../../idempotency.ts'
import type { CheckedEvent } from './check-event.ts'
import { DayNumbers } from './day-numbers.ts'

export type AppendOptions = {
  log: Pick<EventLog, 'append'>
  run: number
  finalHash: string
  /** Appends that are under way at the same time. With 1, the log has the events in exactly the order of the file. */
  concurrency: number
  onProgress?: (events: number) => void
}

/** The run has other events than the file. */
export class OtherEvents extends Error {
  override name = 'OtherEvents'
}

/**
 * Appends the events of a file to the streams of a run, in their order, except events of the challenge itself. Repeated, it
 * continues where it was interrupted: event ids follow from file, run and line. Throws `OtherEvents`, and `LogUnavailable`
 * when it should be repeated later.
 */
export async function appendHistory(
  batches: AsyncIterable<readonly CheckedEvent[]>,
  { log, run, finalHash, concurrency, onProgress }: AppendOptions,
): Promise<void> {
  const revisions = new StreamRevisions()
  const correlation = deriveId('import', finalHash)
  const underWay: Promise<unknown>[] = []
  let count = 0
  try {
    for await (const events of batches) {
      for (const event of events) {
        count += 1
        const moved = moveToRun(event, run)
        if (moved === undefined || moved.stream === challengeStream) continue
        const { type, version, at, actor } = event
        const newEvent: NewEvent = {
          id: deriveId('import', finalHash, String(run), String(count)),
          type,
          version,
          at,
          data: moved.data,
          metadata: { ...(actor !== undefined && { actor }), run, correlation },
        }
        const appending = log.append(moved.stream, [newEvent], revisions.expected(event))
        // Awaited below; until then a failure must not count as unhandled.
        appending.catch(() => undefined)
        underWay.push(appending)
        if (underWay.length >= concurrency) await underWay.shift()
      }
      onProgress?.(count)
    }
    await Promise.all(underWay)
  } catch (error) {
    await Promise.allSettled(underWay)
    throw error instanceof VersionConflict ? new OtherEvents(error.message) : error
  }
}

/** Counts the events of each stream. Streams of views have one event each, so they are not remembered. */
class StreamRevisions {
  readonly #last = new DayNumbers()

  /** Returns the revision before an event, and counts the event. */
  expected(event: CheckedEvent): number | 'none' {
    const place = placeOf(event)
    if (place === undefined) return 'none'
    const last = this.#last.get(...place)
    this.#last.set(...place, last === undefined ? 0 : last + 1)
    return last ?? 'none'
  }
}

/** A project has the day of its stream, completed days have day 0. */
function placeOf({ type, stream }: CheckedEvent): [user: string, day: number] | undefined {
  if (type === 'ProjectViewed') return undefined
  const subject = streamSubject(stream)
  if (subject?.kind === 'project') return [subject.user, subject.day]
  const journey = parseJourneyStream(stream)
  if (journey === undefined) throw new TypeError(`${stream} is in no backup file.`)
  return [journey.user, 0]
}
