// A history of the log as it is written to a backup file, as one run, with comments that are numbered again; and the digest and the figures
// of its leaderboard.

import type { BackupFileEvent, BoardSummary } from '@thirty/contracts/backups/backup-file.ts'
import {
  moveToRun,
  portableEvents,
  portableStreams,
  runInFile,
  type PortableEvent,
} from '@thirty/contracts/backups/portable-events.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  evolveChallenge,
  initialChallenge,
  type HistorySegment,
} from '@thirty/contracts/challenge/challenge-state.ts'
import {
  decidingMoments,
  historyOf,
  isInHistory,
  isOfUnknownOrigin,
  scoringChange,
  type History,
} from '@thirty/contracts/challenge/history.ts'
import { defaultScoring, isSameScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { commentId } from '@thirty/contracts/projects/project-id.ts'
import { challengeStream } from '@thirty/contracts/events/stream-names.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { boardFold } from '../board-fold.ts'

/** What is needed of a log to read a history. */
export type PortableHistoryLog = Pick<EventLog, 'read' | 'readAll' | 'head'>

/** A history that can be read several times with the same result. */
export type PortableHistory = {
  history: History
  /** Whether any of it is from a file without a known signature. */
  isOfUnknownOrigin: boolean
  /**
   * Returns the events of the history as they are in a file: the scoring at its end, unless it is the default, and then all others in
   * the order of the log.
   */
  events(): AsyncIterable<readonly BackupFileEvent[]>
}

/**
 * Fixes the end of a history at the current end of the log. `after`: a position that all events of the history follow, so that
 * the log need not be read from its beginning.
 */
export async function portableHistory(
  log: PortableHistoryLog,
  place: HistorySegment,
  { after }: { after?: bigint } = {},
): Promise<PortableHistory> {
  const head = await log.head()
  const until = place.upTo !== undefined && place.upTo < head ? place.upTo : head
  const recorded = (await Array.fromAsync(log.read(challengeStream))).filter(isOfChallenge)
  const { runs } = recorded.reduce(evolveChallenge, initialChallenge).runs
  const history = historyOf(place, runs)
  const change = scoringChange(history)
  const isChanged = change !== undefined && !isSameScoring(change.scoring, defaultScoring)
  const scoring = isChanged ? recorded.find(({ position }) => position === change.position) : undefined
  const moments = new Set(decidingMoments(history, runs))
  const range = { until, streams: portableStreams, ...(after !== undefined && { after }) }
  return {
    history,
    isOfUnknownOrigin: history.some(({ run }) => isOfUnknownOrigin(runs, run)),
    events: async function* () {
      const comments = new CommentNumbers()
      const first = scoring && isEventOf(portableEvents, scoring) && inFile(scoring, comments)
      if (first) yield [first]
      for await (const batch of log.readAll(range)) {
        const events: BackupFileEvent[] = []
        for (const event of batch) {
          if (!isEventOf(portableEvents, event)) continue
          // Only the start and the end that count at the end of the history.
          const isPart =
            event.stream === challengeStream ? moments.has(event.position) : isInHistory(history, event)
          const moved = isPart ? inFile(event, comments) : undefined
          if (moved !== undefined) events.push(moved)
        }
        if (events.length > 0) yield events
      }
    },
  }
}

const isOfChallenge = (event: RecordedEvent) => isEventOf(challengeEvents, event)

function inFile(event: RecordedEvent & PortableEvent, comments: CommentNumbers): BackupFileEvent | undefined {
  const moved = moveToRun(event, runInFile)
  if (moved === undefined) return undefined
  const { type, version, at, metadata } = event
  const { actor } = metadata
  const data = comments.renumber(event, moved.stream) ?? moved.data
  return { stream: moved.stream, type, version, at, ...(actor !== undefined && { actor }), data }
}

/**
 * Numbers the comments of each project from 1. A day may have had several projects, in different runs of the history, each
 * with its own numbers; in a file they are one stream.
 */
class CommentNumbers {
  readonly #posted = new Map<string, number>()
  /** New ids of comments whose number changed, by stream and id. */
  readonly #changed = new Map<string, string>()

  /** Returns the data of an event about a comment; `undefined` for other events. */
  renumber(event: RecordedEvent & PortableEvent, stream: string): PortableEvent['data'] | undefined {
    if (!isAboutComment(event)) return undefined
    const { comment } = event.data
    const key = `${event.stream} ${comment}`
    const known = this.#changed.get(key) ?? comment
    if (event.type !== 'CommentPosted') return { ...event.data, comment: known }
    const number = (this.#posted.get(stream) ?? 0) + 1
    this.#posted.set(stream, number)
    const renumbered = commentId(number)
    if (renumbered !== comment) this.#changed.set(key, renumbered)
    return { ...event.data, comment: renumbered }
  }
}

const isAboutComment = (
  event: RecordedEvent & PortableEvent,
): event is RecordedEvent & Extract<PortableEvent, { data: { comment: string } }> => 'comment' in event.data

/**
 * Sums up the leaderboard of a place whose events all follow the position `after`. Needs some megabytes for a million events,
 * because it keeps no more of a project than its points depend on. Returns `undefined`, after reading little more, if the place
 * has more events than `maxEvents`.
 */
export async function summarizePlace(
  log: PortableHistoryLog,
  place: HistorySegment,
  { after, maxEvents = Infinity }: { after: bigint; maxEvents?: number },
): Promise<BoardSummary | undefined> {
  const board = boardFold()
  const history = await portableHistory(log, place, { after })
  let count = 0
  for await (const events of history.events()) {
    count += events.length
    if (count > maxEvents) return undefined
    for (const event of events) board.apply(event)
  }
  return board.summary()
}
