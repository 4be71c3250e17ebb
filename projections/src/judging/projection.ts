// The projection of the official ratings of a history: its events, and how they change projects with their ratings, reviewers, conflicts of
// interest and calibration projects. Indexes: see `documents.ts`. Conflicts belong to no run, everything about projects does.

import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { isImportedEvent, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  adminFromConflictsStream,
  adminsStream,
  calibrationStream,
} from '@thirty/contracts/events/stream-names.ts'
import { subjectProject, subjectUserId, possibleProjectIds } from '@thirty/contracts/projects/project-id.ts'
import { evolveCalibration } from '@thirty/contracts/judging/calibration.ts'
import { calibrationEvents, conflictEvents } from '@thirty/contracts/judging/events.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { evolveProject, lifeEvents } from '@thirty/contracts/projects/project-life.ts'
import { roleWithoutEvent, type AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { adminEvents } from '@thirty/contracts/team/events.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import {
  calibrationDocumentId,
  conflictsIds,
  judgingIndexEntries,
  reviewerIds,
  type Conflict,
  type ConflictsWith,
  type GivenRating,
  type JudgedProject,
  type JudgingDocument,
  type Reviewer,
} from './documents.ts'

/** The events that begin, change and end the work of a reviewer; events of the same name in `people` change an account. */
const accountEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'AdminRightsGranted', 'UserStatusChanged'),
  ...pickEvents(adminEvents, 'AdminRoleChanged'),
  ...deletionEvents,
}
export const judgingEvents = { ...accountEvents, ...lifeEvents, ...conflictEvents, ...calibrationEvents }
type JudgingEvent = RecordedEventOf<typeof judgingEvents>

type JudgedEvent = RecordedEventOf<typeof lifeEvents>

export function judgingProjection(history: History): Projection<JudgingDocument, typeof judgingEvents> {
  return {
    name: `judging-${runName(history)}`,
    version: 3,
    streams: ['user-', 'deleted-', adminsStream, 'project-', 'conflicts-', calibrationStream],
    events: judgingEvents,
    documentIds: (event) => documentIds(event, history),
    evolve: (document, event, id, others) => {
      if (isEventOf(accountEvents, event)) return evolveReviewer(ofKind(document, 'reviewer'), event)
      if (isEventOf(calibrationEvents, event)) {
        const projects = evolveCalibration(ofKind(document, 'calibration')?.projects ?? [], event)
        return projects.length === 0 ? undefined : { kind: 'calibration', projects }
      }
      if (isEventOf(conflictEvents, event)) {
        const admin = adminFromConflictsStream(event.stream) ?? ''
        return conflictsIds.has(id)
          ? evolveConflicts(ofKind(document, 'conflicts'), event, admin)
          : evolveConflicted(ofKind(document, 'project'), event, admin)
      }
      // A new project begins with the conflicts that were declared before.
      if (conflictsIds.has(id)) return document
      const isImported = isImportedEvent(history, event)
      if (event.type === 'ProjectRated' && reviewerIds.has(id))
        return evolveReviewer(ofKind(document, 'reviewer'), event, isImported)
      const found = event.type === 'ProjectSubmitted' ? others(conflictsIds.of(ownerOf(event))) : undefined
      const conflicts = ofKind(found, 'conflicts')?.conflicts ?? []
      return evolveJudgedProject(ofKind(document, 'project'), event, { conflicts, isImported })
    },
    indexEntries: judgingIndexEntries,
  }
}

const ownerOf = (event: JudgingEvent): string => subjectProject(event.stream)?.user ?? ''

function documentIds(event: JudgingEvent, history: History): string[] {
  // Most events are ratings by participants, which are not judged.
  if (event.type === 'ProjectRated' && !event.data.official) return []
  if (isEventOf(accountEvents, event)) {
    const user = event.type === 'AdminRoleChanged' ? event.data.user : subjectUserId(event.stream)
    if (user === undefined || (event.type === 'UserRegistered' && event.data.role !== 'admin')) return []
    return [reviewerIds.of(user)]
  }
  if (isEventOf(conflictEvents, event)) {
    const { participant } = event.data
    return [conflictsIds.of(participant), ...possibleProjectIds(history, participant)]
  }
  if (!isInHistory(history, event)) return []
  if (isEventOf(calibrationEvents, event)) return [calibrationDocumentId]
  const project = subjectProject(event.stream)
  if (project === undefined) return []
  if (event.type === 'ProjectSubmitted') return [conflictsIds.of(project.user), project.id]
  if (event.type === 'ProjectRated') return [reviewerIds.of(event.data.rater), project.id]
  return [project.id]
}

/**
 * Returns the project after an event about it. `conflicts` are the conflicts with its owner; only a submission needs them.
 * `isImported`: the event is from a file without a known signature.
 */
function evolveJudgedProject(
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
function evolveConflicted(
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
function evolveReviewer(
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

function evolveConflicts(
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
