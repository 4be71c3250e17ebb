// Appends the events of a backup file to the streams of a run, each stream in its order, except events of the challenge itself, and reads
// them back to check them.

import { hash } from 'node:crypto'
import type { BoardFold } from '@thirty/contracts/backups/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
} from '@thirty/contracts/backups/portable-events.ts'
import type { FileImport } from '@thirty/contracts/challenge/challenge-state.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import { VersionConflict, type EventLog, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { deriveId } from '../../idempotency.ts'
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
  const revisionBefore = streamRevisions()
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
        const appending = log.append(moved.stream, [newEvent], revisionBefore(moved.stream))
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

/**
 * Counts the events of each stream, and returns the revision before an event. Streams are millions, so each has a digest of 72 bits in place
 * of its name. Two streams with one digest would end in a version conflict, not in wrong data.
 */
function streamRevisions() {
  const counts = new Map<string, number>()
  return (stream: string): number | 'none' => {
    const digest = hash('sha256', stream, 'base64url').slice(0, 12)
    const count = counts.get(digest) ?? 0
    counts.set(digest, count + 1)
    return count === 0 ? 'none' : count - 1
  }
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
