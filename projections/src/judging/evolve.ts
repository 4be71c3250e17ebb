// The events of the judging read model, and how they change its documents: projects, reviewers and conflicts of interest.

import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { subjectProject } from '@thirty/contracts/events/stream-subject.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/judging/events.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { evolveProject, lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { roleWithoutEvent, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import type { Conflict, ConflictsWith, GivenRating, JudgedProject, Reviewer } from './documents.ts'

/** The events that begin, change and end the work of a reviewer; events of the same name in `people` change an account. */
export const accountEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
export const judgingEvents = { ...accountEvents, ...lifeEvents, ...conflictEvents, ...calibrationEvents }
export type JudgingEvent = RecordedEventOf<typeof judgingEvents>

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
  const life = evolveProject(project, event, ({ at, data: { rater, criteria } }): GivenRating => ({
    rater,
    tenths: Math.round(calculateRatingAverage(criteria) * 10),
    at,
    ...(isImported && { isImported }),
  }))
  if (life === undefined || life === project) return life && project
  const waits = () => ({ since: Date.parse(event.at), position: sortablePosition(event.position) })
  if (event.type === 'ProjectSubmitted') {
    const subject = subjectProject(event.stream)
    if (subject === undefined) return undefined
    const { user: owner, day } = subject
    const conflicted = conflicts.map(({ admin }) => admin)
    return { kind: 'project', owner, day, ...life, ...waits(), conflicted }
  }
  // After a rejection, a revision makes it wait again.
  const { status, official } = life
  return project && { ...project, status, official, ...(project.status === 'rejected' && waits()) }
}

/** Returns the project of a participant after the conflict of an admin with them was declared or taken back. */
export function evolveConflicted(
  project: JudgedProject | undefined,
  event: RecordedEventOf<typeof conflictEvents>,
  admin: string,
): JudgedProject | undefined {
  const isDeclared = event.type === 'ConflictDeclared'
  if (project === undefined || project.conflicted.includes(admin) === isDeclared) return project
  const others = project.conflicted.filter((other) => other !== admin)
  return { ...project, conflicted: isDeclared ? [...others, admin] : others }
}

/** A deleted account leaves nothing but its ratings, as in a rebuild from a log without the events of the account. */
export function evolveReviewer(
  reviewer: Reviewer | undefined,
  event: RecordedEventOf<typeof accountEvents> | (JudgedEvent & { type: 'ProjectRated' }),
  isImported = false,
): Reviewer | undefined {
  switch (event.type) {
    case 'UserRegistered':
      return newAdmin(reviewer, event.data.adminRole)
    case 'AdminRightsGranted':
      return newAdmin(reviewer)
    case 'AdminRoleChanged':
      return reviewer && { ...reviewer, role: event.data.to }
    case 'UserStatusChanged':
      return reviewer && { ...reviewer, isActive: event.data.status === 'active' }
    case 'AccountDeleted':
      return reviewer?.hasRated === true ? { ...reviewer, isActive: false, role: null } : undefined
    case 'ProjectRated':
      return reviewer?.hasRated === true && (reviewer.isImported === true || !isImported)
        ? reviewer
        : { ...nobody, ...reviewer, hasRated: true, ...(isImported && { isImported }) }
  }
}

const nobody: Reviewer = { kind: 'reviewer', hasRated: false, isActive: true, role: null }

const newAdmin = (known: Reviewer | undefined, role: AdminRole = roleWithoutEvent): Reviewer => ({
  ...nobody,
  ...known,
  isActive: true,
  role,
})

export function evolveConflicts(
  document: ConflictsWith | undefined,
  event: RecordedEventOf<typeof conflictEvents>,
  admin: string,
): ConflictsWith | undefined {
  const conflicts = (document?.conflicts ?? []).filter((conflict) => conflict.admin !== admin)
  if (event.type === 'ConflictDeclared') {
    const { at, data, metadata } = event
    conflicts.push({ admin, reason: data.reason ?? null, at, by: metadata.actor ?? null })
  }
  return conflicts.length === 0 ? undefined : { kind: 'conflicts', conflicts }
}
