import type { conflictEvents } from '@thirty/contracts/events/judging.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { Conflict, JudgedProject } from './documents.ts'
import type { judgedEvents } from './events.ts'

type JudgedEvent = RecordedEventOf<typeof judgedEvents>

/**
 * Returns the project after an event about it. `conflicts` are the conflicts with its owner; only a submission needs them.
 * `isImported`: the event is from a file without a known signature.
 */
export function evolveJudgedProject(
  project: JudgedProject | undefined,
  event: JudgedEvent,
  { conflicts, isImported }: { conflicts: readonly Conflict[]; isImported: boolean },
): JudgedProject | undefined {
  if (event.type === 'ProjectSubmitted') {
    const subject = subjectProject(event.stream)
    if (subject === undefined) return undefined
    return {
      kind: 'project',
      owner: subject.user,
      day: subject.day,
      status: 'submitted',
      since: Date.parse(event.at),
      position: sortablePosition(event.position),
      ratings: [],
      conflicted: conflicts.map(({ admin }) => admin),
    }
  }
  if (project === undefined) return undefined
  switch (event.type) {
    case 'ProjectRevised':
      return project.status === 'rejected'
        ? {
            ...project,
            status: 'submitted',
            since: Date.parse(event.at),
            position: sortablePosition(event.position),
          }
        : { ...project, status: 'submitted' }
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...project, status: 'approved' }
    case 'ProjectRejected':
      return { ...project, status: 'rejected' }
    case 'ProjectRated':
      return rated(project, event, isImported)
    default:
      return event satisfies never
  }
}

/** A rating replaces the earlier one by the same reviewer. A rating of a former admin as a participant takes theirs back. */
function rated(
  project: JudgedProject,
  event: Extract<JudgedEvent, { type: 'ProjectRated' }>,
  isImported: boolean,
): JudgedProject {
  const { rater, official, criteria } = event.data
  const others = project.ratings.filter(({ reviewer }) => reviewer !== rater)
  if (!official) return others.length === project.ratings.length ? project : { ...project, ratings: others }
  const tenths = Math.round(calculateRatingAverage(criteria) * 10)
  const rating = { reviewer: rater, tenths, at: event.at, ...(isImported && { isImported: true as const }) }
  return { ...project, ratings: [...others, rating] }
}

/** Returns the project of a participant after the conflict of an admin with them was declared or taken back. */
export function evolveConflicted(
  project: JudgedProject | undefined,
  event: RecordedEventOf<typeof conflictEvents>,
  admin: string,
): JudgedProject | undefined {
  if (project === undefined) return undefined
  const isDeclared = event.type === 'ConflictDeclared'
  if (project.conflicted.includes(admin) === isDeclared) return project
  const conflicted = isDeclared
    ? [...project.conflicted, admin]
    : project.conflicted.filter((other) => other !== admin)
  return { ...project, conflicted }
}
