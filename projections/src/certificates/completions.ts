// Reads how far participants are in the runs of the log, from the streams of their own projects. Each stream is read once, also if several
// runs have it in their history.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { certificateProgress, type CertificateProgress } from '@thirty/contracts/leaderboard/certificate.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { Run, Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import {
  currentRun,
  historyOf,
  isInHistory,
  isOfUnknownOrigin,
  type History,
} from '@thirty/contracts/challenge/history.ts'
import { projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import type { ConcurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { readStream } from '../read-stream.ts'

/** All runs of the log. */
export type KnownRuns = { runs: Runs }

/**
 * How far a participant is in a run. While the leaderboard is frozen, later completions are not known: their points are not public
 * yet.
 */
export type RunProgress = CertificateProgress & {
  run: number
  history: History
  /** Whether it follows from events of a backup file without a known signature. */
  isImported: boolean
}

type CompletionReaderOptions = {
  log: Pick<EventLog, 'read'>
  /** Runs the reads of all readers. */
  limit: ConcurrencyLimit
  known: KnownRuns
  user: string
}

/** Yields how far a participant is in all runs: the current one, those before it, newest first, then imports. */
export async function* completionsOf({
  log,
  limit,
  known,
  user,
}: CompletionReaderOptions): AsyncGenerator<RunProgress> {
  const { runs, current } = known.runs
  const streams = new Map<string, Promise<readonly RecordedEvent[]>>()

  const read = (stream: string): Promise<readonly RecordedEvent[]> => {
    const reading = streams.get(stream) ?? limit(() => readStream(log, stream))
    streams.set(stream, reading)
    return reading
  }

  const stepsOf = async (run: number, day: number, history: History) => {
    const project = projectId({ run, day, user })
    const events = await read(projectStream(project))
    return events.flatMap((event) => {
      if (!isEventOf(projectEvents, event) || !isInHistory(history, event)) return []
      const { type, at, position, metadata } = event
      return [{ type, project, day, at, position, run: metadata.run }]
    })
  }

  const progressOf = async (run: number): Promise<RunProgress> => {
    const history = historyOf({ run }, runs)
    const days = Array.from({ length: totalDays }, (_, index) => index + 1)
    const reading = history.flatMap((segment) => days.map((day) => stepsOf(segment.run, day, history)))
    const steps = (await Promise.all(reading)).flat()
    const progress = certificateProgress(steps)
    const isImported = steps.some((step) => isOfUnknownOrigin(runs, step.run))
    const { frozenAt = Infinity } = currentRun(known.runs)
    const isPublic = ({ at }: { at: string }) => run !== current || Date.parse(at) < frozenAt
    return { run, history, isImported, ...progress, completions: progress.completions.filter(isPublic) }
  }

  const numbersOf = (isMeant: (run: Run) => boolean) =>
    [...runs].flatMap(([number, run]) => (number !== current && isMeant(run) ? [number] : []))
  const others = [1, ...numbersOf(({ begun }) => begun !== undefined)].filter((run) => run !== current)
  const newestFirst = (list: readonly number[]) => list.toSorted((left, right) => right - left)
  const imported = numbersOf(({ begun, imported: of }) => of !== undefined && begun === undefined)
  for (const run of [current, ...newestFirst(others), ...newestFirst(imported)]) yield progressOf(run)
}
