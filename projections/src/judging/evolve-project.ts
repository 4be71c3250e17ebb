// How events change the documents of projects in the judging read model. For all other documents see `evolve.ts`.

import { evolveProject, type lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import type { conflictEvents } from '@thirty/contracts/judging/events.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { Conflict, GivenRating, JudgedProject } from './documents.ts'

type JudgedEvent = RecordedEventOf<typeof lifeEvents>

/**
 * Returns the project after an event about it. `conflicts` are the conflicts with its owner; only a submission needs them.
 * `isImported`: the event is from a file without a known signature.
 */
export function evolveJudgedProject(
  project: JudgedProject | undefined,
  event: JudgedEvent,
  { conflicts, isImported }: { conflicts: readonly Conflict[]; isImported: boolean },
): JudgedProject | undefined {
  const life = evolveProject(project, event, givenRating(isImported))
  if (life === undefined || life === project) return life && project
  const waits = () => ({ since: Date.parse(event.at), position: sortablePosition(event.position) })
  if (event.type === 'ProjectSubmitted') {
    const subject = subjectProject(event.stream)
    if (subject === undefined) return undefined
    const { user: owner, day } = subject
    return {
      kind: 'project',
      owner,
      day,
      ...life,
      ...waits(),
      conflicted: conflicts.map(({ admin }) => admin),
    }
  }
  // After a rejection, a revision makes it wait again.
  const { status, official } = life
  return project && { ...project, status, official, ...(project.status === 'rejected' && waits()) }
}

const givenRating =
  (isImported: boolean) =>
  ({ at, data: { rater, criteria } }: JudgedEvent & { type: 'ProjectRated' }): GivenRating => ({
    rater,
    tenths: Math.round(calculateRatingAverage(criteria) * 10),
    at,
    ...(isImported && { isImported: true }),
  })

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
