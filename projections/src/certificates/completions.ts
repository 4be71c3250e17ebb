// Reads how far participants are in the runs of the log, from the streams of their own projects. Each stream is read once, also if several
// runs have it in their history.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import {
  certificateProgress,
  type CertificateProgress,
  type ProjectStep,
} from '@thirty/contracts/leaderboard/certificate.ts'
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

export type CompletionReaderOptions = {
  log: Pick<EventLog, 'read'>
  limit: ConcurrencyLimit
  known: KnownRuns
  user: string
}

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

/** `limit` runs the reads of all readers. */
export class CompletionReader {
  readonly #log: Pick<EventLog, 'read'>
  readonly #known: KnownRuns
  readonly #user: string
  readonly #limit: ConcurrencyLimit
  readonly #streams = new Map<string, Promise<readonly RecordedEvent[]>>()

  constructor({ log, limit, known, user }: CompletionReaderOptions) {
    this.#log = log
    this.#limit = limit
    this.#known = known
    this.#user = user
  }

  /** Returns how far the participant is in the current run. */
  current(): Promise<RunProgress> {
    return this.#progressOf(this.#known.runs.current)
  }

  /** Returns the same for all runs one after the other: the current one, those before it, newest first, then imports. */
  async *all(): AsyncGenerator<RunProgress> {
    const { runs } = this.#known
    const numbersOf = (isMeant: (run: Run) => boolean) =>
      [...runs.runs].flatMap(([number, run]) => (number !== runs.current && isMeant(run) ? [number] : []))
    const others = [1, ...numbersOf(({ begun }) => begun !== undefined)].filter((run) => run !== runs.current)
    const newestFirst = (list: readonly number[]) => list.toSorted((left, right) => right - left)
    const imported = numbersOf(({ begun, imported: of }) => of !== undefined && begun === undefined)
    for (const run of [runs.current, ...newestFirst(others), ...newestFirst(imported)])
      yield await this.#progressOf(run)
  }

  async #progressOf(run: number): Promise<RunProgress> {
    const history = historyOf({ run }, this.#known.runs.runs)
    const steps = await this.#steps(history)
    const progress = certificateProgress(steps)
    const { runs } = this.#known.runs
    const isImported = steps.some((step) => isOfUnknownOrigin(runs, step.run))
    const { run: current, frozenAt = Infinity } = currentRun(this.#known.runs)
    const isPublic = ({ at }: { at: string }) => run !== current || Date.parse(at) < frozenAt
    return { run, history, isImported, ...progress, completions: progress.completions.filter(isPublic) }
  }

  async #steps(history: History): Promise<StepInRun[]> {
    const days = Array.from({ length: totalDays }, (_, index) => index + 1)
    const steps = await Promise.all(
      history.flatMap(({ run }) => days.map((day) => this.#stepsOf({ run, day }, history))),
    )
    return steps.flat()
  }

  async #stepsOf({ run, day }: { run: number; day: number }, history: History): Promise<StepInRun[]> {
    const project = projectId({ run, day, user: this.#user })
    const events = await this.#read(projectStream(project))
    return events.flatMap((event) =>
      isEventOf(projectEvents, event) && isInHistory(history, event)
        ? [
            {
              type: event.type,
              project,
              day,
              at: event.at,
              position: event.position,
              run: event.metadata.run,
            },
          ]
        : [],
    )
  }

  #read(stream: string): Promise<readonly RecordedEvent[]> {
    const known = this.#streams.get(stream)
    if (known !== undefined) return known
    const reading = this.#limit(() => readStream(this.#log, stream))
    this.#streams.set(stream, reading)
    return reading
  }
}

/** A step, and the run in which it happened. */
type StepInRun = ProjectStep & { run: number | undefined }
