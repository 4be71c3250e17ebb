// Appends the events of a backup file to the streams of a run, each stream in its order, except events of the challenge itself.

import type { BoardFold } from '@thirty/contracts/backups/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
} from '@thirty/contracts/backups/portable-events.ts'
import type { FileImport } from '@thirty/contracts/challenge/challenge-state.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { challengeStream, parseJourneyStream } from '@thirty/contracts/events/stream-names.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import { VersionConflict, type EventLog, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { deriveId } from '../../idempotency.ts'
import { PairNumbers, TextNumbers } from '../../compact-maps.ts'
import type { CheckedEvent } from './check-event.ts'

export type AppendOptions = {
  log: Pick<EventLog, 'append'>
  run: number
  finalHash: string
  /** Appends that are under way at the same time. With 1, the log has the events in exactly the order of the file. */
  concurrency: number
  onProgress?: (events: number) => void
}

/**
 * Returns whether all events are in the run; `false` if it has others. A repeated call continues where the earlier one was interrupted: event
 * ids follow from file, run and line. Throws `LogUnavailable` when it should be repeated later.
 */
export async function appendHistory(
  batches: AsyncIterable<readonly CheckedEvent[]>,
  { log, run, finalHash, concurrency, onProgress }: AppendOptions,
): Promise<boolean> {
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
    return true
  } catch (error) {
    await Promise.allSettled(underWay)
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** Counts the events of each stream. Streams are too many to remember them by name. */
class StreamRevisions {
  readonly #people = new TextNumbers()
  readonly #counts = new PairNumbers()

  /** Returns the revision before an event, and counts the event. */
  expected(event: CheckedEvent): number | 'none' {
    const { user, day, viewer } = placeOf(event)
    const left = this.#people.numberOf(user) * (totalDays + 1) + day
    const right = viewer === undefined ? 0 : this.#people.numberOf(viewer) + 1
    const count = this.#counts.get(left, right)
    this.#counts.set(left, right, count + 1)
    return count === 0 ? 'none' : count - 1
  }
}

/**
 * A project has the day of its stream, completed days have day 0. One person has several views of a project that was submitted once more in
 * a later run: in a file, both are one project.
 */
function placeOf(event: CheckedEvent): { user: string; day: number; viewer?: string } {
  if (event.type === 'ProjectViewed') {
    const { project, by } = event.data
    return { ...requirePlace(parseProjectId(project), project), viewer: by }
  }
  return (
    subjectProject(event.stream) ?? {
      ...requirePlace(parseJourneyStream(event.stream), event.stream),
      day: 0,
    }
  )
}

function requirePlace<Place>(place: Place | undefined, name: string): Place {
  if (place === undefined) throw new TypeError(`${name} is in no backup file.`)
  return place
}

type Options = {
  log: Pick<EventLog, 'readAll'>
  createBoardFold: () => BoardFold
  /** The events of the challenge itself in the file: one may change the scoring. */
  period: readonly CheckedEvent[]
  onProgress: (events: number) => void
}

/**
 * Reads the events that an import appended to its run, without events of the challenge itself. Returns their number and the
 * digest of the leaderboard that they lead to.
 */
export async function readImportedRun(
  { run, position }: Pick<FileImport, 'run' | 'position'>,
  { log, createBoardFold, period, onProgress }: Options,
): Promise<{ events: number; digest: string }> {
  const board = createBoardFold()
  for (const event of period) if (event.type === 'ScoringChanged') board.apply(event)
  let count = 0
  for await (const events of log.readAll({ after: position, streams: portableStreams })) {
    for (const event of events) {
      if (event.metadata.run !== run || event.stream === challengeStream) continue
      if (!isEventOf(portableEvents, event)) continue
      count += 1
      const moved = moveToRun(event, runInFile)
      if (moved !== undefined) board.apply({ type: event.type, ...moved })
    }
    onProgress(count)
  }
  return { events: count, digest: board.summary().digest }
}
