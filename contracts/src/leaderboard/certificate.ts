// Certificates: a participant completes the challenge when a project of each of the thirty days counts, and has
// completed it for as long as all thirty count. Submitted and approved projects count.
//
// A certificate follows from the log, and nothing is stored. A project that is rejected or withdrawn later ends the
// completion; once thirty projects count again, that is another completion with its own code. Points and rank are
// read from the leaderboard at the position of the completion, regardless of the status of accounts, so they never
// change. If several runs have a completion, the current run says whether it still holds.

import type { ProjectEvent } from '../projects/events.ts'
import { evolveStatus, isCounted, isPresent, isStatusEvent } from '../projects/project-life.ts'
import { totalDays } from '../challenge/challenge-day.ts'

/** An event of a project of the participant, in one history. `at` is ISO time. Events of a project are in the order of their positions. */
export type ProjectStep = {
  type: ProjectEvent['type']
  project: string
  day: number
  at: string
  position: bigint
}

/**
 * A time during which thirty projects counted. `position`: the first one at which all of them are in the log.
 * `submittedAt` has the time of submission of the project of each day, the first day first. `ended` says why the challenge is no longer
 * completed. It is null while they count, and `pending` is then how many of them nobody has approved yet; otherwise it is 0.
 */
export type Completion = {
  at: string
  position: bigint
  submittedAt: readonly string[]
  ended: { at: string; day: number; reason: 'rejected' | 'withdrawn' } | null
  pending: number
}

/** How far a participant is in a history: the days that count at its end, in order, and all completions, oldest first. */
export type CertificateProgress = { days: readonly number[]; completions: readonly Completion[] }

/**
 * Returns how far a participant is after all their events in a history. Events of a project are applied in the
 * order of its stream, and the streams are merged by time. An export keeps both; positions may be in another order after an import.
 */
export function certificateProgress(steps: readonly ProjectStep[]): CertificateProgress {
  /** The time of submission of each project that was submitted and not withdrawn. */
  const submitted = new Map<string, string>()
  /** The project that counts, by day. */
  const counted = new Map<number, string>()
  const approved = new Set<string>()
  const completions: Completion[] = []
  let position = -1n
  for (const step of inOrder(steps)) {
    const { type, project, day, at } = step
    if (step.position > position) position = step.position
    if (!isStatusEvent(step)) continue
    // Commands append other events only to a project that is there.
    const status = evolveStatus('submitted', step)
    if (status === 'approved') approved.add(project)
    const wasComplete = counted.size === totalDays
    if (type === 'ProjectSubmitted') submitted.set(project, at)
    if (isCounted({ status })) {
      if (submitted.has(project)) counted.set(day, project)
    } else if (counted.get(day) === project) counted.delete(day)
    if (!isPresent(status)) submitted.delete(project)
    const isComplete = counted.size === totalDays
    if (isComplete && !wasComplete)
      completions.push({ at, position, submittedAt: timesOf(counted, submitted), ended: null, pending: 0 })
    const last = completions.at(-1)
    if (wasComplete && !isComplete && last !== undefined) {
      const reason = type === 'ProjectRejected' ? 'rejected' : 'withdrawn'
      completions[completions.length - 1] = { ...last, ended: { at, day, reason } }
    }
  }
  const last = completions.at(-1)
  if (last?.ended === null) {
    const pending = [...counted.values()].filter((project) => !approved.has(project)).length
    completions[completions.length - 1] = { ...last, pending }
  }
  return { days: [...counted.keys()].toSorted((left, right) => left - right), completions }
}

/**
 * Returns the steps in the order in which they are applied. The clocks of processes differ: an event that seems to be earlier than one
 * before it in its stream has the time of that one.
 */
function inOrder(steps: readonly ProjectStep[]): ProjectStep[] {
  const latest = new Map<string, string>()
  const byPosition = steps.toSorted((left, right) => (left.position < right.position ? -1 : 1))
  const timed = byPosition.map((step) => {
    const before = latest.get(step.project) ?? ''
    const at = step.at < before ? before : step.at
    latest.set(step.project, at)
    return { ...step, at }
  })
  // Stable: events of the same time stay in the order of their positions.
  return timed.toSorted((left, right) => (left.at === right.at ? 0 : left.at < right.at ? -1 : 1))
}

const timesOf = (counted: ReadonlyMap<number, string>, submitted: ReadonlyMap<string, string>): string[] =>
  Array.from({ length: totalDays }, (_, index) => submitted.get(counted.get(index + 1) ?? '') ?? '')

/** The code of a certificate, which contains the id of the participant: the id and the digest of the completion, 22 and 16 characters of base64url. */
export const certificateCodePattern = /^[\w-]{38}$/
