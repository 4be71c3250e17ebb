import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { conflictEvents } from '@thirty/contracts/events/judging.ts'
import { isOnBoard, type History } from '@thirty/contracts/rules/history.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { adminFromConflictsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import { streamSubject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { boardEvents, isPersonEvent, type BoardProjectEvent, type PersonEvent } from '../evolve.ts'

// The events of a run, as far as points depend on them, in a few bytes each: ten thousand participants with a hundred events need
// some 25 MB. Any scoring is then computed from them without the log.

/** What an event does to the project of a day. `unofficial`: somebody who rated it as an admin rates it again as a participant. */
export const stepKinds = {
  submitted: 0,
  counted: 1,
  withdrawn: 2,
  rejected: 3,
  rated: 4,
  unofficial: 5,
} as const

/**
 * Somebody with projects: `status` as on the leaderboard; `joined` and every first number of `steps` are positions in the log. Admins are
 * not on the leaderboard, which begins again with the step at `boardFrom` if they become participants; ratings of their projects stay
 * in the scales of the reviewers.
 */
export type TapedParticipant = {
  status: 'active' | 'inactive' | 'pending'
  joined: number
  isGone: boolean
  isOnBoard: boolean
  boardFrom: number
  /** Three numbers for each event: position, kind × 32 + day, rater × 64 + tenths of the average. */
  steps: number[]
}

export const numbersPerStep = 3

/** A conflict of interest of an admin with a participant was declared or withdrawn at a position in the log. */
export type ConflictChange = { position: number; admin: string; isDeclared: boolean }

/**
 * The tape of a history. `raters` has the ids of the admins who rated; steps name them by index. `conflicts` has the changes by
 * participant, oldest first; they belong to no run.
 */
export class ScoreTape {
  readonly participants = new Map<string, TapedParticipant>()
  readonly conflicts = new Map<string, ConflictChange[]>()
  readonly raters: string[] = []
  readonly #raterIndexes = new Map<string, number>()
  readonly #history: History

  constructor(history: History) {
    this.#history = history
  }

  add(event: RecordedEvent): void {
    if (isEventOf(conflictEvents, event)) return this.#addConflict(event)
    if (!isEventOf(boardEvents, event)) return
    if (isPersonEvent(event)) this.#addPerson(event)
    else if (isOnBoard(this.#history, event)) this.#addStep(event)
  }

  #addConflict({
    stream,
    type,
    position,
    data: { participant },
  }: RecordedEventOf<typeof conflictEvents>): void {
    const admin = adminFromConflictsStream(stream)
    if (admin === undefined) return
    const changes = this.conflicts.get(participant) ?? []
    changes.push({ position: Number(position), admin, isDeclared: type === 'ConflictDeclared' })
    this.conflicts.set(participant, changes)
  }

  #addPerson(event: PersonEvent): void {
    const id = subjectUserId(event.stream)
    if (id === undefined) return
    const known = this.participants.get(id)
    switch (event.type) {
      case 'UserRegistered':
        if (event.data.role !== 'admin') this.#begin(id, event.position)
        return
      case 'UserStatusChanged':
        if (known?.isOnBoard === true && !known.isGone) known.status = event.data.status
        return
      case 'AdminRightsGranted':
        if (known?.isGone === false) known.isOnBoard = false
        return
      case 'AccountDeleted': {
        const { role, status, registered } = event.data
        if (role !== 'admin') {
          const participant = known?.isOnBoard ? known : this.#begin(id, BigInt(registered.position))
          Object.assign(participant, { status, isGone: true })
        } else if (known !== undefined) known.isOnBoard = false
        return
      }
      case 'ProfileChanged':
      case 'ProfileImageChanged':
    }
  }

  #addStep(event: BoardProjectEvent): void {
    const subject = streamSubject(event.stream)
    if (subject?.kind !== 'project') return
    const step = this.#stepOf(event)
    if (step === undefined) return
    const known = this.participants.get(subject.user)
    // The registration of a deleted account is no longer in the log.
    const isBeginning = known?.isOnBoard !== true && event.type === 'ProjectSubmitted'
    const participant = isBeginning ? this.#begin(subject.user, event.position - 1n) : known
    participant?.steps.push(Number(event.position), step.kind * 32 + subject.day, step.rating)
  }

  #stepOf(event: BoardProjectEvent): { kind: number; rating: number } | undefined {
    switch (event.type) {
      case 'ProjectSubmitted':
        return { kind: stepKinds.submitted, rating: 0 }
      case 'ProjectRevised':
      case 'ProjectApproved':
        return { kind: stepKinds.counted, rating: 0 }
      case 'ProjectWithdrawn':
        return { kind: stepKinds.withdrawn, rating: 0 }
      case 'ProjectRejected':
        return { kind: stepKinds.rejected, rating: 0 }
      case 'ProjectRated': {
        const { official, rater, criteria } = event.data
        const tenths = Math.round(calculateRatingAverage(criteria) * 10)
        if (official) return { kind: stepKinds.rated, rating: this.#indexOf(rater) * 64 + tenths }
        const index = this.#raterIndexes.get(rater)
        return index === undefined ? undefined : { kind: stepKinds.unofficial, rating: index * 64 }
      }
    }
  }

  /** Puts somebody on the leaderboard without any projects. */
  #begin(id: string, position: bigint): TapedParticipant {
    const steps = this.participants.get(id)?.steps ?? []
    const participant: TapedParticipant = {
      status: 'active',
      joined: Number(position),
      isGone: false,
      isOnBoard: true,
      boardFrom: steps.length,
      steps,
    }
    this.participants.set(id, participant)
    return participant
  }

  #indexOf(rater: string): number {
    const known = this.#raterIndexes.get(rater)
    if (known !== undefined) return known
    this.#raterIndexes.set(rater, this.raters.length)
    return this.raters.push(rater) - 1
  }
}
