import type { BoardFold } from '@thirty/contracts/backup-file/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
} from '@thirty/contracts/backup-file/portable-events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { challengeStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { CheckedEvent } from './check-event.ts'
import type { FileImport } from '@thirty/contracts/events/challenge-state.ts'

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
